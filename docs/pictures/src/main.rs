// SPDX-License-Identifier: MIT

//! Draws the pictures in docs/images/.

mod chart;
mod draw;
mod padding;
mod picture;

use std::fs;
use std::io;
use std::path::PathBuf;

/// Draws a picture as SVG.
type Draw = fn() -> io::Result<Vec<u8>>;

/// The pictures, by their files in docs/images/.
const PICTURES: [(&str, Draw); 2] =
    [("explain.svg", draw::draw), ("padding.svg", padding::draw)];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/images")
        .join(name)
}

fn main() -> io::Result<()> {
    for (name, draw) in PICTURES {
        fs::write(path(name), draw()?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_explains_the_draw_of_its_picture() {
        let readme = include_str!("../../../README.md");
        let call = format!("draw explain {} |", draw::options());
        assert!(readme.contains(&call), "{call}");
    }

    #[test]
    fn the_pictures_in_docs_are_drawn_again() {
        for (name, draw) in PICTURES {
            let drawn = draw().expect(name);
            let there = fs::read(path(name)).expect(name);
            let renew = "cargo run -p dral-pictures renews it";
            assert!(drawn == there, "docs/images/{name}: {renew}");
        }
    }
}
