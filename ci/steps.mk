# SPDX-License-Identifier: MIT
#
# The steps of ./test, which starts make with one of the suites:
#
#   quick  what every change must pass
#   style  format, lints and documentation
#   all    everything, as for a release
#   mesa   the drivers of a Mesa source tree
#
# A step is a rule: its name, the steps that it needs, and commands. ci/step
# runs all commands of a step with bash, `set -e` and the functions of
# ci/functions.sh, and writes build/logs/NAME.log; `$$` is a `$` of bash. To add a
# step, write its rule, and name it in a suite:
#
#   quick: my-step
#   my-step: packages-build
#   	echo "these commands must end with status 0"
#
# A step packages-NAME installs what ci/provide lists for NAME.

# Make 4.4.1 overwrites its memory if the shell is none that it knows.
SHELL = /bin/bash
.SHELLFLAGS = ci/step $@
.ONESHELL:
.SILENT:
.SUFFIXES:

# Messages in English, without colors, and short, because some are read.
export LC_ALL = C
export CARGO_TERM_COLOR = never
export RUST_BACKTRACE = 0
# Output that only a second build could reuse takes a third of the time, and
# nothing reads debug information.
export CARGO_INCREMENTAL = 0
export CARGO_PROFILE_DEV_DEBUG = false
# A test that regenerates what it compares does not compare.
unexport DRAL_BLESS
# Programs of cargo_program.
export PATH := $(CURDIR)/build/tools/bin:$(PATH)

all: quick style

packages-%:
	ci/provide $*

# ---- cargo -----------------------------------------------------------------

quick: cargo-tests
cargo-tests: packages-build
	cargo test --locked --workspace --no-fail-fast

quick: cargo-clib
cargo-clib: packages-build
	alias_clib

# Tests must not depend on their order, nor on each other.
all: cargo-tests-shuffled
cargo-tests-shuffled: packages-build
	RUSTC_BOOTSTRAP=1 cargo test --locked --workspace --no-fail-fast \
	  --target-dir build/shuffled -- \
	  -Z unstable-options --shuffle --test-threads=8

all: release-build
release-build: packages-build
	rm -f "$$target/release/dral"
	cargo build --locked --release
	all_exist "$$target/release/dral"

all: hostile-inputs
hostile-inputs: packages-build
	DRAL_HOSTILE_INPUTS=1000000 cargo test --locked --release \
	  --package dral-cli --test hostile

