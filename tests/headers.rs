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
use std::path::{Path, PathBuf};
use support::{
    compiler, file_name, files, modules, repository, run, scratch, text,
};

/// A language that the headers support.
struct Language {
    cpp: bool,
    standard: &'static str,
    warnings: &'static [&'static str],
}

const C_WARNINGS: [&str; 1] = ["-Wstrict-prototypes"];

const LANGUAGES: [Language; 3] = [
    Language { cpp: false, standard: "c99", warnings: &C_WARNINGS },
    Language { cpp: false, standard: "c11", warnings: &C_WARNINGS },
    Language { cpp: true, standard: "c++11", warnings: &[] },
];

/// Compiles a source that only includes NAME, twice, to test the include guard,
/// too.
fn compile(
    language: &Language,
    include: &Path,
    name: &str,
    scratch: &Path,
) -> Result<String, String> {
    let stem = name.trim_end_matches(".h");
    let extension = if language.cpp { "cpp" } else { "c" };
    let source =
        scratch.join(format!("{stem}_{}.{extension}", language.standard));
    let line = format!("#include \"{name}\"\n");
    // dral_device.h has the pragma for its parts.
    let part = name.starts_with("dral_device_") || !name.starts_with("dral");
    let casts = match language.cpp && !part {
        true => &["-Wold-style-cast"][..],
        false => &[],
    };
    fs::write(&source, line.repeat(2)).expect("scratch is writable");
    run(compiler(language.cpp)
        .arg(format!("-std={}", language.standard))
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow"])
        .args(language.warnings)
        .args(casts)
        .arg("-Werror")
        .arg("-I")
        .arg(include)
        .arg("-c")
        .arg(&source)
        .arg("-o")
        .arg(source.with_extension("o")))
}

fn headers() -> Vec<PathBuf> {
    let headers = files(&repository("include"), "h");
    let names: Vec<&str> = headers.iter().map(|path| file_name(path)).collect();
    assert!(names.contains(&"dral.h"), "{names:?}");
    headers
}

#[test]
fn every_header_compiles_alone_in_every_language() {
    let scratch = scratch("headers");
    for header in headers() {
        for language in &LANGUAGES {
            let include = repository("include");
            compile(language, &include, file_name(&header), &scratch)
                .unwrap_or_else(|printed| panic!("{printed}"));
        }
    }
}

/// Copies all headers with a change, and expects an error message about
/// dral_types.h that contains `words`.
fn expect_refusal(test: &str, change: impl Fn(String) -> String, words: &str) {
    let scratch = scratch(test);
    for header in headers() {
        let text = fs::read_to_string(&header).expect("headers are UTF-8");
        fs::write(scratch.join(file_name(&header)), change(text))
            .expect("scratch is writable");
    }
    for language in &LANGUAGES {
        let printed = compile(language, &scratch, "dral_types.h", &scratch)
            .expect_err("the check must find this");
        assert!(printed.contains(words), "{}: {printed}", language.standard);
    }
}

#[test]
fn a_missing_include_is_found() {
    expect_refusal(
        "headers_without_include",
        |text| text.replace("#include <stdint.h>\n", ""),
        "uint32_t",
    );
}

#[test]
fn a_warning_is_found() {
    let planted = "static inline unsigned char planted(unsigned value)\n\
                   { return value; }\n";
    expect_refusal(
        "headers_with_warning",
        |text| {
            text.replace(
                "#include <stdint.h>\n",
                &format!("#include <stdint.h>\n{planted}"),
            )
        },
        "conversion",
    );
}

#[test]
fn a_missing_include_guard_is_found() {
    expect_refusal(
        "headers_without_guard",
        |text| text.replace("#define DRAL_TYPES_H\n", ""),
        "redefinition",
    );
}

/// The core's header leaves no suppressed warning behind.
#[test]
fn headers_do_not_suppress_warnings_of_others() {
    let planted = "\nint dral_planted(int a);\n\
                   struct dral_planted { int a; };\n\
                   int dral_planted(struct dral_planted *);\n";
    let scratch = scratch("headers_with_shadow");
    let language = &LANGUAGES[2];
    let source = "#include \"dral.h\"\n".to_owned() + planted;
    fs::write(scratch.join("planted.h"), source).expect("scratch is writable");
    for header in headers() {
        let copy = scratch.join(file_name(&header));
        fs::copy(header, copy).expect("scratch is writable");
    }
    let printed = compile(language, &scratch, "planted.h", &scratch)
        .expect_err("the warning must be on after dral.h");
    assert!(printed.contains("shadow"), "{printed}");
}

