// SPDX-License-Identifier: MIT

//! Names for C.

use crate::dynamic_state::{source, Command, Instruction, State};
use core::ffi::c_char;

/// The name of a state in Mesa: static, never NULL, and empty for an unknown
/// number.
///
/// \param state an enum dral_dynamic_state
///
/// Source: docs/dynamic-state.md, "States".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_state_name(state: u32) -> *const c_char {
    State::try_from(state).map_or(c"", State::name).as_ptr()
}

/// The name of a command in ANV: static, never NULL, and empty for an unknown
/// number.
///
/// \param command an enum dral_dynamic_command
///
/// Source: docs/dynamic-state.md, "Commands".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_command_name(command: u32) -> *const c_char {
    Command::try_from(command).map_or(c"", Command::name).as_ptr()
}

/// The name of an instruction in ANV: static, never NULL, and empty for an
/// unknown number.
///
/// \param instruction an enum dral_dynamic_instruction
///
/// Source: docs/dynamic-state.md, "Instructions".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_instruction_name(
    instruction: u32,
) -> *const c_char {
    Instruction::try_from(instruction).map_or(c"", Instruction::name).as_ptr()
}

/// The driver release that the table describes: static and never NULL. Compare
/// the table before using it with a later release.
///
/// Source: docs/dynamic-state.md, "The table".
#[unsafe(no_mangle)]
pub extern "C" fn dral_dynamic_source() -> *const c_char {
    source().as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;

    #[test]
    fn names_are_static_texts() {
        // SAFETY: by the promise of the functions.
        let length = |name| unsafe { CStr::from_ptr(name) }.count_bytes();
        for name in [
            dral_dynamic_state_name,
            dral_dynamic_command_name,
            dral_dynamic_instruction_name,
        ] {
            assert!(length(name(0)) > 0);
            assert_eq!(length(name(u32::MAX)), 0);
        }
        assert!(length(dral_dynamic_source()) > 0);
    }
}