quick: benchmark-compares
# The benchmark times the library and plain C only if both do the same work.
benchmark-compares: cargo-clib
	$${CC:-cc} -std=gnu99 -O2 -Wall -Wextra -Werror -Iinclude -Ic_tests \
	  -DINPUT_NUMBERS=512 -DINPUT_DRAWS=512 evidence/bench/*.c \
	  c_tests/harness/generator.c "$$target/release/libdral.a" \
	  -o build/bench-compare
	build/bench-compare compare

all: pages-in-a-browser
pages-in-a-browser: packages-browser
	cargo build --locked --package dral-cli
	ci/browser-check "$$target/debug/dral"

all: manual-pages
# The two programs that read them warn of nothing, also not of style.
manual-pages: packages-manual
	cargo build --locked --package dral-cli
	rm -rf build/manual
	"$$target/debug/dral" man --into build/manual
	all_exist build/manual/{dral,dral-trace-check}.1
	lint() {
	  mandoc -T lint "$$1"
	}
	shown() {
	  man --warnings -E UTF-8 -l -Tutf8 -Z "$$1" 2>&1 >/dev/null
	}
	for page in build/manual/*.1; do
	  lint "$$page" | ends_with 1 grep ''
	  shown "$$page" | ends_with 1 grep ''
	done
	sed -i '1i .XX wrong' build/manual/dral.1
	is_reported XX lint build/manual/dral.1
	shown build/manual/dral.1 | grep XX

# ---- Style -----------------------------------------------------------------

style_steps = format comments lints lints-of-clib documentation
style: $(style_steps)
$(style_steps): style-rust

style-rust:
	style_cargo --version && RUSTUP_AUTO_INSTALL=0 is_style_rust ||
	  rustup toolchain install "$$style_rust" --profile minimal \
	    --component rustfmt --component clippy

format:
	style_cargo fmt --all --check
	style_cargo fmt --manifest-path package/clib/cargo/Cargo.toml --check

# Formatters leave comments as they are.
comments:
	mapfile -t files < <(git ls-files '*.rs' '*.[ch]' '*.cl')
	(($${#files[@]} > 200))
	LC_ALL=C.UTF-8 ends_with 1 grep -n -P '^(?=.{81})\s*(//|/\*|\* )' "$${files[@]}"

lints:
	style_cargo clippy --locked --workspace --all-targets -- -D warnings

lints-of-clib:
	style_cargo clippy --locked --manifest-path package/clib/cargo/Cargo.toml \
	  --target-dir target/clib --all-targets -- -D warnings

documentation:
	RUSTDOCFLAGS='-D warnings' style_cargo doc --locked --workspace --no-deps

# ---- The library by meson --------------------------------------------------

# `main` is the machine's meson, or the newest; `minimum` the oldest that
# meson.build accepts.
meson-%: packages-build
	provide_meson $*

quick: library-static-main library-shared-main
all: library-static-minimum library-shared-minimum
# Both libraries contain the same object, so one of them runs the tests.
library-static-%: meson-%
	build_with_meson $* . build/meson/$*-static -Dbuildtype=release \
	  -Ddefault_library=static -Dtests=disabled
	is_one_object build/meson/$*-static/libdral.a
	has_symbols build/meson/$*-static/libdral.a ''

library-shared-%: meson-%
	build_with_meson $* . build/meson/$*-shared -Dbuildtype=release \
	  -Ddefault_library=shared
	exports_what_is_declared build/meson/$*-shared/libdral.so
	has_soname build/meson/$*-shared/libdral.so

quick: c-tests-main
all: c-tests-minimum
c-tests-%: library-shared-%
	meson $* test -C build/meson/$*-shared --print-errorlogs --suite quick

all: unit-tests-main unit-tests-minimum
unit-tests-%: library-shared-%
	meson $* test -C build/meson/$*-shared --print-errorlogs --suite unit

all: sweeps
sweeps: library-shared-main
	meson main test -C build/meson/main-shared --print-errorlogs --suite sweep

all: more-random-cases
more-random-cases: library-shared-main
	for seed in {1..20}; do
	  DRAL_SEED=$$seed build/meson/main-shared/c_tests/dral_c_tests --quick
	done

# ---- Drivers with the library as a subproject ------------------------------

drivers = driver-static driver-shared driver-of-layouts
quick: $(drivers:%=%-main)
all: $(drivers:%=%-minimum) driver-without-main driver-without-minimum
# With `auto`, meson would silently build the driver's own code if the library
# did not build.
driver-static-%: meson-%
	test_driver $* static release
driver-shared-%: meson-%
	test_driver $* shared debug

driver-of-layouts-%: meson-%
	copy_project examples/layout build/layout/$*/sources
	build_with_meson $* build/layout/$*/sources build/layout/$*/build \
	  --force-fallback-for dral
	meson $* test -C build/layout/$*/build --print-errorlogs

driver-without-%: meson-%
	copy_project examples/driver build/driver/$*-without/sources
	build_with_meson $* build/driver/$*-without/{sources,build} -Ddral=disabled
	meson $* test -C build/driver/$*-without/build --print-errorlogs

all: small-drivers-main small-drivers-minimum
# Every way to build one.
small-drivers-%: meson-%
	every_small_driver $*

quick: header-reference
# Doxygen warns about nothing, and about a planted error. It writes pages about
# functions and structs.
header-reference: meson-main
	copy_library build/docs-source
	build_with_meson main build/docs-source build/docs -Dtests=disabled \
	  -Ddocs=enabled
	all_exist build/docs/package/html/{index,dral_8h,structdral__draw}.html
	sed -i 's/\\param address /\\param adress /' build/docs-source/include/dral.h
	is_reported "argument 'adress'" meson main compile -C build/docs docs

