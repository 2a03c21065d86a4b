// SPDX-License-Identifier: MIT

//! `dral dynamic-state`: the instructions that a draw emits after changes,
//! where and why; or everything that can make each instruction necessary.

pub mod change;

use crate::choice::{choice, Choice};
use crate::failure::{Failure, Outcome};
use crate::output::{print, Sheet};
use crate::streams::Streams;
use change::{text, Change};
use clap::Args;
use dral::dynamic_state::{
    differs, source, Command, Commands, Device, Feature, Instruction,
    Instructions, Site, States,
};
use serde::Serialize;

#[derive(Args)]
pub struct Arguments {
    /// What has changed: states (VP_VIEWPORTS), dynamic states of Vulkan
    /// (VK_DYNAMIC_STATE_VIEWPORT), commands (PIPELINE); without any, prints
    /// what can make each instruction necessary
    #[arg(value_name = "CHANGE", value_parser = change::CHANGE,
          hide_possible_values = true)]
    pub changes: Vec<Change>,
    /// Intel's generation times ten: 90, 110, 120, 125, 200 or 300
    #[arg(long, value_name = "VERSION", default_value = "125",
          value_parser = change::version)]
    pub hardware: u32,
    /// Extensions and workarounds of the device; repeatable
    #[arg(
        long,
        value_name = "FEATURE",
        value_parser = choice(&FEATURES),
        value_delimiter = ','
    )]
    pub with: Vec<Feature>,
    /// The draw is the first of its command buffer
    #[arg(long)]
    pub first_draw: bool,
    /// The driver cleared or copied on the 3D pipeline before the draw
    #[arg(long)]
    pub after_blit: bool,
    /// It did so with a fragment program
    #[arg(long)]
    pub after_fragment_blit: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

const FEATURES: [Choice<Feature>; 8] = [
    ("sample-locations", Feature::SampleLocations, "VK_EXT_sample_locations"),
    (
        "fragment-shading-rate",
        Feature::FragmentShadingRate,
        "VK_KHR_fragment_shading_rate",
    ),
    ("mesh-shading", Feature::MeshShading, "VK_EXT_mesh_shader"),
    (
        "transform-feedback",
        Feature::TransformFeedback,
        "A pipeline that captures transform feedback",
    ),
    (
        "wa-18019816803",
        Feature::Wa_18019816803,
        "Intel's workaround 18019816803",
    ),
    (
        "wa-14018283232",
        Feature::Wa_14018283232,
        "Intel's workaround 14018283232",
    ),
    (
        "wa-16012775297",
        Feature::Wa_16012775297,
        "Intel's workaround 16012775297",
    ),
    (
        "wa-16011773973",
        Feature::Wa_16011773973,
        "Intel's workaround 16011773973",
    ),
];

/// The width of a list of reasons, which begins to the right of the instruction
/// names.
const WIDTH: usize = 56;

fn heading(site: Site) -> &'static str {
    match site {
        Site::Final => "Baked into the pipeline",
        Site::Partial => "Packed with the pipeline, completed at the draw",
        Site::Dynamic => "Packed at the draw",
        Site::Pseudo => "No instruction of its own",
    }
}

/// A device and what has changed on it.
struct Question {
    device: Device,
    /// Changed states, commands and other events, with the instructions that
    /// each makes necessary.
    causes: Vec<(String, Instructions)>,
}

impl Question {
    /// The question about these states and commands.
    fn new(device: Device, change: Change) -> Self {
        let states = change.states.iter().map(|state| {
            let emitted = device.triggered(state.into(), Commands::EMPTY);
            (text(state.name()), emitted)
        });
        let commands = change.commands.iter().map(|command| {
            let emitted = device.triggered(States::EMPTY, command.into());
            (text(command.name()), emitted)
        });
        Self { device, causes: states.chain(commands).collect() }
    }

    /// Everything that makes an instruction necessary, including other emitted
    /// instructions; empty if it is not necessary.
    fn reasons(
        &self,
        instruction: Instruction,
        emitted: Instructions,
    ) -> Vec<String> {
        let of = self.device.accompanied(instruction);
        let of = of.intersection(emitted);
        let mut reasons = self.names(|emitted| emitted.contains(instruction));
        reasons.extend(of.iter().map(|of| format!("with {}", text(of.name()))));
        reasons
    }

    /// The names of the causes of such instructions.
    fn names(&self, such: impl Fn(Instructions) -> bool) -> Vec<String> {
        let causes = self.causes.iter().filter(|(_, emitted)| such(*emitted));
        causes.map(|(name, _)| name.clone()).collect()
    }
}

