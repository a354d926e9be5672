#include "Brackets.h"

#include <string.h>
#include <unicode/uchar.h>

#include "CharacterTable.h"

enum { open_limit = 255 };

// Punctuation that opens and closes (UAX 14): all brackets of UAX 9 are among it, none is a pair.
static int may_be_bracket(uint16_t unit) {
  uint32_t line = linecaster_character_at(unit) >> linecaster_line_shift & 63;
  return line == U_LB_OPEN_PUNCTUATION || line == U_LB_CLOSE_PUNCTUATION ||
         line == U_LB_CLOSE_PARENTHESIS;
}

static int bracket_type(uint16_t unit) {
  return may_be_bracket(unit) ? u_getIntPropertyValue(unit, UCHAR_BIDI_PAIRED_BRACKET_TYPE)
                              : U_BPT_NONE;
}

// U+2329 and U+232A are canonically U+3008 and U+3009, and pair with those (BD16).
static uint16_t canonical(uint16_t unit) {
  if (unit == 0x2329) return 0x3008;
  return unit == 0x232A ? 0x3009 : unit;
}

int linecaster_has_many_brackets(const uint16_t *text, int32_t count) {
  int32_t brackets = 0;
  for (int32_t at = 0; at < count && brackets <= open_limit; at++) {
    brackets += may_be_bracket(text[at]);
  }
  return brackets > open_limit;
}

int linecaster_limit_brackets(const uint16_t *text, int32_t count, uint16_t *copy) {
  uint16_t closings[open_limit];  // what closes the open brackets, the innermost last
  int32_t open = 0;
  int changed = 0;
  for (int32_t at = 0; at < count; at++) {
    uint16_t unit = text[at];
    if (unit == 0x2029 || unit == '\n' || unit == '\r' || unit == 0x85 ||
        (unit >= 0x1C && unit <= 0x1E)) {
      open = 0;  // A paragraph of its own follows.
      continue;
    }
    int type = bracket_type(unit);
    if (type == U_BPT_CLOSE) {
      int32_t match = open - 1;
      while (match >= 0 && closings[match] != canonical(unit)) match--;
      if (match >= 0) open = match;
    } else if (type == U_BPT_OPEN && open < open_limit) {
      closings[open++] = canonical((uint16_t)u_getBidiPairedBracket(unit));
    } else if (type == U_BPT_OPEN) {
      if (!changed) memcpy(copy, text, (size_t)count * sizeof *copy);
      changed = 1;
      copy[at] = 0xFFFD;
    }
  }
  return changed;
}
