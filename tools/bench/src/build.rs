// SPDX-License-Identifier: MIT

//! Builds the library and the code it is compared with, with the same flags.

use crate::workbench::Workbench;
use crate::Failure;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The processors that code is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Every processor of the architecture.
    Baseline,
    /// x86-64-v3, with AVX2.
    Avx2,
    /// x86-64-v4, with AVX-512.
    Avx512,
}

impl Level {
    /// The name that both compilers use.
    fn processor(self) -> Option<&'static str> {
        match self {
            Self::Baseline => None,
            Self::Avx2 => Some("x86-64-v3"),
            Self::Avx512 => Some("x86-64-v4"),
        }
    }

    pub fn name(self) -> &'static str {
        self.processor().unwrap_or("baseline")
    }

    fn c_flags(self) -> Vec<String> {
        let mut flags = vec!["-O2".to_string()];
        flags.extend(self.processor().map(|name| format!("-march={name}")));
        flags
    }

    fn rust_flags(self) -> Vec<String> {
        self.processor()
            .map(|name| format!("-Ctarget-cpu={name}"))
            .into_iter()
            .collect()
    }

    /// The flags, as printed.
    pub fn flags(self) -> String {
        let rust = [vec!["--release".into()], self.rust_flags()].concat();
        format!("cc {}; cargo {}", self.c_flags().join(" "), rust.join(" "))
    }

    /// Whether this processor can run it.
    #[cfg(target_arch = "x86_64")]
    fn runs(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("fma")
                    && is_x86_feature_detected!("lzcnt")
            }
            Self::Avx512 => {
                Self::Avx2.runs()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn runs(self) -> bool {
        self == Self::Baseline
    }
}

/// All levels, with the programs for those that this processor can run.
pub struct Workbenches(Vec<(Level, Workbench)>);

impl Workbenches {
    pub fn of(&self, level: Level) -> Option<&Workbench> {
        self.0.iter().find(|(l, _)| *l == level).map(|(_, bench)| bench)
    }
}

pub fn c_compiler() -> String {
    env::var("CC").unwrap_or("cc".into())
}

pub fn rust_compiler() -> String {
    env::var("RUSTC").unwrap_or("rustc".into())
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources of a workbench, without the library.
const SOURCES: [&str; 10] = [
    "tools/bench/c/plain/divisor.c",
    "tools/bench/c/plain/draw.c",
    "tools/bench/c/plain/padding.c",
    "tools/bench/c/plain/prepared.c",
    "tools/bench/c/plain/table.c",
    "tools/bench/c/compare.c",
    "tools/bench/c/inputs.c",
    "tools/bench/c/loops.c",
    "tools/bench/c/peers.c",
    "c_tests/harness/generator.c",
];

/// Compiles `plain/divisor.c` once more, with other function names and with the
/// flags that Mesa sets for itself.
const MESA: [&str; 4] = [
    "-fno-math-errno",
    "-fno-trapping-math",
    "-Dplain_magic_divisor=plain_magic_divisor_mesa",
    "-Dplain_magic_divisors=plain_magic_divisors_mesa",
];

fn run(command: &mut Command) -> Result<(), Failure> {
    let output = command
        .current_dir(root())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed:\n{messages}").into());
    }
    Ok(())
}

/// Cargo, with exactly the printed flags.
fn cargo(target: &Path) -> Command {
    let cargo = env::var("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .env_remove("LDFLAGS");
    command
}

/// Builds the library in the form that C links.
fn library(level: Level, directory: &Path) -> Result<PathBuf, Failure> {
    let target = directory.join("cargo");
    run(cargo(&target).arg("clib").args(level.rust_flags()))?;
    Ok(target.join("release/libdral.a"))
}

/// Builds the command `dral`.
pub fn command(target: &Path) -> Result<PathBuf, Failure> {
    run(cargo(target).args([
        "build",
        "--locked",
        "--release",
        "--package",
        "dral-cli",
    ]))?;
    Ok(target.join("release/dral"))
}

/// The compiler of sources in C.
fn compiler(level: Level) -> Command {
    let mut command = Command::new(c_compiler());
    command
        .args(["-std=gnu99", "-fPIC", "-Iinclude", "-Ic_tests"])
        .args(level.c_flags());
    command
}

fn workbench(level: Level) -> Result<Workbench, Failure> {
    let directory = root().join("build/bench").join(level.name());
    fs::create_dir_all(&directory)?;
    let directory = directory.canonicalize()?;
    let mesa = directory.join("mesa.o");
    run(compiler(level)
        .args(MESA)
        .args(["-c", "tools/bench/c/plain/divisor.c", "-o"])
        .arg(&mesa))?;
    let file = directory.join("workbench.so");
    run(compiler(level)
        .args(["-shared", "-Wl,--version-script=tools/bench/c/workbench.map"])
        .args(SOURCES)
        .arg(&mesa)
        .arg(library(level, &directory)?)
        .args(["-lm", "-o"])
        .arg(&file))?;
    Workbench::load(&file)
}

/// Builds everything that this processor can run.
pub fn all() -> Result<Workbenches, Failure> {
    let mut built = Vec::new();
    for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
        if level.runs() {
            eprintln!("building: {}", level.flags());
            built.push((level, workbench(level)?));
        }
    }
    Ok(Workbenches(built))
}
