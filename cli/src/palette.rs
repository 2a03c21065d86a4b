// SPDX-License-Identifier: MIT

//! The colors of pages and pictures, by day and by night.

/// A color by its name in the style of pages, if they have it, and how it is
/// shown on a light and on a dark screen.
type Color = (&'static str, &'static str, &'static str);

/// The background.
pub const PAPER: &str = "#ffffff";
/// Text and borders.
pub const INK: &str = "#1a1a1a";
/// Cells that belong to nothing, and lines of grids.
pub const PALE: &str = "#dadada";
/// Axes.
pub const GREY: &str = "#6e6e6e";
/// Neighbors that differ, in rotation.
pub const TINTS: [&str; 4] = ["#cfe5f7", "#fde3c0", "#d5efdc", "#eadcf5"];

// Colors that people with any kind of color vision can tell apart, in greyscale
// too (Okabe and Ito).
/// What is computed.
pub const BLUE: &str = "#0072b2";
/// What is compared with it.
pub const ORANGE: &str = "#e69f00";

const COLORS: [Color; 16] = [
    ("paper", PAPER, "#14171a"),
    ("ink", INK, "#ececec"),
    ("quiet", "#595959", "#b0b4b8"),
    ("line", "#8c8c8c", "#7d8388"),
    ("link", "#0b57a4", "#8fc3ff"),
    ("box", "#f4f5f6", "#20252a"),
    ("stripe", "#8c8c8c", "#7d8388"),
    ("mark", "#ffe58a", "#6b5200"),
    ("tint0", TINTS[0], "#1d3f5c"),
    ("tint1", TINTS[1], "#573a0c"),
    ("tint2", TINTS[2], "#1b4731"),
    ("tint3", TINTS[3], "#432f5c"),
    ("", PALE, "#3a4046"),
    ("", GREY, "#9aa0a5"),
    ("", BLUE, "#56b4e9"),
    ("", ORANGE, "#f0b840"),
];

/// The variables of a page.
pub fn variables(is_dark: bool) -> String {
    let named = COLORS.iter().filter(|(name, ..)| !name.is_empty());
    let all = named.map(|(name, light, dark)| {
        let color = if is_dark { dark } else { light };
        format!("--{name}: {color};")
    });
    all.collect::<Vec<_>>().join(" ")
}

/// The style of a picture, whose colors are light without it.
pub fn style() -> String {
    let all = COLORS.map(|(_, light, dark)| {
        format!(
            "[fill=\"{light}\"]{{fill:{dark}}}\
             [stroke=\"{light}\"]{{stroke:{dark}}}"
        )
    });
    format!("@media(prefers-color-scheme:dark){{{}}}", all.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_color_has_one_dark_color() {
        for (name, light, dark) in COLORS {
            let same = COLORS.iter().find(|(_, other, _)| *other == light);
            assert_eq!(same.unwrap().2, dark, "{name} {light}");
        }
    }

    /// The relative luminance of the Web Content Accessibility Guidelines.
    fn luminance(color: &str) -> f64 {
        let part = |at: usize| {
            let part = u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            let part = f64::from(part) / 255.;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn text_has_the_contrast_that_wcag_demands() {
        let color = |wanted, is_dark| {
            let found = COLORS.iter().find(|(name, ..)| *name == wanted);
            let (_, light, dark) = found.unwrap();
            if is_dark {
                *dark
            } else {
                *light
            }
        };
        let on_page = ["paper", "box", "mark"];
        let tints = ["tint0", "tint1", "tint2", "tint3"];
        let pairs = on_page.map(|behind| ("ink", behind)).into_iter();
        let pairs = pairs.chain(tints.map(|behind| ("ink", behind)));
        let quiet = ["paper", "box"].map(|behind| ("quiet", behind));
        let links = ["paper", "box"].map(|behind| ("link", behind));
        for (ink, behind) in pairs.chain(quiet).chain(links) {
            for is_dark in [false, true] {
                let [a, b] =
                    [ink, behind].map(|name| luminance(color(name, is_dark)));
                let ratio = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(ratio >= 4.5, "{ink} on {behind}: {ratio}");
            }
        }
    }
}