all: edits-rebuild
# The object depends on every source, so an edit rebuilds it.
edits-rebuild: meson-main
	source=build/edits/source
	copy_library "$$source"
	build_with_meson main "$$source" build/edits/build -Dtests=disabled
	ninja="$$tools/meson-main/bin/ninja -C build/edits/build"
	diff <(find "$$PWD/$$source/src" -name '*.rs' | sort) \
	  <($$ninja -t deps dral.o | grep -o '/.*\.rs$$' | sort)
	for file in src/error.rs package/clib/rustc.args; do
	  $$ninja
	  $$ninja -n | grep 'no work to do'
	  touch "$$source/$$file"
	  $$ninja -n | grep 'Generating dral.o'
	done

# ---- Packages --------------------------------------------------------------

quick: crate-archive-quick installed-library-quick
crate-archive-quick: meson-main
	with_meson main ci/crate-check --quick
installed-library-quick: meson-main
	with_meson main ci/install-check --quick

all: crate-archive installed-library-main installed-library-minimum
crate-archive: meson-main cargo-c
	with_meson main ci/crate-check
installed-library-%: meson-%
	with_meson $* ci/install-check

cargo-c:
	cargo_program cargo-c 0.10.24+cargo-0.98.0 cargo-cinstall

quick: debian-crates
# The package names the holders of each crate that it contains.
debian-crates: packages-build
	crates=$$(package/debian/crates)
	(($$(wc -l <<<"$$crates") > 20))
	while read -r crate _; do
	  grep -F -x "Files: vendor/$$crate-*/*" package/debian/copyright
	done <<<"$$crates"

