#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets programs that are not this project's draw with each driver, and checks
all their traces:

    programs.py WORK DRAL [--gpus LIST] [--drivers LIST] [--only REGEX]

WORK is the folder of integration/mesa/check, with the drivers built. The
programs are piglit's tests of instanced, indexed and indirect draws and of
vertex formats and strides, and those of PROGRAMS. Nobody looks at what they
draw, because the drm-shim draws nothing.

Prints a row for each test and GPU where a driver without the tables has
findings, and for each program what changes from draw to draw. Fails if the
driver with the tables has a finding, if the others have one that is no known
defect, or if a program or a driver draws nothing.
"""

import argparse
import ast
import collections
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import typing
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
PIGLIT = pathlib.Path("/usr/lib/x86_64-linux-gnu/piglit")
DRIVERS = ("stock", "swapped", "tables")

# Of the tests in piglit's list, by name.
TESTS = re.compile(
    r"@(arb|ext|oes|nv|amd)_[a-z_]*(instanced|base_instance|draw_indirect|"
    r"multi_draw|base_vertex|shader_draw_param|vertex_type|vertex_half|"
    r"vertex_attrib|vertex_buffer|vertex_array|instanced_arrays)"
    r"|draw-(elements|arrays|vertices|prim)|array-stride|attribs"
    r"|primitive-restart|vertex-buffer-offset|vbo|basevertex|"
    r"vertex-attrib|instanc")
# Queries and what must fail, which draw nothing, and 8,192 draws of one state,
# whose trace has 600 MB.
OMITTED = re.compile(r"error|@api|get-|isvertex|glx|wgl|subdata-many")

# The vertex part of a job comes first.
TABLE = re.compile(r" *Attribute buffers: (0x\w+)")

# Sections of docs/driver-defects.md by the rule of dral trace check.
DEFECTS = {
    "stale-table": "Tables of the previous draw are reused",
    "stale-offset": "Tables of the previous draw are reused",
    "attribute-offset": "The base instance is divided by the divisor (Gallium),"
                        " the start is not subtracted (PanVK)",
    "product-wraps": "The product of padded count and divisor wraps",
    "varying-size": "The size of a varying buffer wraps",
    # The decoder takes the next record for a continuation of what is there.
    "table": "A skipped slot is not written",
}


class Program(typing.NamedTuple):
    name: str
    command: list
    # PanVK supports v6 and v7 only.
    vulkan: bool = False
    environment: dict = {}
    # What it draws until then is checked.
    seconds: int = 60


PROGRAMS = (
    Program(
        "SuperTuxKart",
        ["/usr/games/supertuxkart", "--windowed", "-s320x200",
         "--track=lighthouse", "--numkarts=4", "--profile-time=3",
         "--no-start-screen", "--disable-polling"],
        environment={"SDL_VIDEODRIVER": "offscreen",
                     "SDL_AUDIODRIVER": "dummy", "XDG_RUNTIME_DIR": "/tmp",
                     # With less it uses a renderer without shaders.
                     "MESA_GL_VERSION_OVERRIDE": "3.3",
                     "MESA_GLSL_VERSION_OVERRIDE": "330"},
        seconds=120),
    # Not its scenes with textures, whose descriptors a kernel copies: the
    # drm-shim runs none, and the decoder ends at the unknown address.
    Program(
        "vkmark",
        ["vkmark", "--winsys", "headless", "-s", "320x200", *(
            f"--benchmark={scene}:duration=0.3" for scene in (
                "vertex", "vertex:interleave=false",
                "vertex:device-local=false", "shading:shading=gouraud",
                "shading:shading=phong", "shading:shading=cel", "cube"))],
        vulkan=True),
)


def piglit_tests():
    with gzip.open(PIGLIT / "tests" / "opengl.xml.gz") as file:
        tests = xml.etree.ElementTree.parse(file).getroot()
    for test in tests.iter("Test"):
        name = test.get("name")
        if TESTS.search(name) and not OMITTED.search(name):
            command = ast.literal_eval(
                test.find("option[@name='command']").get("value"))
            yield Program(name, [str(PIGLIT / "bin" / command[0]),
                                 *command[1:], "-auto", "-fbo"])


class Run:
    """A program with a driver on a GPU: its traces, and what is in them."""

    def __init__(self, options, driver, gpu, program):
        self.driver, self.gpu, self.program = driver, gpu, program
        self.dral = options.dral
        folder = options.work / "programs" / "traces" / driver / gpu / \
            re.sub(r"\W+", "-", program.name)
        self._draw(options.work, folder)
        self.files = sorted(folder.glob("dump*"))
        self.findings, self.draws, self.without_lines = [], 0, 0
        if self.files:
            self._check()
        self.mix = Mix(self) if driver == DRIVERS[-1] else None
        if not self.findings:
            for file in self.files:
                file.unlink()

    def _draw(self, work, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        libraries = [work / "programs" / name
                     for name in ("headless.so", "libGL.so.1")]
        environment = dict(
            os.environ, HOME=str(folder), PAN_MESA_DEBUG="trace",
            PANVK_DEBUG="trace", PANDECODE_DUMP_FILE=str(folder / "dump"),
            PIGLIT_PLATFORM="surfaceless_egl", PIGLIT_SOURCE_DIR=str(PIGLIT),
            VK_DRIVER_FILES=str(work / "programs" / f"{self.driver}.json"),
            LD_PRELOAD=":".join(map(str, libraries)))
        with open(folder / "output", "wb") as output:
            process = subprocess.Popen(
                [HERE / "with-driver", work / self.driver, self.gpu,
                 *self.program.command],
                env=environment | self.program.environment, cwd=folder,
                stdout=output, stderr=output, start_new_session=True)
            try:
                process.wait(self.program.seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _check(self):
        run = subprocess.run(
            # The decoder also remarks on what is not vertex data.
            [self.dral, "trace", "check", "--json", "--all",
             "--ignore", "decoder", *self.files],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        answer = json.loads(run.stdout)
        self.findings = answer["findings"]
        self.draws = answer["summary"]["draws"]
        self.without_lines = answer["summary"]["draws_without_lines"]

    def jobs(self):
        """How many jobs have findings of each rule."""
        jobs = {(finding["rule"], finding["file"], finding["job"]["line"])
                for finding in self.findings}
        return collections.Counter(rule for rule, *_ in jobs)


class Mix:
    """What changes from draw to draw, and whether a cache of a batch's last
    four tables would have had those that the driver wrote."""

    def __init__(self, run=None):
        self.changes, self.counts = collections.Counter(), collections.Counter()
        last, padded, tables = None, set(), []
        for file in run.files if run else ():
            for draw in read_draws(run.dral, file):
                self.counts["draws"] += 1
                self.counts["lines"] += "base_instance" in draw
                self.changes[what_changes(last, draw)] += 1
                if draw["instances"] > 1:
                    self.counts["instanced"] += 1
                    self.counts["repeated"] += draw["padded"] in padded
                    padded.add(draw["padded"])
                if not last or draw["index"] <= last["index"]:
                    tables = []
                if not tables or draw.get("table") != last.get("table"):
                    self._count_table(tables, draw)
                last = draw

    def _count_table(self, tables, draw):
        """The tables are those written before in the batch, by what they
        depend on except for sizes: the last four, which differ."""
        instanced = draw["instances"] > 1
        table = [draw.get(name) for name in
                 ("divisors", "strides", "offsets", "addresses")]
        table.append(draw["padded"] if instanced else 0)
        names = ["written", "written instanced"][:1 + instanced]
        self.counts.update(names)
        if table in tables:
            age = "last" if table == tables[-1] else "cached"
            self.counts.update(f"{name}, {age}" for name in names)
            tables.remove(table)
        tables.append(table)
        del tables[:-4]

    def add(self, other):
        self.changes += other.changes
        self.counts += other.counts

    def print(self, name):
        changes = ", ".join(f"{change} {count}" for change, count
                            in self.changes.most_common())
        counts = self.counts
        print(f"{name}: {counts['draws']} draws: {changes}; several instances "
              f"{counts['instanced']}, of which with the padded count of an "
              f"earlier draw {counts['repeated']}")
        for kind in ("written", "written instanced"):
            print(f"{name}: tables {kind}: {counts[kind]}, of which like the "
                  f"last in the batch {counts[kind + ', last']}, like one of "
                  f"the three before it {counts[kind + ', cached']}")


def read_draws(dral, file):
    """The draws of a trace, each with its table, its place in the batch and
    what the driver says of it."""
    run = subprocess.run([dral, "explain", "--json", "--list", "--trace", file],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=False)
    jobs, said, job = {}, {}, {}
    with open(file, encoding="utf-8", errors="replace") as trace:
        for number, line in enumerate(trace, 1):
            if line.startswith("Job Header ("):
                job = jobs[number] = {"job": line[12:line.index(")")]}
            elif line.startswith("  Index: "):
                job["index"] = int(line[9:])
            elif "table" not in job and (match := TABLE.match(line)):
                job["table"] = match.group(1)
            elif line.startswith("// dral: job 0x"):
                address, *values = line[15:].rstrip().split(", ")
                said[address] = dict(value.split(" ") for value in values)
    for draw in json.loads(run.stdout or "[]"):
        job = jobs[draw["line"]]
        yield draw | job | said.get(job["job"], {})


# What differs, and what the driver has to do for it; the first counts.
CHANGES = (
    ("another shader", ("shader",)),
    ("other elements", ("divisors", "strides", "offsets")),
    ("another buffer", ("addresses",)),
    ("other counts", ("vertices", "instances", "base_instance")),
)


def what_changes(last, draw):
    if last is None:
        return "another shader"
    for change, names in CHANGES:
        if any(draw.get(name) != last.get(name) for name in names):
            return change
    return "the same state"


def desktop_gl_names(tree):
    """The functions of libGL; Mesa 25.0 has no list of them."""
    path = tree / "src/glx/libgl-symbols.txt"
    if path.exists():
        return path.read_text().split()
    headers = "".join((tree / "include/GL" / name).read_text()
                      for name in ("gl.h", "glext.h", "glx.h"))
    return sorted(set(re.findall(r"\b(gl[A-Z]\w*) ?\(", headers)))


def build(work, drivers):
    """Makes what the programs need besides the drivers."""
    tree, folder = work / "stock" / "tree", work / "programs"
    (folder / "desktop_gl_names.h").write_text("".join(
        f"NAME({name})\n" for name in desktop_gl_names(tree)
        if name.startswith("gl") and "GetProcAddress" not in name))
    library = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra"]
    subprocess.run([*library, "-o", folder / "headless.so",
                    HERE / "headless.c"], check=True)
    subprocess.run(
        [*library, "-fno-toplevel-reorder",
         "-Wl,-soname,libGL.so.1,--allow-shlib-undefined",
         "-o", folder / "libGL.so.1", HERE / "desktop_gl.c", f"-I{folder}",
         f"-I{tree}/include", f"-L{work}/stock/build/src/egl",
         "-l:libEGL.so.1"], check=True)
    for driver in drivers:
        path = work / driver / "build/src/panfrost/vulkan" / \
            "libvulkan_panfrost.so"
        (folder / f"{driver}.json").write_text(json.dumps({
            "file_format_version": "1.0.0",
            "ICD": {"library_path": str(path), "api_version": "1.3.0"}}))


def report(runs, drivers):
    """Prints what was found, and returns what is wrong."""
    wrong, mixes = [], collections.defaultdict(Mix)
    for run in runs:
        jobs, name = run.jobs(), run.program.name
        place = f"{run.driver}, {run.gpu}, {name}"
        if run.program in PROGRAMS and not run.draws:
            wrong.append(f"{place}: no draw")
        if run.without_lines:
            wrong.append(f"{place}: draws without the driver's line")
        if run.mix:
            kind = name if run.program in PROGRAMS else "piglit"
            mixes[kind].add(run.mix)
            if jobs:
                wrong.append(f"{place}: {dict(jobs)}")
            continue
        if unknown := set(jobs) - set(DEFECTS):
            wrong.append(f"{place}: {unknown}")
        for rule, count in sorted(jobs.items()):
            print(run.driver, run.gpu, name, DEFECTS.get(rule, rule),
                  f"{count} of {run.draws} jobs", sep="\t")
    for driver in drivers:
        own = [run for run in runs if run.driver == driver]
        draws = sum(run.draws for run in own)
        print(f"{driver}: {len(own)} runs, {sum(run.draws > 0 for run in own)} "
              f"with draws, {draws} draws")
        if not draws:
            wrong.append(f"{driver}: no draw")
    for kind, mix in mixes.items():
        mix.print(kind)
        if not mix.counts["lines"]:
            wrong.append(f"{kind}: no line of the driver")
    return "\n".join(wrong) or 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("dral")
    parser.add_argument("--gpus", type=str.split,
                        default=["720", "6221", "7212"])
    parser.add_argument("--drivers", type=str.split, default=DRIVERS)
    parser.add_argument("--only", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    missing = [program.name for program in PROGRAMS
               if not shutil.which(program.command[0])]
    if missing or not PIGLIT.is_dir():
        sys.exit("programs.py: apt-get install piglit supertuxkart vkmark")
    options.work = options.work.resolve()
    build(options.work, options.drivers)
    # PanVK of 25.0 has surfaces only if it is built for a window system.
    version = (options.work / "stock" / "tree" / "VERSION").read_text()
    has_surfaces = not version.startswith("25.0.")
    programs = [program for program in (*PROGRAMS, *piglit_tests())
                if options.only.search(program.name)
                and (has_surfaces or not program.vulkan)]
    tasks = [(driver, gpu, program) for program in programs
             for gpu in options.gpus for driver in options.drivers
             if not program.vulkan or gpu[0] in "67" and len(gpu) == 4]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda task: Run(options, *task), tasks))
    sys.exit(report(runs, options.drivers))


main()
