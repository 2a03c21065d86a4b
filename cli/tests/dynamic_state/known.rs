// SPDX-License-Identifier: MIT

//! Known answers.

use crate::answer::{ask, told, Told};

const COMPLETED: &str = "Packed with the pipeline, completed at the draw";
const AT_DRAW: &str = "Packed at the draw";

fn answer(arguments: &str) -> Told {
    let answer = ask(arguments);
    assert_eq!(answer.status, 0, "{arguments}: {}", answer.errors);
    assert_eq!(answer.errors, "");
    told(&answer.output)
}

/// The instructions alone, in the order of their names.
fn instructions(told: &Told) -> Vec<&str> {
    let told = told.iter().filter(|(_, (heading, _))| {
        !heading.starts_with("The next draw")
            && !heading.starts_with("What can make")
    });
    told.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn the_answer_is_the_text_of_the_documentation() {
    let answer = ask("--hardware 120 CB_BLEND_CONSTANTS VP_VIEWPORT_COUNT \
                      RS_LINE_WIDTH");
    let expected = "\
The next draw emits at most 5 of 55 instructions
  hardware     120
  table of     Mesa 24.3.0
  after        VP_VIEWPORT_COUNT, RS_LINE_WIDTH, CB_BLEND_CONSTANTS
  nothing for  VP_VIEWPORT_COUNT

Packed with the pipeline, completed at the draw:
  CLIP    RS_LINE_WIDTH
  RASTER  RS_LINE_WIDTH
  SF      RS_LINE_WIDTH

Packed at the draw:
  CC_STATE      CB_BLEND_CONSTANTS
  CC_STATE_PTR  with CC_STATE
";
    assert_eq!(answer.output, expected);
    let rules = include_str!("../../../docs/dynamic-state.md");
    for line in expected.lines().filter(|line| !line.is_empty()) {
        assert!(rules.contains(&format!("\n    {line}\n")), "{line}");
    }
}

#[test]
fn all_that_forces_an_instruction_is_named() {
    let told = answer("--hardware 90 VP_VIEWPORTS RENDER_AREA PIPELINE");
    let expected = (COMPLETED.into(), "VP_VIEWPORTS, PIPELINE, RENDER_AREA");
    let clip = &told["CLIP"];
    assert_eq!((clip.0.clone(), clip.1.as_str()), expected);
    assert_eq!(told["SCISSOR"].1, "VP_VIEWPORTS, RENDER_AREA");
    // On this hardware each of the two brings the other.
    let with = "with VIEWPORT_CC_PTR";
    let reasons = format!("VP_VIEWPORTS, RENDER_AREA, {with}");
    assert_eq!(told["VIEWPORT_CC"].1, reasons);
    assert_eq!(told["VIEWPORT_CC_PTR"].1, "with VIEWPORT_CC");
    assert_eq!(told["VIEWPORT_CC_PTR"].0, AT_DRAW);
}

#[test]
fn hardware_and_features_decide() {
    let stencil = |options: &str| {
        let told = answer(&format!("DS_STENCIL_REFERENCE {options}"));
        instructions(&told).join(" ")
    };
    assert_eq!(stencil("--hardware 120"), "WM_DEPTH_STENCIL");
    assert_eq!(stencil("--hardware 90"), "PMA_FIX WM_DEPTH_STENCIL");
    assert_eq!(
        stencil("--with mesh-shading,wa-18019816803"),
        "WA_18019816803 WM_DEPTH_STENCIL"
    );
    assert_eq!(
        stencil("--hardware=90 --with wa-14018283232"),
        "PMA_FIX WM_DEPTH_STENCIL"
    );
}

#[test]
fn every_feature_changes_the_answer() {
    for (feature, instruction, changes) in [
        ("sample-locations", "SAMPLE_PATTERN", "--first-draw"),
        ("fragment-shading-rate", "CPS", "--first-draw"),
        ("mesh-shading", "SBE_MESH", "--first-draw"),
        ("wa-18019816803", "WA_18019816803", "DS_STENCIL_OP"),
        ("wa-14018283232", "WA_14018283232", "PIPELINE"),
        ("wa-16012775297", "VF_STATISTICS", "RESTART_INDEX"),
    ] {
        assert!(!answer(changes).contains_key(instruction), "{feature}");
        let with = answer(&format!("{changes} --with {feature}"));
        assert!(with.contains_key(instruction), "{feature}");
    }
    // This one needs two, and no change brings it, but the table tells.
    let (capture, workaround) = ("transform-feedback", "wa-16011773973");
    let streamout = |features: String| {
        let table = answer(&format!("--with {features}"));
        table["STREAMOUT"].1.contains("with SO_DECL_LIST")
    };
    assert!(!streamout(capture.into()));
    assert!(!streamout(workaround.into()));
    assert!(streamout(format!("{capture},{workaround}")));
}

#[test]
fn names_of_vulkan_are_the_states_behind_them() {
    let vulkan = ask("VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT");
    assert_eq!(vulkan, ask("VP_VIEWPORT_COUNT VP_VIEWPORTS"));
    assert_eq!(vulkan, ask("vp_viewports vp_viewport_count VP_VIEWPORTS"));
    let told = told(&vulkan.output);
    assert_eq!(told["nothing for"].1, "VP_VIEWPORT_COUNT");
}

#[test]
fn the_first_draw_and_blits_are_reasons() {
    let first = answer(
        "--hardware 110 --first-draw \
                        --with sample-locations,fragment-shading-rate",
    );
    let known = 0x0047_FFFF_9F80_7DBF_u64;
    assert_eq!(instructions(&first).len(), known.count_ones() as usize);
    assert_eq!(first["URB"].1, "first draw");
    assert_eq!(first["URB"].0, "Baked into the pipeline");
    assert!(!first.contains_key("INDEX_BUFFER"));
    let blit = answer("--after-blit RS_LINE_WIDTH");
    assert_eq!(blit["SF"].1, "RS_LINE_WIDTH, blit");
    assert!(!blit.contains_key("PS_BLEND"));
    let blit = answer("--after-fragment-blit");
    assert_eq!(blit["PS_BLEND"].1, "blit with fragment program");
}

#[test]
fn another_pipeline_brings_its_words() {
    let words = "all that the pipeline has packed";
    assert!(ask("PIPELINE").output.contains(words));
    assert!(!ask("RENDER_TARGETS").output.contains(words));
}

#[test]
fn without_changes_the_whole_table_is_told() {
    for version in [90, 110, 120, 125, 200, 300] {
        let table = answer(&format!("--hardware {version}"));
        assert_eq!(instructions(&table).len(), 55);
        assert_eq!(table["hardware"].1, version.to_string());
        assert_eq!(
            table["TE"].1,
            format!(
                "TS_DOMAIN_ORIGIN, PIPELINE, {}",
                "other words in the pipeline"
            )
        );
        assert_eq!(table["VS"].1, "other words in the pipeline");
        assert_eq!(table["VF_STATISTICS"].1, "the first pipeline");
        assert_eq!(table["VF_SGVS_VI"].1, "nothing");
        let tbimr = if version == 125 { "RENDER_TARGETS" } else { "nothing" };
        assert_eq!(table["TBIMR_TILE_PASS_INFO"].1, tbimr);
    }
}