all: debian-packages
# From a tarball of this commit.
debian-packages: meson-main packages-debian
	tarball=$$(release_copy build/release-debian >&2 && ci/release >&2 &&
	  printf '%s\n' "$$PWD"/build/release/*.tar.gz)
	with_meson main ci/debian-check "$$tarball"

all: release-tag release-refuses-mistakes
release-tag:
	release_makes_tag_and_tarball
release-refuses-mistakes:
	release_refuses_mistakes

# ---- What forges and distributions read ------------------------------------

lint-tools: packages-build
	python3 -m venv build/tools/lint
	build/tools/lint/bin/python -m pip install reuse check-jsonschema

all: every-file-has-a-license
every-file-has-a-license: lint-tools
	build/tools/lint/bin/reuse lint

all: ci-files
ci-files: lint-tools
	ci_files

all: licenses-of-crates advisories-about-crates
cargo-deny:
	cargo_program cargo-deny 0.20.2 cargo-deny
licenses-of-crates: cargo-deny
	cargo deny --locked check licenses bans sources
advisories-about-crates: cargo-deny
	cargo deny --locked check advisories

# ---- Evidence --------------------------------------------------------------

quick: runner-finds-failures
# ./test itself, with planted steps.
runner-finds-failures:
	ci/runner-check

quick: mesa-check-finds-failures
# mesa/check, with models of a judge that says too little.
mesa-check-finds-failures:
	ci/verdicts-check

quick: quotes-of-planted-faults
quotes-of-planted-faults:
	evidence/faults/run --list

quick: evidence-of-rules
# The table in docs/project/testing.md is the one that evidence/rules prints.
evidence-of-rules: packages-build
	evidence/rules --check

quick: facts-of-proofs
# What the provers assume of products and quotients is true of real ones, and
# planted facts that are false are found.
facts-of-proofs: packages-build
	rm -rf build/facts
	mkdir -p build/facts/planted
	cp evidence/proofs/{facts.c,core.h} build/facts/planted
	facts() {
	  cc -O1 -Wall -Wextra -Wno-unused -fsanitize=undefined \
	    -fno-sanitize-recover=all -I include -I "$$1" $${2-} "$$1/facts.c" \
	    -o build/facts/program
	  build/facts/program
	}
	facts evidence/proofs
	facts evidence/proofs -DANY_PRODUCTS
	for fault in 's/result >= a);/result > a);/' 's/low <= comp/low < comp/'; do
	  sed "$$fault" evidence/proofs/model.h >build/facts/planted/model.h
	  is_reported FALSE facts build/facts/planted -DANY_PRODUCTS
	done

all: planted-faults
planted-faults: meson-main
	with_meson main evidence/faults/run

all: mutants
mutants:
	evidence/mutants

all: proofs
proofs: packages-proofs
	evidence/proofs/check

all: fuzzer
# A million executions for each subcommand.
fuzzer: nightly-rust
	evidence/fuzz/run 1000000

# ---- Memory errors ---------------------------------------------------------

quick: sanitizers-report-planted-errors
sanitizers-report-planted-errors: packages-build
	program=build/memory/planted-sanitized
	planted_errors planted-sanitized "-fsanitize=$$sanitizers" \
	  -fno-sanitize-recover=all
	is_reported heap-buffer-overflow "$$program" read
	is_reported stack-buffer-overflow "$$program" write
	is_reported 'detected memory leaks' "$$program" leak
	is_reported 'shift exponent 32' "$$program" shift

quick: sanitized-c-tests
# A tenth of the random cases has the same memory errors.
sanitized-c-tests: meson-main
	sanitized_tests build/memory/sanitized --test-args=--tenth

all: sanitized-library
sanitized-library: meson-main nightly-rust
	RUSTC='rustc +nightly' RUSTFLAGS=-Zsanitizer=address \
	  sanitized_tests build/memory/all-sanitized

all: valgrind-reports-planted-errors
valgrind-reports-planted-errors: packages-valgrind
	program=build/memory/planted-plain
	planted_errors planted-plain
	is_reported 'Invalid read' "$${valgrind[@]}" "$$program" read
	is_reported 'uninitialised' "$${valgrind[@]}" "$$program" uninitialized
	is_reported 'definitely lost' "$${valgrind[@]}" "$$program" leak

all: c-tests-under-valgrind
# A tenth of the random cases: all of them would take half an hour.
c-tests-under-valgrind: library-shared-main packages-valgrind
	meson main test -C build/meson/main-shared --print-errorlogs \
	  --suite quick --timeout-multiplier 10 --test-args=--tenth \
	  --wrapper "$${valgrind[*]}"

nightly-rust:
	provide_nightly

# 64 and 32 bits, little and big endian.
all: $(addprefix miri-,x86_64-unknown-linux-gnu i686-unknown-linux-gnu \
  s390x-unknown-linux-gnu powerpc-unknown-linux-gnu)
miri-%: nightly-rust
	MIRIFLAGS='-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check' \
	  cargo +nightly miri test --locked --package dral --target $* \
	  --target-dir build/memory/miri --lib --test known --test callers \
	  --no-fail-fast -- "$${too_long_for_miri[@]/#/--skip=}"

# ---- Other compilers and machines ------------------------------------------

all: oldest-rust
# It compiles the library, which needs no symbol, passes the tests, and keeps
# the size limits.
oldest-rust: meson-main
	export RUSTUP_TOOLCHAIN=$$(minimum_rust)
	rustc --version || rustup toolchain install "$$RUSTUP_TOOLCHAIN" \
	  --profile minimal
	build_with_meson main . build/meson/oldest-rust
	meson main test -C build/meson/oldest-rust --print-errorlogs \
	  --suite quick --suite unit
	has_symbols build/meson/oldest-rust/dral.o ''
	cargo test --locked --package dral --target-dir build/oldest-rust \
	  --no-fail-fast --test no_panic --test size

quick: older-rust-is-reported
older-rust-is-reported: meson-main
	rm -rf build/older-rust
	mkdir -p build/older-rust
	older=$$PWD/build/older-rust/rustc
	printf '%s\n' '#!/bin/sh' 'rustc "$$@" |' \
	  'sed -E "s/^(rustc |release: )[0-9.]+/\11.84.1/"' >"$$older"
	chmod +x "$$older"
	RUSTC=$$older is_reported "$$older is 1.84.1" \
	  meson main setup build/older-rust/build

rust-for-%:
	provide_target $*

all: without-std
without-std: rust-for-thumbv7em-none-eabi
	cargo build --locked --lib --package dral --target thumbv7em-none-eabi

all: riscv64-symbols
# A machine without a cross file here: only the object.
riscv64-symbols: rust-for-riscv64gc-unknown-linux-gnu packages-build
	rustc @package/clib/rustc.args --target riscv64gc-unknown-linux-gnu \
	  --emit=obj --out-dir build/cross/riscv64 src/lib.rs
	has_symbols build/cross/riscv64/dral.o "$${machine_needs[riscv64]}"

machines = aarch64 armv7 i686 s390x
machine_steps = $(addprefix clib-for-,$(machines)) \
  $(addprefix c-tests-static-on-,$(machines)) \
  $(addprefix c-tests-shared-on-,$(machines))
all: $(machine_steps)
rust-on-%: packages-machine-%
	provide_target "$$(machine_target $*)"
clib-for-%: rust-on-% cargo-clib
	alias_clib_elsewhere $*
c-tests-static-on-%: rust-on-% meson-main
	cross_tests $* static release
	is_one_object build/cross/$*-static/libdral.a
c-tests-shared-on-%: rust-on-% meson-main
	cross_tests $* shared debug
	exports_what_is_declared build/cross/$*-shared/libdral.so

# ---- The header for GPUs ---------------------------------------------------

quick: device-header-as-spirv
device-header-as-spirv: packages-device
	device_spirv

device-tests-build: cargo-clib packages-device
	build_device_tests

quick: device-tests-under-pocl-quick
# One version of OpenCL C, and one batch of each sweep.
device-tests-under-pocl-quick: device-tests-build
	device_tests CL1.2 1

all: device-tests-under-pocl
# PoCL decides which other versions it supports.
device-tests-under-pocl: device-tests-build
	versions=$$(device_versions)
	device_tests CL1.2
	for version in $${versions/CL1.2/}; do
	  device_tests "$$version" 1
	done

all: device-header-errors-are-found
device-header-errors-are-found: packages-device
	device_spirv_refuses_errors

all: device-test-faults-are-found
device-test-faults-are-found: device-tests-build
	device_tests_find_a_fault

all: device-header-without-builtins
device-header-without-builtins: meson-main
	build_with_meson main . build/device/portable -Dc_args=-DDRAL_DEVICE_PORTABLE
	meson main test -C build/device/portable --print-errorlogs --suite quick

all: indirect-draws-under-pocl
indirect-draws-under-pocl: meson-main packages-device
	build=build/device/indirect
	copy_project examples/indirect build/device/sources
	build_with_meson main build/device/sources "$$build" -Dwarning_level=3 \
	  --force-fallback-for dral
	meson main test -C "$$build" --print-errorlogs
	grep -E '^[0-9]+ draws, ' "$$build/meson-logs/testlog.txt"
	indirect_finds_faults "$$build"

# ---- Conformance, and Mesa -------------------------------------------------

quick: conformance
# On lavapipe and llvmpipe.
conformance: packages-conformance
	ci/conformance-check

quick: wrong-drivers
# The same, made wrong in each way of evidence/drivers/faults.csv.
wrong-drivers: packages-conformance
	evidence/drivers/run

mesa: mesa-drivers mesa-facts mesa-facts-planted
mesa-drivers: meson-main packages-mesa
	PATH=$$tools/meson-main/bin:$$PATH with_meson main mesa/check "$$MESA_TREE"
mesa-facts: packages-build
	mesa/facts "$$MESA_TREE"
mesa-facts-planted: packages-build
	mesa/facts --plant "$$MESA_TREE"

# ---- Last ------------------------------------------------------------------

quick: headers-with-clang
# Cargo would wait until cargo-tests ends.
headers-with-clang: packages-device
	CC=clang CXX=clang++ cargo test --locked --workspace --test headers
