#if !__has_include(<unicode/ubrk.h>)
#error "ICU is missing: apt-get install libicu-dev"
#endif

#include "CUnicode.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>

#include "Brackets.h"
#include "CharacterTable.h"

// The opaque types of the header are ICU's own under another name.
static UBreakIterator *iterator(linecaster_breaker *breaker) { return (UBreakIterator *)breaker; }
static UBiDi *bidi_object(linecaster_bidi *bidi) { return (UBiDi *)bidi; }

const uint8_t linecaster_script_common = USCRIPT_COMMON;
const uint8_t linecaster_script_inherited = USCRIPT_INHERITED;
const uint8_t linecaster_script_han = USCRIPT_HAN;
const uint8_t linecaster_script_bopomofo = USCRIPT_BOPOMOFO;
const uint8_t linecaster_script_hiragana = USCRIPT_HIRAGANA;
const uint8_t linecaster_script_katakana = USCRIPT_KATAKANA;

linecaster_breaker *linecaster_line_breaker_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *opened = ubrk_open(UBRK_LINE, locale, NULL, 0, &status);
  return U_SUCCESS(status) ? (linecaster_breaker *)opened : NULL;
}

linecaster_breaker *linecaster_word_breaker_open(void) {
  UErrorCode status = U_ZERO_ERROR;
  // The rules that CLDR has for Finnish are those of UAX 29; for other languages it leaves the
  // colon out of MidLetter.
  UBreakIterator *opened = ubrk_open(UBRK_WORD, "fi", NULL, 0, &status);
  return U_SUCCESS(status) ? (linecaster_breaker *)opened : NULL;
}

linecaster_breaker *linecaster_sentence_breaker_open(void) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *opened = ubrk_open(UBRK_SENTENCE, "", NULL, 0, &status);
  return U_SUCCESS(status) ? (linecaster_breaker *)opened : NULL;
}

int32_t linecaster_word_at(linecaster_breaker *breaker, const uint16_t *text, int32_t count,
                           int32_t at, int32_t *start, int32_t *end) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *it = iterator(breaker);
  ubrk_setText(it, (const UChar *)text, count, &status);
  if (U_FAILURE(status)) return -1;
  int32_t next = ubrk_following(it, at);
  if (next == UBRK_DONE) next = count;
  // The status is that of the word before the boundary.
  int32_t kind = ubrk_getRuleStatus(it);
  int32_t previous = ubrk_previous(it);
  *start = previous == UBRK_DONE ? 0 : previous;
  *end = next;
  // Nothing stays of a text that is only lent.
  ubrk_setText(it, NULL, 0, &status);
  return kind >= UBRK_WORD_NONE_LIMIT;
}

void linecaster_breaker_close(linecaster_breaker *breaker) { ubrk_close(iterator(breaker)); }

int32_t linecaster_mark_breaks(linecaster_breaker *breaker, const uint16_t *text, int32_t count,
                               uint8_t *flags, uint8_t mark) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *it = iterator(breaker);
  ubrk_setText(it, (const UChar *)text, count, &status);
  if (U_FAILURE(status)) return -1;
  ubrk_first(it);
  for (int32_t at = ubrk_next(it); at != UBRK_DONE; at = ubrk_next(it)) flags[at] |= mark;
  return 0;
}

_Static_assert(linecaster_lb_ai == U_LB_AMBIGUOUS && linecaster_lb_al == U_LB_ALPHABETIC &&
                   linecaster_lb_ba == U_LB_BREAK_AFTER &&
                   linecaster_lb_cl == U_LB_CLOSE_PUNCTUATION &&
                   linecaster_lb_cm == U_LB_COMBINING_MARK &&
                   linecaster_lb_ex == U_LB_EXCLAMATION && linecaster_lb_hy == U_LB_HYPHEN &&
                   linecaster_lb_id == U_LB_IDEOGRAPHIC &&
                   linecaster_lb_is == U_LB_INFIX_NUMERIC && linecaster_lb_nu == U_LB_NUMERIC &&
                   linecaster_lb_op == U_LB_OPEN_PUNCTUATION &&
                   linecaster_lb_po == U_LB_POSTFIX_NUMERIC &&
                   linecaster_lb_pr == U_LB_PREFIX_NUMERIC &&
                   linecaster_lb_sa == U_LB_COMPLEX_CONTEXT &&
                   linecaster_lb_sy == U_LB_BREAK_SYMBOLS &&
                   linecaster_lb_cp == U_LB_CLOSE_PARENTHESIS &&
                   linecaster_lb_hl == U_LB_HEBREW_LETTER,
               "the header's numbers must be ICU's");

