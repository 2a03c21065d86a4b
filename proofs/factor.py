#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Factors.v: the factorizations that FloatingPoint.v needs, with
certificates for their primes. Nothing here is trusted; Coq checks all of it.

    factor.py >Factors.v
"""

import math
import subprocess

# Smaller primes are certified by trial division.
TRIAL = 2**14


def factored(numbers):
    """The prime factors of each number, with their exponents, by coreutils."""
    result = subprocess.run(
        ["factor"], input="\n".join(map(str, numbers)), text=True,
        check=True, stdout=subprocess.PIPE)
    table = {}
    for line in result.stdout.splitlines():
        number, primes = line.split(":")
        powers = table[int(number)] = {}
        for prime in map(int, primes.split()):
            powers[prime] = powers.get(prime, 0) + 1
    return table


def order_and_base(prime, powers):
    """Prime powers in prime - 1 whose product is at least the square root, and
    a base with this order."""
    order, chosen = 1, {}
    for factor in sorted(powers, reverse=True):
        while order * order < prime and chosen.get(factor, 0) < powers[factor]:
            chosen[factor] = chosen.get(factor, 0) + 1
            order *= factor
    for generator in range(2, prime):
        base = pow(generator, (prime - 1) // order, prime)
        if all(math.gcd(pow(base, order // factor, prime) - 1, prime) == 1
               for factor in chosen):
            return chosen, base


def product(powers, certificates):
    text = "One"
    for prime, exponent in powers.items():
        text = f"Times ({certificates[prime]}) {exponent} ({text})"
    return text


def main():
    # The keys of FloatingPoint.v, in its order.
    numbers = [2**exponent - odd for exponent in range(54, 64)
               for odd in range(1, 2**(exponent - 53), 2)]
    table = factored(numbers)
    orders, primes = {}, {prime for powers in table.values()
                          for prime in powers}
    todo = primes
    while todo := {prime for prime in todo
                   if prime >= TRIAL and prime not in orders}:
        smaller = factored(prime - 1 for prime in todo)
        for prime in todo:
            orders[prime] = order_and_base(prime, smaller[prime - 1])
        todo = {factor for prime in todo for factor in orders[prime][0]}
        primes |= todo
    certificates = {}
    for prime in sorted(primes):
        certificates[prime] = f"Small {prime}"
        if prime in orders:
            powers, base = orders[prime]
            certificates[prime] = (f"Large {prime} {base} "
                                   f"({product(powers, certificates)})")
    print("From Coq Require Import List ZArith.\n"
          "From Dral Require Import Primality.\n"
          "Import ListNotations.\nOpen Scope Z_scope.\n\n"
          "Definition factorizations : list powers := [")
    print(";\n".join(product(table[number], certificates)
                     for number in numbers))
    print("].")


main()
