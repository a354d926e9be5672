// The properties that the analysis reads of every character, kept in a table after ICU's first
// answer.
//
// Private to this target: the bits are no ICU type, but only its own files need them.
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Packed in 64 bits, of which some are free; 0 for a character that is not known yet.
typedef uint64_t linecaster_character;

enum {
  linecaster_script_shift = 0,       // 8 bits: the UScriptCode
  linecaster_properties_shift = 8,   // 6 bits: as `linecaster_analyze` writes them
  linecaster_extend_bit = 14,        // a mark that may stand in a conjunct
  linecaster_grapheme_shift = 16,    // 5 bits: the UGraphemeClusterBreak
  linecaster_line_shift = 21,        // 6 bits: the ULineBreak
  linecaster_pictographic_bit = 27,  // Extended_Pictographic
  linecaster_letter_bit = 28,        // general category L or N
  linecaster_wide_bit = 29,          // East Asian width F, W or H
  linecaster_consonant_bit = 30,     // a consonant of conjuncts
  linecaster_linker_bit = 31,        // links consonants to a conjunct
  linecaster_direction_shift = 32,   // 5 bits: the UCharDirection
  linecaster_known_bit = 63,         // set for all known characters
};

enum { linecaster_page_size = 256, linecaster_page_count = 0x110000 / linecaster_page_size };

typedef _Atomic(linecaster_character) linecaster_slot;

// Allocated when a character of a page is first read, and filled one character at a time: ICU takes
// 700 instructions for each, and a text in Japanese has ten characters of some seventy pages.
extern _Atomic(linecaster_slot *) linecaster_pages[linecaster_page_count];

// Reads a character from ICU and keeps it. Threads that do so at once write the same bits.
linecaster_character linecaster_find_character(uint32_t c);

// The character at a code point, 0 to U+10FFFF; 0 if it is not known yet. Any thread at any time,
// without a lock.
static inline linecaster_character linecaster_known_character(uint32_t c) {
  linecaster_slot *page = atomic_load_explicit(&linecaster_pages[c / linecaster_page_size],
                                               memory_order_acquire);
  if (page == NULL) return 0;
  return atomic_load_explicit(&page[c % linecaster_page_size], memory_order_relaxed);
}

// The same for any code point.
static inline linecaster_character linecaster_character_at(uint32_t c) {
  linecaster_character known = linecaster_known_character(c);
  return known != 0 ? known : linecaster_find_character(c);
}