uint8_t linecaster_line_class(uint32_t c) {
  // Tables of classes read thousands of characters, of which a text has few. They stay unknown: ICU
  // finds one property in a tenth of the time of all.
  linecaster_character known = linecaster_known_character(c);
  if (known != 0) return known >> linecaster_line_shift & 63;
  return (uint8_t)u_getIntPropertyValue((UChar32)c, UCHAR_LINE_BREAK);
}

uint8_t linecaster_script_of(uint32_t c) {
  return (uint8_t)(linecaster_character_at(c) >> linecaster_script_shift);
}

int linecaster_is_letter_or_number(uint32_t c) {
  return linecaster_character_at(c) >> linecaster_letter_bit & 1;
}

int linecaster_is_east_asian(uint32_t c) {
  return linecaster_character_at(c) >> linecaster_wide_bit & 1;
}

int linecaster_is_upright(uint32_t c) {
  // Quotation marks, upright in later versions of UAX 50 than ICU's, and in browsers.
  switch (c) {
  case 0x2018: case 0x2019: case 0x201C: case 0x201D: return 1;
  default: break;
  }
  return u_getIntPropertyValue((UChar32)c, UCHAR_VERTICAL_ORIENTATION) != U_VO_ROTATED;
}

int linecaster_ends_join(uint32_t c) {
  return u_getIntPropertyValue((UChar32)c, UCHAR_JOINING_TYPE) == U_JT_RIGHT_JOINING;
}

uint32_t linecaster_title_case(uint32_t c) { return (uint32_t)u_totitle((UChar32)c); }

uint32_t linecaster_lower_case(uint32_t c) { return (uint32_t)u_tolower((UChar32)c); }

int linecaster_is_letter(uint32_t c) { return (U_GET_GC_MASK((UChar32)c) & U_GC_L_MASK) != 0; }

int linecaster_is_stacker(uint32_t c) {
  return u_getIntPropertyValue((UChar32)c, UCHAR_INDIC_SYLLABIC_CATEGORY) ==
         U_INSC_INVISIBLE_STACKER;
}

int linecaster_is_mark(uint32_t c) { return (U_GET_GC_MASK((UChar32)c) & U_GC_M_MASK) != 0; }

int32_t linecaster_charset(const char *name, uint16_t characters[256]) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(name, &status);
  if (U_FAILURE(status)) return -1;
  int fits = ucnv_getMaxCharSize(converter) == 1;
  for (int byte = 0; fits && byte < 256; byte++) {
    char source = (char)byte;
    UChar units[4];
    UErrorCode found = U_ZERO_ERROR;
    int32_t count = ucnv_toUChars(converter, units, 4, &source, 1, &found);
    characters[byte] = U_SUCCESS(found) && count == 1 ? units[0] : 0xFFFD;
  }
  ucnv_close(converter);
  return fits ? 0 : -1;
}

linecaster_bidi *linecaster_bidi_open(void) { return (linecaster_bidi *)ubidi_open(); }

void linecaster_bidi_close(linecaster_bidi *bidi) { ubidi_close(bidi_object(bidi)); }

int32_t linecaster_bidi_levels(linecaster_bidi *bidi, const uint16_t *text, int32_t count,
                               uint8_t direction, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *object = bidi_object(bidi);
  uint16_t *limited = NULL;
  if (linecaster_has_many_brackets(text, count)) {
    limited = malloc((size_t)count * sizeof *limited);
    if (limited != NULL && linecaster_limit_brackets(text, count, limited)) text = limited;
  }
  ubidi_setPara(object, (const UChar *)text, count, direction, NULL, &status);
  const UBiDiLevel *found = ubidi_getLevels(object, &status);
  int failed = U_FAILURE(status);
  if (!failed) memcpy(levels, found, (size_t)count * sizeof *levels);
  free(limited);
  return failed ? -1 : ubidi_getParaLevel(object);
}

uint32_t linecaster_script_tag(uint8_t script) {
  const char *name = uscript_getShortName((UScriptCode)script);
  if (name == NULL || name[0] == 0 || name[1] == 0 || name[2] == 0 || name[3] == 0) return 0;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
         (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
}
