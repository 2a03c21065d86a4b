// SPDX-License-Identifier: MIT

//! The committed headers are those that build.rs generates.

mod support;

use std::env;
use std::fs;
use std::path::Path;
use support::{file_name, files, repository};

/// Written by hand.
const HAND_WRITTEN: [&str; 4] = [
    "dral_device.h",
    "dral_device_draw.h",
    "dral_device_numbers.h",
    "dral_panfrost.h",
];

#[test]
fn committed_headers_are_the_generated_ones() {
    let include = repository("include");
    let generated = files(Path::new(env!("OUT_DIR")), "h");
    assert!(
        generated.iter().any(|path| file_name(path) == "dral.h"),
        "build.rs must generate dral.h"
    );
    let bless = env::var_os("DRAL_BLESS").is_some_and(|value| value == "1");
    let mut drifted = Vec::new();
    for new in &generated {
        let committed = include.join(file_name(new));
        let content = fs::read(new).expect("build.rs wrote it");
        if fs::read(&committed).ok().as_ref() == Some(&content) {
            continue;
        }
        if bless {
            fs::write(&committed, content).expect("include/ is writable");
        } else {
            drifted.push(format!(
                "diff {} {}",
                committed.display(),
                new.display()
            ));
        }
    }
    assert!(
        drifted.is_empty(),
        "headers in include/ differ from what src/ffi says; \
         DRAL_BLESS=1 cargo test --test header_drift copies the new ones \
         over. To see the difference:\n{}",
        drifted.join("\n")
    );
    for committed in files(&include, "h") {
        let name = file_name(&committed);
        assert!(
            HAND_WRITTEN.contains(&name)
                || generated.iter().any(|path| file_name(path) == name),
            "include/{name} is neither generated nor known as hand-written"
        );
    }
}
