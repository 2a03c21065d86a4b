// SPDX-License-Identifier: MIT

//! The C of the documents compiles without warnings, and does what they say.

mod support;

use std::fs;
use std::process::Command;
use std::sync::LazyLock;
use support::{
    build_c_library, compiler, repository, run, scratch, text, CLibrary,
};

/// Both programs link it, and it is built in one place.
static LIBRARY: LazyLock<CLibrary> =
    LazyLock::new(|| build_c_library().expect("the library builds"));

/// The blocks of this language on a page, in order.
fn blocks(page: &str, language: &str) -> String {
    let begin = format!("```{language}\n");
    let blocks: Vec<_> = page
        .split(&begin)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert!(!blocks.is_empty(), "no block of {language}");
    blocks.concat()
}

/// What a program prints.
fn printed(name: &str, source: &str) -> String {
    let folder = scratch(name);
    let (file, program) = (folder.join("main.c"), folder.join("main"));
    fs::write(&file, source).expect("a scratch folder");
    run(compiler(false)
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"])
        .args(["-Wshadow", "-Werror", "-I"])
        .arg(repository("include"))
        .arg(&file)
        .arg(&LIBRARY.archive)
        .arg("-o")
        .arg(&program))
    .unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(&program).output().expect("it was built");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_path_in_the_architecture_exists() {
    let page = text("docs/architecture.md");
    // Every other part is between backquotes.
    let quoted = page.split('`').skip(1).step_by(2);
    let paths: Vec<_> = quoted
        .filter(|quoted| quoted.contains('/'))
        .filter(|quoted| !quoted.contains(['<', '*', ' ']))
        .filter(|path| !path.contains("NAME"))
        .collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        assert!(repository(path).exists(), "{path}");
    }
}

/// Prints what the README says about its example.
const README_MAIN: &str = r#"
   if (error != 0)
      return 1;
   printf("`draw.padded_count` is %u and `draw.instance_size_byte` is 0x%02X.",
          (unsigned)draw.padded_count, (unsigned)draw.instance_size_byte);
   return 0;
}
"#;

#[test]
fn the_readmes_example_does_what_its_text_says() {
    let readme = text("README.md");
    let main = "#include <dral.h>\n#include <stdio.h>\n\nint\nmain(void)\n{\n";
    let source = [main, &blocks(&readme, "c"), README_MAIN].concat();
    let said = printed("readme", &source);
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(&said), "README.md does not say: {said}");
}

#[test]
fn the_first_driver_prints_what_its_page_shows() {
    let page = text("docs/first-driver.md");
    let said = printed("first_driver", &blocks(&page, "c"));
    assert_eq!(said, blocks(&page, "text"));
}
