// SPDX-License-Identifier: MIT

//! Every public header compiles by itself as C99, C11 and C++11, without
//! warnings, and describes errors as the library does.

// The library returns C strings.
#![allow(unsafe_code)]

#[path = "support/documented.rs"]
mod documented;
mod support;

use dral::ffi::driver::dral_error_text;
use std::collections::BTreeSet;
use std::ffi::{c_int, CStr};
use std::fs;
use support::{
    compiler, file_name, files, modules, repository, run, scratch, text,
};

/// C and C++, with the standard, and warnings of this language alone.
const LANGUAGES: [(bool, &str, &str); 3] = [
    (false, "c99", "-Wstrict-prototypes"),
    (false, "c11", "-Wstrict-prototypes"),
    (true, "c++11", "-Wold-style-cast"),
];

/// Compiles a header in every language, included twice because of its guard,
/// and lines after it. The error is the compiler's output.
fn compile(header: &str, lines: &str) -> Result<(), String> {
    let scratch = scratch(&format!("{header}_{}", lines.len()));
    for (cpp, standard, warning) in LANGUAGES {
        let source = scratch.join(if cpp { "main.cpp" } else { "main.c" });
        let include = format!("#include \"{header}\"\n");
        fs::write(&source, include.repeat(2) + lines)
            .expect("scratch is writable");
        // dral_device.h has the pragma for its parts.
        let part = cpp && header.starts_with("dral_device_");
        run(compiler(cpp)
            .arg(format!("-std={standard}"))
            .args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion"])
            .args(["-Wshadow", "-Werror", "-I"])
            .arg(repository("include"))
            .args((!part).then_some(warning))
            .arg("-c")
            .arg(&source)
            .arg("-o")
            .arg(source.with_extension("o")))?;
    }
    Ok(())
}

/// ./test also runs this with clang.
#[test]
fn every_header_compiles_alone_in_every_language() {
    let headers = files(&repository("include"), "h");
    assert!(headers.len() > 10, "{headers:?}");
    for header in headers {
        compile(file_name(&header), "")
            .unwrap_or_else(|printed| panic!("{printed}"));
    }
}

/// It leaves no suppressed warning behind.
#[test]
fn the_cores_header_does_not_suppress_warnings_of_others() {
    let planted = "static inline int planted(int a)\n\
                   { int b = a; { int a = b; b += a; } return b; }\n";
    let printed = compile("dral.h", planted).expect_err("a warning");
    assert!(printed.contains("shadow"), "{printed}");
}

#[test]
fn headers_with_errors_declare_dral_error_text() {
    let names = modules().into_iter().map(|name| format!("dral_{name}.h"));
    for name in names.chain(["dral.h".into()]) {
        let call = "const char *planted(int error);\n\
                    const char *planted(int error)\n\
                    { return dral_error_text(error); }\n";
        compile(&name, call).unwrap_or_else(|printed| panic!("{printed}"));
    }
}

#[test]
fn numbers_in_headers_are_ints_or_unsigned_ints() {
    let mut count = 0;
    for header in files(&repository("include"), "h") {
        let name = file_name(&header);
        let text = text(&format!("include/{name}"));
        let numbers = text.lines().filter_map(|line| {
            let (name, value) =
                line.strip_prefix("#define ")?.split_once(' ')?;
            value.starts_with(|c: char| c.is_ascii_digit()).then_some(name)
        });
        let mut checks = String::new();
        for number in numbers {
            count += 1;
            checks += &format!(
                "typedef char {number}_is_int\
                 [sizeof({number}) == sizeof(int) ? 1 : -1];\n"
            );
        }
        if text.contains("#define DRAL_NO_BUFFER") {
            checks += "typedef char no_buffer_is_unsigned\
                       [DRAL_NO_BUFFER + 1 == 0 ? 1 : -1];\n";
        }
        compile(name, &checks).unwrap_or_else(|printed| panic!("{printed}"));
    }
    assert!(count > 30, "{count}");
}

/// C++ would need `struct` at each use of a name that a function also has.
#[test]
fn names_in_modules_mean_one_thing_and_none_is_0() {
    let mut types = 0;
    for module in modules() {
        let header = text(&format!("include/dral_{module}.h"));
        for line in header.lines().map(str::trim) {
            let name = line.strip_suffix(" {").and_then(|line| {
                line.strip_prefix("struct ").or(line.strip_prefix("enum "))
            });
            if let Some(name) = name {
                types += 1;
                assert!(!header.contains(&format!(" {name}(")), "{name}");
            }
            if line.starts_with("DRAL_") && line.contains("_NONE = ") {
                assert!(line.ends_with(" = 0,"), "{line}");
            }
        }
    }
    assert!(types > 30, "{types}");
}

/// The enumerators of errors in a header: number and comment.
fn errors(header: &str) -> Vec<(c_int, String)> {
    let mut errors = Vec::new();
    let mut sentence = String::new();
    for line in header.lines().map(str::trim) {
        if let Some(part) = line.strip_prefix("///") {
            sentence += part;
            continue;
        }
        let enumerator = line.strip_suffix(',').and_then(|line| {
            let (name, number) = line.split_once(" = -")?;
            let is_error = name.contains("_ERROR_");
            is_error.then(|| number.parse().expect("a number"))
        });
        errors.extend(
            enumerator
                .map(|number: c_int| (-number, sentence.trim().to_owned())),
        );
        sentence.clear();
    }
    errors
}

#[test]
fn every_error_in_the_headers_has_its_sentence_and_no_other_number_has_one() {
    let text_of = |number| {
        // SAFETY: the function returns static strings.
        let text = unsafe { CStr::from_ptr(dral_error_text(number)) };
        text.to_str().expect("sentences are ASCII")
    };
    let core = errors(&text("include/dral_types.h"));
    assert!(core.len() > 30, "{core:?}");
    let mut all = core;
    for module in modules() {
        let header = format!("include/dral_{module}.h");
        let errors = errors(&text(&header));
        assert!(errors.len() > 5, "{header}: {errors:?}");
        all.extend(errors);
    }
    for (number, sentence) in &all {
        assert_eq!(text_of(*number), sentence, "{number}");
    }
    for number in -11000..0 {
        let is_error = all.iter().any(|error| error.0 == number);
        assert_eq!(text_of(number) != "unknown error", is_error, "{number}");
    }
}

/// Also none that is listed is missing from the enums: `documented` panics.
#[test]
fn every_error_is_listed_by_a_function() {
    let documented = documented::documented();
    let mut listed = documented.of_every_function.clone();
    assert!(listed.contains("DRAL_ERROR_NULL_POINTER"), "{listed:?}");
    assert!(documented.lists.len() > 90, "{:?}", documented.lists);
    listed.extend(documented.lists.values().flatten());
    let all: BTreeSet<_> = documented.errors.keys().copied().collect();
    assert_eq!(all, listed);
}
