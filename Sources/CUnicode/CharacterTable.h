// What the analysis asks of every character, found out from ICU once and then read from a table.
//
// Private to this target: the bits are no ICU type, but only its own files need them.
#pragma once

#include <stdint.h>

// Packed in 32 bits.
typedef uint32_t linecaster_character;

enum {
  linecaster_script_shift = 0,       // 8 bits: the UScriptCode
  linecaster_properties_shift = 8,   // 6 bits: as `linecaster_classify` writes them
  linecaster_reordered_bit = 14,     // extends graphemes and has a combining class
  linecaster_grapheme_shift = 16,    // 5 bits: the UGraphemeClusterBreak
  linecaster_line_shift = 21,        // 6 bits: the ULineBreak
  linecaster_pictographic_bit = 27,  // Extended_Pictographic
  linecaster_letter_bit = 28,        // general category L or N
  linecaster_wide_bit = 29,          // East Asian width F, W or H
  linecaster_consonant_bit = 30,     // a consonant that a virama links
  linecaster_virama_bit = 31,        // a virama that links consonants
};

// The character at a code point, 0 to U+10FFFF. Any thread at any time, without a lock.
linecaster_character linecaster_character_at(uint32_t c);
