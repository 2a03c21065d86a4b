# SPDX-License-Identifier: MIT
"""What the headers say of the C interface: structs and the numbers of errors.

Nothing but Python is needed.
"""

import ctypes
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBERS = {8: ctypes.c_uint8, 32: ctypes.c_uint32, 64: ctypes.c_uint64}
BITS = {"uint8_t": 8, "uint32_t": 32, "int32_t": 32, "uint64_t": 64,
        "size_t": 64}


def header():
    """The declarations of dral.h and dral_types.h, without comments."""
    text = "".join((ROOT / "include" / name).read_text()
                   for name in ("dral_types.h", "dral.h"))
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def fields(struct):
    """The names and bits of a struct's fields, as they lie in memory."""
    body = re.search(rf"struct {struct} {{(.*?)\n}};", header(), re.S)[1]
    found, at = [], 0
    widest = 8

    def add(name, bits):
        nonlocal at, widest
        widest = max(widest, bits)
        while at % bits:
            add(f"gap_{at}", 32)
        found.append((name, bits))
        at += bits

    for declared in body.split(";")[:-1]:
        type_, pointer, name, count = re.fullmatch(
            r"\s*(?:const )?(?:struct )?(\w+)\s*(\*?)\s*(\w+)(?:\[(\w+)\])?",
            declared).groups()
        bits = 64 if pointer else BITS[type_]
        for index in range(int(count or 1)):
            add(name if count is None else f"{name}_{index}", bits)
    while at % widest:
        add(f"gap_{at}", 32)
    return found


def structure(struct):
    """The same as a class for ctypes."""
    members = [(name, NUMBERS[bits]) for name, bits in fields(struct)]
    return type(struct, (ctypes.Structure,), {"_fields_": members})


def errors():
    """The numbers of enum dral_error, by name."""
    return {name: int(number) for name, number in re.findall(
        r"DRAL_ERROR_(\w+) = (-\d+)", header())}


def module_functions():
    """The names of the functions that only the headers of modules declare."""
    function = re.compile(r"\b(dral_\w+)\(")
    return {name for path in (ROOT / "include").glob("dral_*.h")
            if "device" not in path.name
            for name in function.findall(path.read_text())
            } - set(function.findall(header()))
