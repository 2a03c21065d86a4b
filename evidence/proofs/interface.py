# SPDX-License-Identifier: MIT
"""What the headers say of the C interface: structs and the numbers of errors.

Nothing but Python is needed.
"""

import ctypes
import functools
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NUMBERS = {"uint8_t": ctypes.c_uint8, "uint32_t": ctypes.c_uint32,
           "int32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
           "size_t": ctypes.c_uint64}


@functools.cache
def header():
    """The declarations of the core, without comments."""
    text = "".join((ROOT / "include" / name).read_text()
                   for name in ("dral_types.h", "dral_model.h", "dral.h"))
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


@functools.cache
def structure(struct):
    """A struct as a class for ctypes; a pointer is a number."""
    body = re.search(rf"struct {struct} {{(.*?)\n}};", header(), re.S)[1]
    members = []
    for declared in body.split(";")[:-1]:
        type_, pointer, name, counts = re.fullmatch(
            r"\s*(?:const )?(?:struct )?(\w+)\s*(\*?)\s*(\w+)((?:\[\w+\])*)",
            declared).groups()
        kind = ctypes.c_uint64 if pointer else NUMBERS.get(type_) or \
            structure(type_)
        for count in reversed(re.findall(r"\w+", counts)):
            kind *= int(count) if count.isdigit() else int(re.search(
                rf"#define {count} (\d+)", header())[1])
        members.append((name, kind))
    return type(struct, (ctypes.Structure,), {"_fields_": members})


def errors():
    """The numbers of enum dral_error, by name."""
    return {name: int(number) for name, number in re.findall(
        r"DRAL_ERROR_(\w+) = (-\d+)", header())}
