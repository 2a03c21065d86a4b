// SPDX-License-Identifier: MIT

//! Invalid arguments.

use crate::answer::ask;

#[test]
fn arguments_that_are_none_are_told() {
    for (arguments, value) in [
        ("VP_VIEWPORTS VIEWPORTS", "VIEWPORTS"),
        ("CLIP", "CLIP"),
        ("VK_DYNAMIC_STATE_VIEWPORT_SWIZZLE_NV", "SWIZZLE_NV"),
        ("--hardware 121", "121"),
        ("--hardware=12.5", "12.5"),
        ("--hardware 4294967386", "4294967386"),
        ("--hardware -90", "-9"),
        ("--with mesh", "mesh"),
        ("--with mesh-shading,wa-1", "wa-1"),
        ("--blit", "--blit"),
    ] {
        let answer = ask(arguments);
        assert_eq!(answer.status, 2, "{arguments}");
        assert_eq!(answer.output, "", "{arguments}");
        let first = answer.errors.lines().next().unwrap_or_default();
        assert!(first.starts_with("error: "), "{arguments}: {first}");
        assert!(first.contains(value), "{arguments}: {first}");
    }
}
