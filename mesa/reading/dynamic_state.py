#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/reference/dynamic-state.md in a tree of Mesa.

Compares: docs/reference/dynamic-state.md: Devices; States; Commands;
Instructions; Triggers; Companions; The first draw; Blits.

Reads from the source of ANV what makes each instruction of the 3D pipeline
necessary, and compares it with the rows of c_tests/data/ for that release. The
tests compare the table in src/modules/dynamic_state/, which is written by
hand, with these rows. This writes them:

    mesa/reading/dynamic_state.py MESA_TREE

What the script reads:

- in genX_gfx_state.c, the conditions under which functions update the fields of
  instructions, and the instructions that are emitted with others;
- in anv_cmd_buffer.c, the instructions whose words are part of a shader;
- in anv_device.c and genX_blorp_exec.c, what the first draw and a blit emit.

It evaluates `#if` for each generation of the hardware; a workaround counts as
a feature.
"""

import csv
import re
import sys
from collections import defaultdict
from pathlib import Path

from source import ROOT, Missing

DATA = ROOT / "c_tests/data"
RELEASE = "2602"
LAST = 2 ** 32 - 1

FEATURES = {"EXT_sample_locations": 0x1, "KHR_fragment_shading_rate": 0x2,
            "EXT_mesh_shader": 0x4, "xfb_info": 0x8, "18019816803": 0x10,
            "14018283232": 0x20, "16012775297": 0x40, "16011773973": 0x80,
            "18038825448": 0x100, "14024997852": 0x200,
            "18019110168": 0x400, "18020335297": 0x800}
MESH = FEATURES["EXT_mesh_shader"]

STAGES = {"VERTEX": "VS", "TESS_CTRL": "HS", "TESS_EVAL": "DS",
          "GEOMETRY": "GS", "TASK": "TASK", "MESH": "MESH",
          "FRAGMENT": "PS"}
PRERASTER = ["VS", "HS", "DS", "GS", "MESH"]


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def preprocessed(text, version):
    """The lines that a compiler sees for a version. Words in a part for a
    workaround have its number as a suffix: VS@18019110168."""
    lines, active = [], [(True, "")]
    for line in text.splitlines():
        word = line.strip().lstrip("#").strip() if line.startswith("#") else ""
        if word.startswith("if"):
            wa = re.search(r"INTEL_(?:NEEDS_)?WA_(\d+)", word)
            on = True
            if not wa:
                on = bool(eval(  # Only numbers and comparisons are left.
                    re.sub(r"&&", " and ", re.sub(r"\|\|", " or ", re.sub(
                        r"^if ", "", word)))
                    .replace("GFX_VERx10", str(version))
                    .replace("GFX_VER", str(version // 10))))
            active.append((on, f"@{wa[1]}" if wa else ""))
        elif word.startswith("else"):
            on, suffix = active.pop()
            active.append((bool(suffix) or not on, ""))
        elif word.startswith("endif"):
            active.pop()
        elif all(on for on, _ in active):
            suffix = "".join(s for _, s in active)
            if suffix:
                line = re.sub(r"\b(ANV_CMD_DIRTY_\w+|MESA_VK_DYNAMIC_\w+|"
                              r"ANV_GFX_STATE_\w+)", rf"\1{suffix}", line)
                line = re.sub(r"\b(SET|SET_STAGE|IS_DIRTY)\((\w+)",
                              rf"\1(\2{suffix}", line)
            lines.append(line)
    return "\n".join(lines)


def body(text, start):
    """From an opening brace to its end, and where it ends."""
    depth, at = 0, text.index("{", start)
    for end in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[at + 1:end], end
    raise ValueError(text[start:start + 60])


def function(text, name):
    found = [m for m in re.finditer(rf"^{re.escape(name)}\(", text, re.M)]
    return body(text, found[-1].start())[0]


def condition(text, start):
    """The text between parentheses, and where it ends."""
    depth, at = 0, text.index("(", start)
    for end in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return text[at + 1:end], end
    raise ValueError(text[start:start + 60])


def features_of(text):
    """The features that a condition requires."""
    names = re.findall(r"enabled_extensions\.(\w+)|"
                       r"intel_needs_workaround\([\w>-]+, (\d+)\)|(xfb_info)",
                       text)
    return sum({FEATURES[name] for found in names for name in found
                if name in FEATURES})


def suffixed(word):
    """A word, and the features of its suffixes."""
    name, *numbers = word.split("@")
    return name, sum(FEATURES.get(number, 0) for number in set(numbers))


def causes_in(text):
    """The states and commands in a condition, with features."""
    for word in re.findall(r"MESA_VK_DYNAMIC_(\w+(?:@\d+)*)", text):
        name, features = suffixed(word)
        yield "states", name, features
    for word in re.findall(r"ANV_CMD_DIRTY_(\w+(?:@\d+)*)", text):
        name, features = suffixed(word)
        if name == "ALL_SHADERS":
            for stage in STAGES.values():
                yield "commands", stage, \
                    MESH if stage in ("TASK", "MESH") else 0
        elif name == "PRERASTER_SHADERS":
            for stage in PRERASTER:
                yield "commands", stage, features
        else:
            yield "commands", name, features


SETS = re.compile(r"(?:\bSET|SET_STAGE|SETUP_PROVOKING_VERTEX(?:_FSB)?|SET_VP)"
                  r"\((\w+(?:@\d+)*),")
DIRTY = re.compile(r"BITSET_SET\(hw_state->(?:pack|emit)_dirty,\s*"
                   r"ANV_GFX_STATE_(\w+(?:@\d+)*)\)")


def instructions_in(text, updates):
    for word in SETS.findall(text) + DIRTY.findall(text):
        yield suffixed(word)
    for name in re.findall(r"\b(update_\w+)\(", text):
        yield from updates[name]


class Tables:
    """What a version has."""

    def __init__(self, tree, version):
        source = tree / "src/intel/vulkan"
        read = lambda name: preprocessed(without_comments(
            (source / name).read_text()), version)
        self.version = version
        # (instruction, features, kind): names
        self.causes = defaultdict(set)
        text = read("genX_gfx_state.c")
        self.emitted = self.emissions(text)
        self.runtime(text)
        self.shaders(read("anv_cmd_buffer.c"))
        self.companions(text)

    def add(self, instruction, features, kind, name):
        if instruction in self.emitted:
            features |= self.emitted[instruction]
            # A workaround's own bit.
            number = instruction.removeprefix("WA_")
            features |= FEATURES.get(number, 0)
            self.causes[instruction, features, kind].add(name)

    def emissions(self, text):
        """The instructions that this version can emit, with features."""
        emission = function(text, "cmd_buffer_gfx_state_emission")
        at = emission.find("if (device->vk.enabled_extensions.EXT_mesh_shader)")
        mesh = body(emission, at)[0] if at >= 0 else ""
        emitted = {}
        for word in re.findall(r"IS_DIRTY\((\w+(?:@\d+)*)\)", emission):
            emitted[suffixed(word)[0]] = 0
        for name in re.findall(r"IS_DIRTY\((\w+)\)", mesh):
            emitted[name] = MESH
        self.either = re.findall(
            r"if \(IS_DIRTY\((\w+)(?:@\d+)*\) \|\| "
            r"IS_DIRTY\((\w+)(?:@\d+)*\)\)", emission)
        return emitted

    def runtime(self, text):
        updates = {}
        for name in set(re.findall(r"^(update_\w+)\(", text, re.M)):
            updates[name] = set(instructions_in(function(text, name), {}))
        flush = function(text, "cmd_buffer_flush_gfx_runtime_state")
        while (at := re.search(r"\bif \(", flush)) is not None:
            # What is outside of any condition: a workaround's field.
            for word in SETS.findall(flush[:at.start()]):
                name, features = suffixed(word)
                self.outside(name, features)
            tested, end = condition(flush, at.start())
            rest = flush[end + 1:]
            if rest.lstrip().startswith("{"):
                done, stop = body(rest, 0)
            else:
                stop = rest.index(";")
                done = rest[:stop]
            # Conditions that were computed before, with their names.
            for name in re.findall(r"\b[a-z]\w+\b", tested):
                found = re.search(rf"bool {name} =(.*?);", flush[:at.start()],
                                  re.S)
                tested += found[1] if found else ""
            self.tested(tested, set(instructions_in(done, updates)))
            flush = rest[stop + 1:]

    def outside(self, name, features):
        """A field that is updated before every draw: its value depends on the
        topology, which the stage DS can change, and on whether primitives
        restart."""
        assert name == "WA_14024997852", name
        self.add(name, features, "states", "IA_PRIMITIVE_TOPOLOGY")
        self.add(name, features, "states", "IA_PRIMITIVE_RESTART_ENABLE")
        self.add(name, features, "commands", "DS")

    def tested(self, tested, instructions):
        required = features_of(tested)
        causes = set(causes_in(tested))
        if "ANV_GFX_STATE_FS_CONFIG" in tested:
            for (name, features, kind), names in list(self.causes.items()):
                if name == "FS_CONFIG":
                    causes |= {(kind, cause, features) for cause in names}
        for instruction, of_set in instructions:
            for kind, cause, features in causes:
                self.add(instruction, required | of_set | features, kind,
                         cause)

    def shaders(self, text):
        bind = function(text, "bind_graphics_shaders")
        skipped = set(re.findall(r"s == MESA_SHADER_(\w+)", bind))
        for name in re.findall(r"diff_\w+_state_stage\((\w+), ", bind):
            for stage in STAGES.keys() - skipped:
                self.add(name, 0, "commands", STAGES[stage])
        cases = re.split(r"case MESA_SHADER_(\w+):", bind)[1:]
        for stage, case in zip(cases[::2], cases[1::2]):
            case = case.split("break;")[0]
            if self.version < 110:
                case = re.sub(r"if \([^)]*ver >= 11\)\s*diff\w+\([^;]*;", "",
                              case)
            for name in re.findall(r"diff_\w+_state\((\w+), ", case) \
                    + DIRTY.findall(case):
                self.add(suffixed(name)[0], 0, "commands", STAGES[stage])

    def companions(self, text):
        flush = re.search(r"^genX\(cmd_buffer_flush_gfx_hw_state\)", text,
                          re.M)
        flush = body(text, flush.start())[0]
        for at in re.finditer(r"\bif \(", flush):
            tested, end = condition(flush, at.start())
            of = re.findall(r"BITSET_TEST\(hw_state->emit_dirty, "
                            r"ANV_GFX_STATE_(\w+)", tested)
            if not of or "_SHADER" in "".join(of):
                continue
            rest = flush[end + 1:]
            done = body(rest, 0)[0] if rest.lstrip().startswith("{") \
                else rest[:rest.index(";") + 1]
            for word in DIRTY.findall(done):
                name = suffixed(word)[0]
                for cause in set(of) - {name}:
                    self.add(name, features_of(tested), "instructions", cause)
        for name, cause in self.either:
            self.add(name, FEATURES[cause.removeprefix("WA_")],
                     "instructions", cause)


def versions(tree):
    meson = (tree / "src/intel/vulkan/meson.build").read_text()
    found = re.search(r"foreach _gfx_ver : \[(.*?)\]", meson)
    return [int(number) for number in re.findall(r"\d+", found[1])]


def enumerators(text, name, prefix):
    """The names of an enum, in their order."""
    found = re.search(rf"enum {name} {{(.*?)}};", without_comments(text), re.S)
    return [n for n in re.findall(rf"^ *{prefix}(\w+)", found[1], re.M)
            if not n.endswith("MAX")]


def rows(tree):
    """A row for each instruction, range of versions and set of features; a
    cause that needs fewer features, or has more versions, is in one row."""
    all_versions = versions(tree)
    at = defaultdict(set)
    for version in all_versions:
        for (name, features, kind), causes in \
                Tables(tree, version).causes.items():
            for cause in causes:
                at[name, kind, cause, features].add(version)
    for (name, kind, cause, features), found in list(at.items()):
        for (other, o_kind, o_cause, fewer), o_found in at.items():
            if (other, o_kind, o_cause) == (name, kind, cause) and \
                    fewer != features and fewer & features == fewer:
                at[name, kind, cause, features] = \
                    at[name, kind, cause, features] - o_found
    merged = defaultdict(lambda: defaultdict(set))
    for (name, kind, cause, features), found in at.items():
        for run in runs(sorted(found), all_versions):
            merged[name, run, features][kind].add(cause)
    private = (tree / "src/intel/vulkan/anv_private.h").read_text()
    state = (tree / "src/vulkan/runtime/vk_graphics_state.h").read_text()
    order = {"instructions": enumerators(private, "anv_gfx_state_bits",
                                         "ANV_GFX_STATE_"),
             "commands": enumerators(private, "anv_cmd_dirty_bits",
                                     "ANV_CMD_DIRTY_"),
             "states": enumerators(state, "mesa_vk_dynamic_graphics_state",
                                   "MESA_VK_DYNAMIC_")}
    names = order["instructions"]
    for (name, (low, high), features), of in sorted(
            merged.items(), key=lambda row: (names.index(row[0][0]),
                                             row[0][1:])):
        yield [RELEASE, name, low, high, features] + [
            " ".join(sorted(of[kind], key=order[kind].index))
            for kind in ("states", "commands", "instructions")]


def runs(found, every):
    """Ranges of versions, which begin at 0 and end at the last number where
    the driver has no others."""
    result, index = [], 0
    while index < len(found):
        start = every.index(found[index])
        length = 0
        while index + length < len(found) and start + length < len(every) \
                and every[start + length] == found[index + length]:
            length += 1
        low = 0 if start == 0 else every[start]
        after = start + length
        high = LAST if after == len(every) else every[after] - 1
        result.append((low, high))
        index += length
    return result


def initial(tree, version, features):
    """The instructions of the first draw, by name."""
    source = tree / "src/intel/vulkan"
    device = without_comments((source / "anv_device.c").read_text())
    private = (source / "anv_private.h").read_text()
    cleared = set()
    text = device[device.index("BITSET_ONES(device->gfx_dirty_state)"):]
    text = text[:text.index("queue_count")]
    for statement in re.findall(
            r"(?:if \(((?:[^()]|\([^()]*\))*)\)\s*)?"
            r"((?:{[^}]*})|BITSET_CLEAR\([^;]*;)", text):
        tested, done = statement
        ver = re.search(r"ver (<|>) (\d+)", tested)
        needed = features_of(tested)
        if ver:
            on = eval(f"{version // 10} {ver[0][4:]}")
        elif needed:
            on = features & needed != needed
        else:
            on = True
        if on:
            cleared |= set(re.findall(r"ANV_GFX_STATE_(\w+)", done))
    return set(enumerators(private, "anv_gfx_state_bits",
                           "ANV_GFX_STATE_")) - cleared


def after_blit(tree, version, features, program):
    """The instructions that a blit overwrites, by name."""
    text = preprocessed(without_comments(
        (tree / "src/intel/vulkan/genX_blorp_exec.c").read_text()), version)
    at = [m.start() for m in re.finditer(
        r"BITSET_SET\(hw_state->emit_dirty, ANV_GFX_STATE_URB\)", text)][-1]
    flags = text[at:text.index("BITSET_OR(", at)]
    for word, on in (("use_mesh_shading", features & MESH),
                     ("fs_prog_data", program)):
        start = flags.index("if (", flags.index(word) - 40)
        done, end = body(flags, start)
        flags = flags[:start] + (done if on else "") + flags[end + 1:]
    found = {suffixed(word)[0] for word in DIRTY.findall(flags)}
    # Before the blit: each if the last draw left another value.
    for number in ("18019816803", "14018283232"):
        assert number in text
        if features & FEATURES[number]:
            found.add(f"WA_{number}")
    return found


def masks(tree):
    """Rows of dynamic_state_known.csv, with the library's bits."""
    header = (ROOT / "include/dral_dynamic_state.h").read_text()
    bit = {name: 1 << int(number) for name, number in re.findall(
        r"DRAL_DYNAMIC_INSTRUCTION_(\w+) = (\d+)", header)}
    mask = lambda names: f"0x{sum(bit[name] for name in names):X}"
    everything = 2 * max(FEATURES.values()) - 1
    for version in versions(tree):
        for features in (0, everything, *FEATURES.values()):
            given = f"{RELEASE} {version} 0x{features:X}"
            yield ["a first draw", "initial", given,
                   mask(initial(tree, version, features))]
            if features not in (0, everything) and version != 125:
                continue
            for program in (0, 1):
                yield ["a blit", "after_blit", f"{given} {program}",
                       mask(after_blit(tree, version, features, program))]


