// Extended grapheme clusters (UAX 29 §3), by the table of characters and the rules GB3 to GB13:
// those of Unicode 17, in which conjuncts stay whole (GB9c), on ICU's classes.
#pragma once

#include <unicode/uchar.h>

#include "CharacterTable.h"

static inline uint32_t break_class(linecaster_character character) {
  return character >> linecaster_grapheme_shift & 31;
}

static inline int has(linecaster_character character, int bit) { return character >> bit & 1; }

static inline int is_pictographic(linecaster_character character) {
  return has(character, linecaster_pictographic_bit);
}

// What of the text before a place the rules ask for.
struct grapheme_state {
  uint32_t last;          // the class of the character before
  int is_joined_emoji;    // an emoji, marks and a joiner stand before (GB11)
  int is_emoji;           // an emoji and marks stand before
  int has_odd_indicator;  // an odd number of regional indicators stands before (GB12, GB13)
  int is_consonant;       // a consonant and marks stand before
  int is_linked;          // a consonant, marks and a linker among them stand before (GB9c)
};

static inline int is_break(const struct grapheme_state *state, linecaster_character character) {
  uint32_t last = state->last;
  uint32_t next = break_class(character);
  if (last == U_GCB_CR) return next != U_GCB_LF;                                       // GB3, GB4
  if (last == U_GCB_CONTROL || last == U_GCB_LF) return 1;                             // GB4
  if (next == U_GCB_CONTROL || next == U_GCB_CR || next == U_GCB_LF) return 1;         // GB5
  if (last == U_GCB_L && (next == U_GCB_L || next == U_GCB_V || next == U_GCB_LV ||
                          next == U_GCB_LVT)) return 0;                                // GB6
  if ((last == U_GCB_LV || last == U_GCB_V) && (next == U_GCB_V || next == U_GCB_T)) {
    return 0;                                                                          // GB7
  }
  if ((last == U_GCB_LVT || last == U_GCB_T) && next == U_GCB_T) return 0;             // GB8
  if (next == U_GCB_EXTEND || next == U_GCB_ZWJ || next == U_GCB_SPACING_MARK) return 0;  // GB9
  if (last == U_GCB_PREPEND) return 0;                                                 // GB9b
  if (state->is_linked && has(character, linecaster_consonant_bit)) return 0;          // GB9c
  if (state->is_joined_emoji && is_pictographic(character)) return 0;                  // GB11
  return !(state->has_odd_indicator && next == U_GCB_REGIONAL_INDICATOR);              // GB12, 13
}

static inline void advance(struct grapheme_state *state, linecaster_character character) {
  uint32_t next = break_class(character);
  state->is_joined_emoji = state->is_emoji && next == U_GCB_ZWJ;
  state->is_emoji = is_pictographic(character) || (state->is_emoji && next == U_GCB_EXTEND);
  state->has_odd_indicator = next == U_GCB_REGIONAL_INDICATOR && !state->has_odd_indicator;
  if (has(character, linecaster_linker_bit)) {
    state->is_linked = state->is_consonant;
  } else if (!has(character, linecaster_extend_bit)) {
    state->is_consonant = has(character, linecaster_consonant_bit);
    state->is_linked = 0;
  }
  state->last = next;
}

// Whether no rule but GB999 is about a character between others of the kind: one that neither joins
// what stands beside it nor tells what follows anything, or a syllable of Hangul.
static inline int is_plain(linecaster_character character) {
  const linecaster_character others = (linecaster_character)1 << linecaster_pictographic_bit |
                                      (linecaster_character)1 << linecaster_consonant_bit;
  const uint32_t plain = 1u << U_GCB_OTHER | 1u << U_GCB_LV | 1u << U_GCB_LVT;
  return (character & others) == 0 && plain >> break_class(character) & 1;
}
