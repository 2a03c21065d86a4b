// SPDX-License-Identifier: MIT

//! The C, the Python and the formulas of the documents do what they say.

mod support;

use std::fs;
use std::process::Command;
use std::sync::LazyLock;
use support::{
    build_c_library, compiler, file_name, files, repository, run, scratch,
    text, CLibrary,
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

/// What a program in C prints.
fn printed(name: &str, source: &str) -> String {
    printed_by(name, source, false)
}

/// What a program in C, or in C++, prints.
fn printed_by(name: &str, source: &str, cpp: bool) -> String {
    let folder = scratch(name);
    let (file, program) = (folder.join("main.c"), folder.join("main"));
    fs::write(&file, source).expect("a scratch folder");
    let language = match cpp {
        // The fields that an initializer leaves out are 0, as in C.
        true => ["-xc++", "-std=c++20", "-Wno-missing-field-initializers"],
        false => ["-xc", "-std=c99", "-Wconversion"],
    };
    run(compiler(cpp)
        .args(language)
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-I"])
        .arg(repository("include"))
        .arg(&file)
        .args(["-xnone"])
        .arg(&LIBRARY.archive)
        .arg("-o")
        .arg(&program))
    .unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(&program).output().expect("it was built");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
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
    assert_eq!(printed_by("readme_cpp", &source, true), said);
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(&said), "README.md does not say: {said}");
}

/// What Python prints for a program.
fn printed_by_python(program: &str) -> String {
    let mut python = Command::new("python3");
    python.arg("-c").arg(program).current_dir(repository(""));
    run(&mut python).unwrap_or_else(|error| panic!("{error}"))
}

/// Python that finds the library where this test built it.
fn python(program: &str) -> String {
    let path = LIBRARY.shared.to_str().expect("UTF-8");
    let there = program.replace("target/release/libdral.so", path);
    assert_ne!(there, program);
    there
}

#[test]
fn python_calls_the_library_as_the_readme_shows() {
    let program = python(&blocks(&text("README.md"), "python"));
    assert_eq!(printed_by_python(&program), "1024\n0x12492492 2 1\n");
}

/// Evaluates the formulas of a page, its only indented lines with `=`, as a
/// spreadsheet does, and compares them with the library.
const SPREADSHEET: &str = r#"
from ctypes import CDLL, byref, c_uint32
from math import ceil, floor
import sys

dral = CDLL('target/release/libdral.so')
dral.dral_padded_vertex_count.restype = c_uint32

def evaluate(formula, **cells):
    return eval(formula.replace('^', '**'), cells | {
        'BASE': lambda number, radix: {2: f'{number:b}'}[radix],
        'IF': lambda condition, yes, no: yes if condition else no,
        'INT': floor,
        'LEN': len,
        'ROUNDUP': lambda number, digits: {0: ceil(number)}[digits],
    })

text = open('docs/guide/using.md').read()
step, count, multiplier = [
    line[5:] for line in text.splitlines() if line.startswith('    =')]
powers = [2 ** bit + more for bit in range(5, 31) for more in range(-2, 3)]
for vertices in [*range(20, 5000), *powers]:
    B1 = evaluate(step, A1=vertices)
    found = evaluate(count, A1=vertices, B1=B1)
    assert found == dral.dral_padded_vertex_count(vertices), vertices
for divisor in range(1, 65536):
    magic = (c_uint32 * 3)()
    assert dral.dral_magic_divisor(divisor, 0, byref(magic)) == 0
    found = evaluate(multiplier, A1=divisor)
    assert found == magic[0] + 2 ** 31, divisor
print('equal')
"#;

#[test]
fn the_formulas_for_spreadsheets_are_right() {
    assert_eq!(printed_by_python(&python(SPREADSHEET)), "equal\n");
}

