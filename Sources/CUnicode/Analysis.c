// The walk over a text that finds all that single characters tell.

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf16.h>

#include "CUnicode.h"
#include "CharacterTable.h"
#include "GraphemeState.h"

// The bit of a direction in a set of them.
#define DIRECTION(name) (1u << U_##name)

static int ends_line(UChar32 c) {
  return (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

// The flags of a space or a control code, and of the place after one that ends a line.
static void mark_special(const uint16_t *text, int32_t count, int32_t at, uint8_t properties,
                         linecaster_marks marks, uint8_t *flags) {
  if (properties & linecaster_space ? marks.hangs : properties & linecaster_control) {
    flags[at] |= marks.space;
  }
  if (!(properties & linecaster_control)) return;
  flags[at] |= marks.control;
  int is_pair = text[at] == 0x0D && at + 1 < count && text[at + 1] == 0x0A;
  if (ends_line(text[at]) && !is_pair) flags[at + 1] |= marks.line_end;
}

_Static_assert(sizeof(struct grapheme_state) <= sizeof((linecaster_walk *)0)->graphemes,
               "a walk must hold what graphemes are known by");

// What levels text has whose characters are of these directions.
static int levels_of(uint32_t directions) {
  const uint32_t strong = DIRECTION(RIGHT_TO_LEFT) | DIRECTION(RIGHT_TO_LEFT_ARABIC);
  const uint32_t neutral = DIRECTION(OTHER_NEUTRAL) | DIRECTION(WHITE_SPACE_NEUTRAL) |
                           DIRECTION(COMMON_NUMBER_SEPARATOR) | DIRECTION(DIR_NON_SPACING_MARK) |
                           DIRECTION(EUROPEAN_NUMBER_SEPARATOR) |
                           DIRECTION(EUROPEAN_NUMBER_TERMINATOR);
  // Beside these, numbers have no even level but after right-to-left text, and all else is weak or
  // neutral.
  const uint32_t even = neutral | DIRECTION(LEFT_TO_RIGHT) | DIRECTION(EUROPEAN_NUMBER) |
                        DIRECTION(BLOCK_SEPARATOR) | DIRECTION(SEGMENT_SEPARATOR) |
                        DIRECTION(BOUNDARY_NEUTRAL);
  if ((directions & ~even) == 0) return linecaster_levels_even;
  // Without numbers, letters of the other direction and codes, neutrals are between letters of one
  // direction or at an end of the paragraph, which all have its level.
  if ((directions & ~(strong | neutral)) == 0) return linecaster_levels_odd;
  return linecaster_levels_mixed;
}

void linecaster_analyze(linecaster_walk *walk, const uint16_t *text, int32_t count, int32_t end,
                        linecaster_marks marks, uint8_t *scripts, uint8_t *properties,
                        uint8_t *flags) {
  // Every text starts a grapheme (GB1), as after a line terminator.
  struct grapheme_state state = {.last = U_GCB_CONTROL};
  if (walk->at > 0) memcpy(&state, walk->graphemes, sizeof state);
  int was_plain = walk->was_plain;
  uint32_t directions = walk->directions;
  int32_t at = walk->at;
  while (at < end) {
    int32_t start = at;
    UChar32 c;
    U16_NEXT(text, at, count, c);
    linecaster_character character = linecaster_character_at((uint32_t)c);
    uint8_t bits = character >> linecaster_properties_shift & 63;
    scripts[start] = (uint8_t)(character >> linecaster_script_shift);
    properties[start] = bits;
    directions |= 1u << (character >> linecaster_direction_shift & 31);
    if (was_plain && is_plain(character)) {
      flags[start] |= marks.grapheme;
      state.last = break_class(character);
    } else {
      if (is_break(&state, character)) flags[start] |= marks.grapheme;
      advance(&state, character);
      was_plain = is_plain(character);
    }
    if (bits & (linecaster_space | linecaster_control)) {
      mark_special(text, count, start, bits, marks, flags);
    }
    if (at - start == 2) {
      scripts[start + 1] = scripts[start];
      properties[start + 1] = bits;
    }
  }
  if (at == count) flags[count] |= marks.grapheme;
  memcpy(walk->graphemes, &state, sizeof state);
  walk->at = at;
  walk->was_plain = was_plain;
  walk->directions = directions;
}

int linecaster_levels_of(const linecaster_walk *walk) { return levels_of(walk->directions); }
