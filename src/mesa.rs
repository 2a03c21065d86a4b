// SPDX-License-Identifier: MIT

//! The releases of Mesa that a module has tables of.

use crate::modules::descriptor_layout::Error;
use crate::number::from_number;

/// A release of Mesa with tables. ANV of 25.0 has 24.3's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
#[repr(C)]
pub enum Mesa {
    /// 24.3
    V24_3 = 2403,
    /// 26.2
    V26_2 = 2602,
}

/// Lists the releases. The enum itself is above, because cbindgen does not look
/// into macros; the `match` does not compile if one of them is not listed.
macro_rules! releases {
    ($($release:ident => $name:literal,)+) => {
        impl Mesa {
            /// All of them, the oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$release),+];

            /// Its name, such as 26.2.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$release => $name,)+
                }
            }
        }

        from_number!(Mesa, else UnknownMesa, $($release),+);
    };
}

impl Mesa {
    /// The versions that its ANV supports: ten times the generation of the
    /// hardware.
    pub const fn anv_versions(self) -> &'static [u32] {
        match self {
            Self::V24_3 => &[90, 110, 120, 125, 200, 300],
            Self::V26_2 => &[90, 110, 120, 125, 200, 300, 350],
        }
    }
}

releases! {
    V24_3 => "24.3",
    V26_2 => "26.2",
}

#[cfg(test)]
mod tests {
    use super::Mesa;
    use std::format;

    #[test]
    fn the_number_of_a_release_is_its_name() {
        for mesa in Mesa::ALL {
            let number = *mesa as u32;
            let name = format!("{}.{}", number / 100, number % 100);
            assert_eq!(mesa.name(), name);
        }
        assert!(Mesa::ALL.is_sorted_by(|one, next| one < next));
    }
}
