#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what wasm2c writes readable for ESBMC: functions alone, with the names
of the Rust source. core.h has their memory, products and quotients.

    evidence/proofs/wasm.py WASM2C_OUTPUT FUNCTION...

prints these functions and all that they call. Versions of wasm2c differ in
names only.
"""

import re
import sys

HEAD = re.compile(r"^(?:static )?(u32|u64|void) (w2c_\w+)"
                  r"\(\w+\* instance([^{]*?)\) \{$", re.M)
LOCAL = r"\bw2c_[lp]\d+\b"
# In these functions, loops with a loop in them, those in such loops and those
# over attributes are proven by induction. ESBMC unwinds the others.
NESTED = ("dral_vertex_state_prepare", "VertexState_prepare")
ATTRIBUTE_BYTES = 12
# Proofs have a macro instead of this function.
REPLACED = "identity_identity"
# Proofs have a macro for calls of this function.
PASSED = "VertexState_prepare"


def readable(name):
    """The name in the source, of the last two parts of the path."""
    name = re.sub(r"0x([0-9A-F]{2})", lambda byte: chr(int(byte[1], 16)), name)
    exported = re.fullmatch(r"w2c_(?:\$\w*\.wasm_)?(dral_[a-z0-9_]+?)(?:_0)?",
                            name)
    if exported and "__" not in exported[1]:
        return exported[1]
    parts = re.split("::|__", name)
    return "_".join(parts[-3:-1]) if re.fullmatch("h[0-9a-f]{16}", parts[-1]) \
        else None


def functions(text):
    """Their results, parameters and bodies, by name in the source, and the
    names in the text."""
    found, names = {}, {}
    for match in HEAD.finditer(text):
        name = readable(match[2])
        body = text[match.end():text.index("\n}\n", match.end())]
        # Exports of newer versions call the function, whose name ends in _0.
        if name and f"{match[2]}_0(instance" not in body:
            # Two functions have this name.
            found[name] = None if name in found else (
                match[1], match[3], body)
            names[match[2]] = name
    return found, names


def arithmetic(body):
    """Products and quotients become calls, except by constants."""
    def call(match):
        result, kind, factor, operator, divisor = match.groups()
        other = factor or divisor
        before = "\n".join(body[:match.start()].split("\n")[-3:])
        if re.search(rf"{other} = \d+u(?:ll)?;", before):
            return match[0]
        name = {None: "product", "DIV": "quotient", "REM": "rest"}[operator]
        width = 64 if kind == "j" else 32
        return f"{result} = {name}{width}({result}, {other});"

    return re.sub(r"\b(\w+_([ij])\d+) "
                  r"(?:\*= (\w+);|= (DIV|REM)_U\(\1, (\w+)\);)", call, body)


def successors(lines):
    """The lines that may follow each line."""
    labels = {line.split(":")[0].strip(): n for n, line in enumerate(lines)
              if re.fullmatch(r"\s*w2c_\w+: ?;?", line)}
    return [[labels[label] for label in re.findall(r"goto (\w+);", line)] +
            [n + 1] * (n + 1 < len(lines) and
                       not re.match(r"\s*(goto|default:|return)", line))
            for n, line in enumerate(lines)]


def live(lines, at):
    """The locals whose values at a line may be read after it."""
    reads = [set(re.findall(LOCAL, re.sub(r"^\s*w2c_\w+ = ", "", line)))
             for line in lines]
    writes = [set(re.findall(r"^\s*(w2c_[lp]\d+) = ", line))
              for line in lines]
    after = successors(lines)
    found, before = None, [set() for _ in lines]
    while found != before:
        found = list(before)
        for n in reversed(range(len(lines))):
            before[n] = reads[n] | set().union(
                *(before[m] for m in after[n])) - writes[n]
    return before[at]


def loops(body):
    """The lines of each loop: those on a way from its label back to it."""
    lines, found = body.split("\n"), {}
    before = [[] for _ in lines]
    for n, after in enumerate(successors(lines)):
        for m in after:
            before[m].append(n)
    for n, line in enumerate(lines):
        if label := re.fullmatch(r" +w2c_(L\d+): ", line):
            found[label[1]] = {n}
            todo = [m for m, text in enumerate(lines)
                    if f"goto w2c_{label[1]};" in text]
            while todo:
                line = todo.pop()
                if line not in found[label[1]]:
                    found[label[1]].add(line)
                    todo += before[line]
    return found


def depths(body):
    """How many loops each loop is in."""
    found = loops(body)
    return {name: sum(lines < others for others in found.values())
            for name, lines in found.items()}


def only_nested(body):
    """Gives the loops that ESBMC unwinds a label that `rounds` skips. What is
    before such a label is not in the loop; `unwound` gets the number of rounds
    and by how many bytes a round moves on."""
    found, lines = loops(body), body.split("\n")
    for name, numbers in found.items():
        if any(numbers < others or others < numbers
               for others in found.values()):
            continue
        inside = "\n".join(lines[n] for n in sorted(numbers))
        step = max(int(step) for step, _ in re.findall(
            rf"= (\d{{1,4}})u;\n +(\w+) \+= \w+;\n +{LOCAL} = \2;", inside))
        if step == ATTRIBUTE_BYTES:
            continue
        label = f"w2c_unwound_{name}"
        body = re.sub(rf"^ +w2c_{name}: $", f"  {label} = 0;\n  {label}_:;\n"
                      f"  unwound({label}++, {step});", body, flags=re.M)
        body = body.replace(f"goto w2c_{name};", f"goto {label}_;")
        body = f"\n  u32 {label};{body}"
    return body


def left(body):
    """Calls `leave_loop` where the outermost loop ends."""
    lines = body.split("\n")
    inside = max(loops(body).values(), key=len, default=set())
    for n, after in enumerate(successors(lines)):
        for m in after:
            if n not in inside or m in inside:
                continue
            if label := re.fullmatch(r"\s*(w2c_\w+): ?;?", lines[m]):
                assert f"goto {label[1]};" in lines[n], lines[n]
                lines[n] = lines[n].replace("goto", "leave_loop(); goto")
            else:
                lines[m] = f"leave_loop();\n{lines[m]}"
    return "\n".join(lines)


def rounds(body):
    """Proves one round of each loop, after any number of rounds, which
    `before_round` returns. A local that a round passes to the next one grows by
    a constant, or is what `carried` makes of any number. `after_round` has more
    claims. Each gets the number of loops that the loop is in."""
    within = depths(body)
    while loop := re.search(r"^ +w2c_(L\d+): $", body, re.M):
        name, lines = loop[1], body.split("\n")
        first = body[:loop.start()].count("\n")
        # What is on a way out of the loop only is for no next round.
        inside = "\n".join(lines[n] for n in sorted(loops(body)[name]))
        needed = live(lines, first)
        before, begin, end, carried = [], [], [], 0
        for local in dict.fromkeys(
                re.findall(rf"^\s*({LOCAL}) = ", inside, re.M)):
            wide = re.search(rf"^  u64 [^;]*{local}\b", body, re.M)
            width = "u64" if wide else "u32"
            step = re.search(
                rf"(\w+) = {local};\n\s*(\w+) = (\d+u);\n"
                rf"\s*\1 \+= \2;\n\s*{local} = \1;", inside)
            old = f"{name}_{local}"
            if local not in needed:
                begin.append(f"{local} = nondet_{width}();")
                continue
            before.append(f"const {width} {old} = {local};")
            if step and len(re.findall(rf"{local} = ", inside)) == 1:
                begin.append(f"{local} += {name} * {step[3]};")
                end.append(f"claim({local} == "
                           f"{old} + ({name} + 1) * {step[3]});")
            else:
                def value(of):
                    return f"carried({carried}, {of}, {old}, {within[name]})"

                holds = f"claim({local} == {value(local)});"
                before.append(holds)
                begin.append(f"{local} = {value(f'nondet_{width}()')};")
                end.append(holds)
                carried += 1
        lines[first] = "\n  ".join(
            [f"  w2c_{name}:;", *before,
             f"const u32 {name} = before_round({within[name]});", *begin])
        body = "\n".join(lines).replace(
            f"goto w2c_{name};", " ".join([
                'reach("another round");', f"after_round({within[name]});",
                *end, "assume(0);"]))
    return body


def constants(text, bodies):
    """A function that returns the words at and after the addresses of constant
    data in these bodies."""
    data = re.search(r"data_segment_data_\w*rodata\[\] = \{(.*?)\}", text,
                     re.S)
    start = re.search(r"(\d+)u, data_segment_data_\w*rodata", text)
    data = bytes(int(each, 16) for each in re.findall(r"0x\w+", data[1]))
    start = int(start[1])
    words = {address: data[address - start:][:4]
             for number in map(int, re.findall(r"\b(\d+)u\b", bodies))
             if start <= number < start + len(data) and number % 4 == 0
             for address in range(number, number + 64, 4)
             if address < start + len(data)}
    yield "static u32\nconstant(u32 address)\n{\n   switch (address) {"
    for address, word in sorted(words.items()):
        yield (f"   case {address}:\n      return "
               f"{int.from_bytes(word, 'little')}u;")
    yield '   default:\n      claim(!"no constant");\n      return 0;\n   }\n}'


def main():
    text = open(sys.argv[1]).read()
    # Newer versions call locals and labels so.
    text = re.sub(r"\bvar_", "w2c_", text)
    found, names = functions(text)
    wanted, todo = {}, sys.argv[2:]
    while todo:
        name = todo.pop()
        if name in wanted:
            continue
        if not found.get(name):
            sys.exit(f"{sys.argv[1]}: not one function {name}")
        result, parameters, body = found[name]
        for pattern, replacement in (
                (r"\b(w2c_\w+)(?=\(instance)",
                 lambda call: names.get(call[1], call[1])),
                # Imports.
                (r"(?:\(\*Z_envZ_(\w+)\)|w2c_env_(\w+))\(instance->\w+, ",
                 lambda call: f"imported_{call[1] or call[2]}("
                 .replace("0x5F", "_")),
                (r"instance->w2c_\w*stack_pointer", "stack_pointer"),
                (r"&instance->w2c_memory, ", "")):
            body = re.sub(pattern, replacement, body)
        body = body.replace(f"{REPLACED}(instance, ", f"replaced_{REPLACED}(")
        todo += re.findall(r"\b(\w+)\(instance", body)
        body = body.replace(f"{PASSED}(instance, ", f"passed_{PASSED}(")
        body = re.sub(r"\(instance(?:, )?", "(", body)
        head = f"({parameters.removeprefix(', ') or 'void'})"
        if name in NESTED:
            body = left(only_nested(body))
        wanted[name] = result, head, rounds(arithmetic(body))
    for name, (result, head, _) in wanted.items():
        print(f"static {result} wasm_{name}{head};")
    for name in wanted:
        print(f"#define {name} wasm_{name}")
    for name, (result, head, body) in reversed(wanted.items()):
        print(f"static {result} {name}{head} {{{body}\n}}")
    for name in wanted:
        print(f"#undef {name}")
    print(*constants(text, "".join(body for *_, body in wanted.values())),
          sep="\n")


if __name__ == "__main__":
    main()
