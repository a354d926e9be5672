// What the analysis asks of every character, found out from ICU once and then read from a table.
//
// Private to this target: the bits are no ICU type, but only its own files need them.
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Packed in 64 bits, of which some are free.
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
};

enum { linecaster_page_size = 256, linecaster_page_count = 0x110000 / linecaster_page_size };

// Filled where first asked for: a text touches some ten of them, all together would be 9 MB.
extern _Atomic(linecaster_character *) linecaster_pages[linecaster_page_count];

// Fills a page; threads that do so at once find the same, and the first one's is kept.
const linecaster_character *linecaster_fill_page(uint32_t number);

// The character at a code point, 0 to U+10FFFF. Any thread at any time, without a lock.
static inline linecaster_character linecaster_character_at(uint32_t c) {
  const linecaster_character *page = atomic_load_explicit(
      &linecaster_pages[c / linecaster_page_size], memory_order_acquire);
  if (page == NULL) page = linecaster_fill_page(c / linecaster_page_size);
  return page[c % linecaster_page_size];
}