/// Compiles lines after a header in every language.
fn compile_after(header: &Path, name: &str, lines: &str) {
    let scratch = scratch("headers_and_more");
    let source = format!("#include \"{}\"\n{lines}", header.display());
    let guard = "#pragma once\n".to_owned();
    fs::write(scratch.join(name), guard + &source).expect("it is writable");
    for language in &LANGUAGES {
        compile(language, &scratch, name, &scratch)
            .unwrap_or_else(|printed| panic!("{printed}"));
    }
}

#[test]
fn headers_with_errors_declare_dral_error_text() {
    let names = modules().into_iter().map(|name| format!("dral_{name}.h"));
    for name in names.chain(["dral.h".into()]) {
        let call = "static inline const char *planted(int error)\n\
                    { return dral_error_text(error); }\n";
        let header = repository(&format!("include/{name}"));
        compile_after(&header, "sentence.h", call);
    }
}

#[test]
fn numbers_in_headers_are_ints_or_unsigned_ints() {
    let mut count = 0;
    for header in headers() {
        let text = fs::read_to_string(&header).expect("headers are UTF-8");
        let names = text.lines().filter_map(|line| {
            let (name, value) =
                line.strip_prefix("#define ")?.split_once(' ')?;
            value.starts_with(|c: char| c.is_ascii_digit()).then_some(name)
        });
        let checks: String = names
            .map(|name| {
                count += 1;
                format!(
                    "typedef char {name}_is_int\
                     [sizeof({name}) == sizeof(int) ? 1 : -1];\n"
                )
            })
            .collect();
        let is_unsigned = "typedef char no_buffer_is_unsigned\
                           [DRAL_NO_BUFFER > 0 && DRAL_NO_BUFFER + 1 == 0 \
                           ? 1 : -1];\n";
        let more = if text.contains("#define DRAL_NO_BUFFER") {
            is_unsigned
        } else {
            ""
        };
        compile_after(&header, "numbers.h", &(checks + more));
    }
    assert!(count > 30, "{count}");
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

/// Names that a header gives to both types and functions, so that C++ needs
/// `struct` at each use.
fn shared_names(header: &str) -> Vec<&str> {
    let types = header.lines().filter_map(|line| {
        let name = line.strip_suffix(" {")?;
        name.strip_prefix("struct ").or(name.strip_prefix("enum "))
    });
    types.filter(|name| header.contains(&format!(" {name}("))).collect()
}

/// Enumerators called NONE whose value is not 0.
fn wrong_nones(header: &str) -> Vec<&str> {
    let lines = header.lines().map(str::trim);
    lines
        .filter(|line| !line.starts_with('*'))
        .filter(|line| line.contains("_NONE"))
        .filter(|line| !line.ends_with(" 0") && !line.ends_with(" = 0,"))
        .collect()
}

#[test]
fn names_mean_one_thing() {
    for module in modules() {
        let name = format!("dral_{module}.h");
        let text = text(&format!("include/{name}"));
        assert!(text.contains(" dral_"), "{name} is empty");
        assert_eq!(shared_names(&text), [""; 0], "{name}");
        assert_eq!(wrong_nones(&text), [""; 0], "{name}");
    }
}

#[test]
fn shared_names_and_wrong_nones_are_found() {
    let shared = "struct dral_a {\n};\nint dral_a(int);\nint dral_ab(int);\n";
    assert_eq!(shared_names(shared), ["dral_a"]);
    let nones = "   A_NONE = 0,\n   B_NONE = 8,\n#define C_NONE UINT32_MAX\n";
    assert_eq!(
        wrong_nones(nones),
        ["B_NONE = 8,", "#define C_NONE UINT32_MAX"]
    );
}

/// Parameters that a header documents but the function after it lacks.
fn unknown_parameters(header: &str) -> Vec<String> {
    let mut unknown = Vec::new();
    let mut documented: Vec<&str> = Vec::new();
    let mut declaration = String::new();
    for line in header.lines() {
        if let Some(comment) = line.strip_prefix("/// \\param ") {
            documented.extend(comment.split(' ').next());
        } else if !documented.is_empty() && !line.starts_with("///") {
            declaration += line;
            if line.ends_with(';') || line == "{" {
                let words: Vec<&str> = declaration
                    .split(|c: char| c != '_' && !c.is_alphanumeric())
                    .collect();
                documented.retain(|name| !words.contains(name));
                unknown.extend(documented.drain(..).map(String::from));
                declaration.clear();
            }
        }
    }
    unknown
}

/// As clang -Wdocumentation reports them.
#[test]
fn documented_parameters_exist() {
    let mut count = 0;
    for header in headers() {
        let text = fs::read_to_string(&header).expect("headers are UTF-8");
        assert_eq!(unknown_parameters(&text), [""; 0], "{header:?}");
        count += text.matches("/// \\param ").count();
    }
    assert!(count > 80, "{count}");
    let header =
        "/// \\param a, b two\n/// \\param c\nint f(int a,\n int c);\n";
    assert_eq!(unknown_parameters(header), ["a,"]);
}
