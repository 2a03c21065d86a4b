# SPDX-License-Identifier: MIT
"""Tells which functions of two objects are the same machine code.

    shipped.py OBJECT...    tests it

The form of a function is its section with all that it refers to. Two functions
with the same form do the same wherever the linker puts them.
"""

import sys

import capstone
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection


class Object:
    """An object file that has a section for each function."""

    def __init__(self, path):
        with open(path, "rb") as file:
            elf = ELFFile(file)
            self.is_x86 = elf["e_machine"] == "EM_X86_64"
            self.sections = [(section["sh_flags"], section["sh_entsize"],
                              section.data()) for section in
                             elf.iter_sections()]
            self.names = [section.name for section in elf.iter_sections()]
            self.symbols = list(elf.get_section_by_name(
                ".symtab").iter_symbols())
            self.relocations = {
                section["sh_info"]: list(section.iter_relocations())
                for section in elf.iter_sections()
                if isinstance(section, RelocationSection)}
        self.functions = {
            symbol.name: symbol for symbol in self.symbols
            if symbol["st_info"]["type"] == "STT_FUNC"
            and symbol["st_info"]["bind"] == "STB_GLOBAL"}

    def size(self, name):
        """The size of a function, 0 if the object lacks it."""
        return name in self.functions and self.functions[name]["st_size"]

    def is_same(self, other, name):
        return name in self.functions and name in other.functions and \
            self.form(name) == other.form(name)

    def form(self, name):
        """What the code of a function is, without where it is."""
        symbol = self.functions[name]
        section = symbol["st_shndx"]
        numbers, found, waiting = {section: 0}, [symbol["st_value"]], [section]
        while waiting:
            index = waiting.pop(0)
            flags, _, data = self.sections[index]
            found.append((flags, data, tuple(
                self.reference(index, relocation, numbers, waiting)
                for relocation in self.relocations.get(index, ()))))
        return tuple(found)

    def reference(self, index, relocation, numbers, waiting):
        """What a place refers to: a name, a constant, or a place in a section,
        which has a number."""
        at, kind = relocation["r_offset"], relocation["r_info_type"]
        addend = relocation["r_addend"]
        symbol = self.symbols[relocation["r_info_sym"]]
        target = symbol["st_shndx"]
        if not isinstance(target, int):
            return at, kind, addend, symbol.name
        addend += symbol["st_value"]
        flags, size, data = self.sections[target]
        if flags & SH_FLAGS.SHF_MERGE and not flags & SH_FLAGS.SHF_STRINGS:
            # The linker merges equal ones.
            first, inside = divmod(addend + self.behind(index, at), size)
            return at, kind, inside, data[first * size:(first + 1) * size]
        if target not in numbers:
            numbers[target] = len(numbers)
            waiting.append(target)
        return at, kind, addend, numbers[target]

    def behind(self, index, at):
        """The distance to the end of the instruction, from which x86-64 counts
        addresses."""
        if not self.is_x86:
            return 0
        decoder = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
        for address, size, _, _ in decoder.disasm_lite(
                self.sections[index][2], 0):
            if address + size > at:
                return address + size - at
        raise ValueError(f"unknown code in {self.names[index]}")


def main():
    """Changes each section, which the form of a function must show."""
    for path in sys.argv[1:]:
        code = Object(path)
        forms = [code.form(name) for name in code.functions]
        for index, section in enumerate(code.sections):
            flags, size, data = section
            if not flags & SH_FLAGS.SHF_ALLOC or not data or \
                    code.names[index] == ".eh_frame":
                continue
            half = len(data) // 2
            changed = data + data if flags & SH_FLAGS.SHF_EXECINSTR else \
                data[:half] + bytes([data[half] ^ 1]) + data[half + 1:]
            code.sections[index] = flags, size, changed
            if forms == [code.form(name) for name in code.functions]:
                sys.exit(f"{path}: {code.names[index]} does not matter")
            code.sections[index] = section
        print(f"{path}: a change of any section is seen")


if __name__ == "__main__":
    main()
