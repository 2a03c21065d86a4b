/* SPDX-License-Identifier: MIT */

/*
 * Structs and the words that they pack to: what holds for all of them.
 */

#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include "harness/generator.h"

#define DESCRIPTOR_WORDS 8

/* The struct has no padding. */
struct descriptor {
   size_t struct_size;
   size_t word_count;
   /* Of at most word_count words, how many they are is in count. */
   int (*pack)(const void *fields, uint32_t *words, size_t *count);
   int (*unpack)(const uint32_t *words, size_t count, void *fields);
   /* Writes numbers into the fields that the struct's type does not use. */
   void (*fill_unused)(struct generator *generator, void *fields);
};

/*
 * The struct packs to these words and writes no more, also with numbers in
 * fields that its type does not use, and the words unpack to it.
 */
void
check_packed(struct context *context, struct generator *generator,
             const struct descriptor *descriptor, const void *fields,
             const uint32_t *expected, size_t expected_count);

/*
 * The words are refused, with -EDOM and nothing written, or are what their
 * struct packs to: 1 then.
 */
uint32_t
check_any_words(struct context *context, const struct descriptor *descriptor,
                const uint32_t *words);

/* The same for each change of one bit: how many were taken. */
uint32_t
check_each_bit(struct context *context, const struct descriptor *descriptor,
               uint32_t *words);

/* The words are taken, also with one other bit if that is in taken; these
 * are tried. */
void
check_taken_bits(struct context *context,
                 const struct descriptor *descriptor, uint32_t *words,
                 const uint32_t *tried, const uint32_t *taken);

#endif
