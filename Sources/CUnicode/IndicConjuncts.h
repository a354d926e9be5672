// What a character is to a conjunct, a sequence of Indic consonants that stays whole (UAX 29,
// rule GB9c).
//
// Private to this target.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The values of Indic_Conjunct_Break.
typedef enum {
  linecaster_conjunct_none,
  linecaster_conjunct_consonant,  // a consonant that linkers join to another one
  linecaster_conjunct_extend,     // a mark that may stand between them
  linecaster_conjunct_linker,     // a virama or a similar sign
} linecaster_conjunct;

// The value of a code point.
linecaster_conjunct linecaster_conjunct_of(uint32_t c);