#[test]
fn the_headers_for_gpus_need_no_library() {
    let folder = scratch("headers_alone");
    for name in [
        "dral_device.h",
        "dral_device_draw.h",
        "dral_device_numbers.h",
        "dral_types.h",
    ] {
        let header = text(&format!("include/{name}"));
        fs::write(folder.join(name), header).expect("a scratch folder");
    }
    let source = "#include <dral_device.h>
        int main(void) {
           return dral_device_padded_vertex_count(1000) != 1024;
        }";
    let (file, program) = (folder.join("main.c"), folder.join("main"));
    fs::write(&file, source).expect("a scratch folder");
    run(compiler(false)
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(&folder)
        .arg(&file)
        .arg("-o")
        .arg(&program))
    .unwrap_or_else(|error| panic!("{error}"));
    run(&mut Command::new(&program)).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_first_driver_prints_what_its_page_shows() {
    let page = text("docs/guide/first-driver.md");
    let said = printed("first_driver", &blocks(&page, "c"));
    assert_eq!(said, blocks(&page, "text"));
}

/// The page's functions record draws, and every read of them is checked.
#[test]
fn draws_of_the_first_driver_read_the_right_elements() {
    let page = text("docs/guide/first-driver.md");
    let program = blocks(&page, "c");
    // The page prints each draw, and includes what declares printf.
    let first = "#include <stdio.h>\nstatic int ignore(const char *format, ...)
        { return format == NULL; }
        int page_main(void);
        #define main page_main\n#define printf ignore\n";
    let checks = include_str!("support/first_driver.c");
    let source = [first, &program, checks].concat();
    assert_eq!(printed("first_driver_reads", &source), "21120 draws\n");
}

/// Before the block of C in docs/guide/using.md.
const USING_BEFORE: &str = r#"
#include <dral.h>
#include <dral_device.h>
#include <stdlib.h>

typedef unsigned int uint;

int
main(void)
{
   const struct dral_draw_info info = {
      .architecture = 7, .idvs = DRAL_IDVS_NO, .vertex_count = 70,
      .instance_count = 100, .vertices_per_primitive = 3
   };
   const struct dral_draw draw = dral_device_draw_resolve(info);
   const struct dral_vertex_buffer buffer = { .size = 1600, .stride = 16 };
   const struct dral_vertex_element element = { .source_offset = 4 };
   const struct dral_vertex_state_info of_state = {
      .architecture = 7, .buffers = &buffer, .buffer_count = 1,
      .elements = &element, .element_count = 1
   };
   const uint32_t b = 0, source_offset = 4;
   struct dral_vertex_state prepared_state = { 0 };
   struct dral_vertex_state *const state = &prepared_state;
   struct dral_bound_buffer bound[1];

   if (dral_vertex_state_prepare(state, &of_state) != 0 ||
       dral_bound_buffer_init(&bound[0], 4096, 1600) != 0)
      return EXIT_FAILURE;
"#;

/// After it.
const USING_AFTER: &str = r#"
   return offset.valid && offset.offset == 4 && record.first[0] != 0
             ? EXIT_SUCCESS : EXIT_FAILURE;
}
"#;

#[test]
fn a_kernel_writes_a_record_as_the_page_shows() {
    let block = blocks(&text("docs/guide/using.md"), "c");
    printed("using", &[USING_BEFORE, &block, USING_AFTER].concat());
}

/// A page with C must be one of those that a test here compiles.
#[test]
fn no_page_has_c_that_is_not_compiled() {
    let mut pages = files(&repository(""), "md");
    for folder in ["docs/guide", "docs/reference", "docs/project"] {
        pages.extend(files(&repository(folder), "md"));
    }
    let with_c = pages
        .iter()
        .filter(|page| fs::read_to_string(page).unwrap().contains("```c\n"));
    let mut with_c: Vec<_> = with_c.map(|page| file_name(page)).collect();
    with_c.sort();
    let compiled = ["README.md", "adopting.md", "first-driver.md", "using.md"];
    assert_eq!(with_c, compiled);
}

/// Writes a table with the header alone, and one with the library.
const ADOPTING_MAIN: &str = r#"
int
main(void)
{
   static const struct dral_draw_info info = {
      .architecture = 7, .idvs = DRAL_IDVS_NO, .vertex_count = 70,
      .instance_count = 100, .vertices_per_primitive = 3,
   };
   static const struct dral_vertex_buffer buffers[] = {
      { 0x10004, 4000, 16, DRAL_RATE_INSTANCE, 1 },
      { 0x20000, 4000, 12, DRAL_RATE_VERTEX, 0 },
      { 0x30000, 4000, 16, DRAL_RATE_INSTANCE, 3 },
   };
   uint32_t slots[7][4], words[28], places[3];
   struct dral_draw draw = { 0 };
   int count;

   if (dral_draw_resolve(&draw, &info) != 0)
      return 1;
   memset(slots, 0xEE, sizeof(slots));
   write_table(&draw, buffers, 3, slots);
   count = dral_attribute_table(&draw, DRAL_TABLE_SHAPE_PACKED, 0,
                                buffers, 3, words, 28, places);
   printf("%d words, %s\n", count,
          count > 0 && memcmp(slots, words, 4 * (size_t)count) == 0
             ? "equal" : "different");
   return 0;
}
"#;

#[test]
fn the_header_alone_writes_the_table_of_the_library() {
    let page = text("docs/guide/adopting.md");
    let headers = ["dral_model.h", "dral_device.h", "stdio.h", "string.h"];
    let headers = headers.map(|name| format!("#include <{name}>\n")).concat();
    let source = [&headers, &blocks(&page, "c"), ADOPTING_MAIN].concat();
    assert_eq!(printed("adopting", &source), "28 words, equal\n");
}