def compare(page, name, found, listed):
    """Prints the rows that differ."""
    found = [[str(value) for value in row] for row in found]
    if not found or not listed:
        raise Missing(f"dynamic-state: no {name}")
    page.compared += len(found)
    for sign, one, other in (("the tree", found, listed),
                             ("dral", listed, found)):
        for row in one:
            if row not in other:
                page.differences += 1
                print(f"dynamic-state: {name}: only {sign} has",
                      ",".join(row))


def check(page):
    if str(page.release) != RELEASE:
        print("dynamic-state: the script reads no tree before 26.2")
        return
    for name in ("genX_gfx_state.c", "anv_cmd_buffer.c", "anv_device.c",
                 "genX_blorp_exec.c", "anv_private.h", "meson.build"):
        page.text(f"src/intel/vulkan/{name}")
    page.text("src/vulkan/runtime/vk_graphics_state.h")
    try:
        causes, known = list(rows(page.tree)), list(masks(page.tree))
    except (ValueError, AttributeError, IndexError, KeyError) as error:
        raise Missing(f"dynamic-state: the source has another form: {error}")

    def listed(name, of_release):
        with open(DATA / f"{name}.csv") as file:
            return [row for row in csv.reader(file) if of_release(row)]

    compare(page, "causes", causes, listed(
        "dynamic_state_causes", lambda row: row[0] == RELEASE))
    compare(page, "first draws and blits", known, listed(
        "dynamic_state_known", lambda row: row[2].startswith(RELEASE)
        and row[1] in ("initial", "after_blit")))
    # A name in a condition that the driver reads for all hardware.
    for file, pattern in (
            ("genX_gfx_state.c", r"(MESA_VK_DYNAMIC_\w+)"),
            ("genX_gfx_state.c", r"ANV_CMD_DIRTY_(\w+)"),
            ("anv_device.c", r"BITSET_CLEAR\([^;]*ANV_GFX_STATE_(\w+)\)"),
            ("genX_blorp_exec.c", r"emit_dirty, ANV_GFX_STATE_(\w+)\)")):
        file = f"src/intel/vulkan/{file}"
        for found in list(re.finditer(pattern, page.text(file)))[::12]:
            page.places.append((file, found.start(1), found.end(1),
                                found[1]))


if __name__ == "__main__":
    tree = Path(sys.argv[1])
    csv.writer(sys.stdout, lineterminator="\n").writerows(
        list(rows(tree)) + list(masks(tree)))