/// The instructions that a draw emits after the changes.
fn emitted(question: &Question) -> Instructions {
    let causes = question.causes.iter().map(|(_, emitted)| *emitted);
    let all = causes.fold(Instructions::EMPTY, Instructions::union);
    question.device.with_companions(all)
}

/// Why binding a pipeline can emit an instruction, if it can.
fn reason_of_words(instruction: Instruction) -> Option<&'static str> {
    match differs(instruction, &[0], &[1]) {
        Ok(true) => Some("other words in the pipeline"),
        Ok(false) => Some("the first pipeline"),
        Err(_) => None,
    }
}

/// An instruction, and what can make it necessary.
#[derive(Serialize)]
struct Necessary {
    name: String,
    site: &'static str,
    reasons: Vec<String>,
}

/// The instructions that a draw emits after the causes; without causes, all
/// instructions with everything that can make them necessary.
#[derive(Serialize)]
struct Answer {
    hardware: u32,
    table_of: String,
    causes: Vec<String>,
    without_instructions: Vec<String>,
    instructions: Vec<Necessary>,
}

impl Answer {
    fn new(question: &Question) -> Self {
        let device = question.device;
        let is_table = question.causes.is_empty();
        let everything =
            Change { states: States::ALL, commands: Commands::ALL };
        let everything = Question::new(device, everything);
        let (asked, all) = match is_table {
            true => (&everything, Instructions::ALL),
            false => (question, emitted(question)),
        };
        let mut instructions = Vec::new();
        for site in Site::all() {
            for one in all.intersection(site.instructions()).iter() {
                let mut reasons = asked.reasons(one, all);
                if is_table {
                    reasons.extend(reason_of_words(one).map(String::from));
                }
                let name = text(one.name());
                let site = heading(site);
                instructions.push(Necessary { name, site, reasons });
            }
        }
        Self {
            hardware: device.version(),
            table_of: text(source()),
            causes: question.names(|_| true),
            without_instructions: question.names(Instructions::is_empty),
            instructions,
        }
    }

    fn sheet(&self) -> Sheet {
        let Self { causes, without_instructions, instructions, .. } = self;
        let mut sheet = Sheet::default();
        if causes.is_empty() {
            sheet.heading("What can make an instruction necessary");
        } else {
            sheet.heading(format_args!(
                "The next draw emits at most {} of {} instructions",
                instructions.len(),
                Instructions::ALL.iter().count()
            ));
        }
        sheet.line("hardware", self.hardware);
        sheet.line("table of", &self.table_of);
        for (label, names) in
            [("after", causes), ("nothing for", without_instructions)]
        {
            paragraph(&mut sheet, label, &names.join(", "));
        }
        let mut last = "";
        for Necessary { name, site, reasons } in instructions {
            if *site != last {
                last = site;
                sheet.heading(format_args!("{site}:"));
            }
            let reasons = match &reasons[..] {
                [] => "nothing".into(),
                reasons => reasons.join(", "),
            };
            paragraph(&mut sheet, name, &reasons);
        }
        if causes.contains(&text(Command::Pipeline.name())) {
            sheet.heading(
                "In addition: packed instructions whose words differ from the \
                 last pipeline's.",
            );
        }
        sheet
    }
}

/// A name, followed by its text, wrapped, if it has one.
fn paragraph(sheet: &mut Sheet, name: &str, text: &str) {
    let lines = textwrap::wrap(text, WIDTH);
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    for (name, line) in names.zip(lines) {
        sheet.line(name, line);
    }
}

/// Prints the answer for a device. Once the arguments are parsed, nothing can
/// be refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let features =
        arguments.with.iter().fold(0, |bits, &feature| bits | feature as u32);
    let device = Device::new(arguments.hardware, features)
        .map_err(|error| Failure::Message(error.to_string()))?;
    let none = Change::default();
    let change = arguments.changes.iter().fold(none, |all, one| Change {
        states: all.states.union(one.states),
        commands: all.commands.union(one.commands),
    });
    let mut question = Question::new(device, change);
    for (happened, name, emitted) in [
        (arguments.first_draw, "first draw", device.initial()),
        (arguments.after_blit, "blit", device.after_blit(false)),
        (
            arguments.after_fragment_blit,
            "blit with fragment program",
            device.after_blit(true),
        ),
    ] {
        if happened {
            question.causes.push((name.into(), emitted));
        }
    }
    let answer = Answer::new(&question);
    print(arguments.json, &answer, Answer::sheet, streams)?;
    Ok(Outcome::Complete)
}
