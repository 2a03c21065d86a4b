#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what wasm2c writes readable for ESBMC: functions alone, with the names
of the Rust source, whose memory, products and quotients are those of core.h.

    evidence/proofs/wasm.py WASM2C_OUTPUT FUNCTION...

prints these functions and all that they call. Versions of wasm2c differ in
names only.
"""

import re
import sys

HEAD = re.compile(r"^(?:static )?(u32|u64|void) (w2c_\w+)"
                  r"\(\w+\* instance([^{]*?)\) \{$", re.M)
CONSTANT = r"{} = \d+u(?:ll)?;"


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
            found[name] = match[1], match[3], body
            names[match[2]] = name
    return found, names


def arithmetic(body):
    """Products and quotients become calls, except by constants."""
    lines = body.split("\n")
    for at, line in enumerate(lines):
        match = re.fullmatch(r"\s+(\w+_([ij])\d+) \*= (\w+);", line) or \
            re.fullmatch(r"\s+(\w+_([ij])\d+) = (?:DIV|REM)_U\(\1, (\w+)\);",
                         line)
        if not match:
            continue
        result, kind, other = match.groups()
        before = "\n".join(lines[max(0, at - 2):at])
        if re.search(CONSTANT.format(other), before):
            continue
        name = "product" if "*=" in line else \
            "quotient" if "DIV" in line else "rest"
        width = 64 if kind == "j" else 32
        lines[at] = f"{result} = {name}{width}({result}, {other});"
    return "\n".join(lines)


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
    found, names = functions(text)
    wanted, todo = [], sys.argv[2:]
    while todo:
        name = todo.pop()
        if name in wanted:
            continue
        if name not in found:
            sys.exit(f"{sys.argv[1]}: no function {name}")
        wanted.append(name)
        result, parameters, body = found[name]
        body = re.sub(r"\b(w2c_\w+)\(instance",
                      lambda call: f"{names[call[1]]}(instance"
                      if call[1] in names else call[0], body)
        # Imports.
        body = re.sub(r"(?:\(\*Z_envZ_(\w+)\)|w2c_env_(\w+))"
                      r"\(instance->\w+, ", lambda call: "imported_"
                      + (call[1] or call[2]).replace("0x5F", "_") + "(", body)
        body = re.sub(r"instance->w2c_\w*stack_pointer", "stack_pointer", body)
        body = re.sub(r"&instance->w2c_memory, ", "", body)
        todo += re.findall(r"\b(\w+)\(instance", body)
        body = re.sub(r"\(instance(?:, )?", "(", body)
        found[name] = result, parameters.removeprefix(", "), arithmetic(body)
    for name in wanted:
        result, parameters, _ = found[name]
        print(f"static {result} wasm_{name}({parameters or 'void'});")
    for name in wanted:
        print(f"#define {name} wasm_{name}")
    for name in reversed(wanted):
        result, parameters, body = found[name]
        print(f"static {result} {name}({parameters or 'void'}) {{{body}\n}}")
    for name in wanted:
        print(f"#undef {name}")
    print(*constants(text, "".join(found[name][2] for name in wanted)),
          sep="\n")


if __name__ == "__main__":
    main()
