// SPDX-License-Identifier: MIT

//! Updates the part of a document that the bench writes.

use crate::Failure;

const BEGIN: &str = "<!-- measured: begin -->\n";
const END: &str = "<!-- measured: end -->\n";

/// The document with `results` between the marks.
pub fn replace(document: &str, results: &str) -> Result<String, Failure> {
    let parts = document.split_once(BEGIN).and_then(|(before, rest)| {
        rest.split_once(END).map(|(_, after)| (before, after))
    });
    let (before, after) = parts.ok_or_else(|| {
        format!("the document has no {} and {}", BEGIN.trim(), END.trim())
    })?;
    Ok(format!("{before}{BEGIN}\n{results}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_between_the_marks_changes() {
        let document = format!("a\n{BEGIN}old\n{END}z\n");
        let once = replace(&document, "new\n").unwrap();
        assert_eq!(once, format!("a\n{BEGIN}\nnew\n\n{END}z\n"));
        assert_eq!(replace(&once, "new\n").unwrap(), once);
        assert!(replace("no marks", "new\n").is_err());
    }
}
