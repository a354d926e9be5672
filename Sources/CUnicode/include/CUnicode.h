// What the text engine asks of ICU: bidirectional levels (UAX 9), line opportunities (UAX 14),
// graphemes, words and sentences (UAX 29), scripts (UAX 24) and a few properties.
//
// No ICU header is included here. Foundation on Linux brings ICU headers of its own, of another
// version, and the two cannot meet in one compilation; ICU's functions also carry the version in
// their names, which Swift would have to spell. Offsets and counts are in UTF-16 units.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes well-formed UTF-8 as at most `capacity` units of UTF-16; returns how many they are.
int32_t linecaster_utf16(const uint8_t *text, int32_t count, uint16_t *units, int32_t capacity);

// A break iterator of ICU. One thread at a time; opening one costs microseconds, so keep it.
typedef struct linecaster_breaker linecaster_breaker;
// A bidi object of ICU. One thread at a time; it grows to the longest text it has seen.
typedef struct linecaster_bidi linecaster_bidi;

// Opens a breaker for line opportunities in a locale (BCP 47, "" for the root); NULL on failure.
linecaster_breaker *linecaster_line_breaker_open(const char *locale);
void linecaster_breaker_close(linecaster_breaker *breaker);

// Sets `mark` in `flags` (count + 1 bytes) at each boundary after the start. Returns 0, or -1 where
// ICU fails.
int32_t linecaster_mark_breaks(linecaster_breaker *breaker, const uint16_t *text, int32_t count,
                               uint8_t *flags, uint8_t mark);

// Opens a breaker for words (UAX 29, with dictionaries); NULL on failure.
linecaster_breaker *linecaster_word_breaker_open(void);
// Finds the word that a unit of a text is in. Returns whether it has letters, digits or ideographs,
// or -1 where ICU fails. Takes as long as the word, or a stretch that needs a dictionary, is.
int32_t linecaster_word_at(linecaster_breaker *breaker, const uint16_t *text, int32_t count,
                           int32_t at, int32_t *start, int32_t *end);

// Opens a breaker for sentences (UAX 29); NULL on failure.
linecaster_breaker *linecaster_sentence_breaker_open(void);

// A base direction for `linecaster_bidi_levels`.
enum {
  linecaster_direction_ltr = 0,
  linecaster_direction_rtl = 1,
  linecaster_direction_auto = 0xfe,
};

linecaster_bidi *linecaster_bidi_open(void);
void linecaster_bidi_close(linecaster_bidi *bidi);
// Writes the embedding level of each unit of one paragraph, with what ends it. Returns the level of
// the paragraph, or -1 where ICU fails.
//
// ICU takes several at once, but then numbers at the start of one may get a level from the one
// before.
int32_t linecaster_bidi_levels(linecaster_bidi *bidi, const uint16_t *text, int32_t count,
                               uint8_t direction, uint8_t *levels);

// Bits that `linecaster_analyze` sets for each unit; both halves of a pair get the same.
enum {
  linecaster_emoji = 1,                // may be shown as an emoji
  linecaster_emoji_presentation = 2,   // is shown as an emoji by default
  linecaster_default_ignorable = 4,    // needs no glyph of its own
  linecaster_control = 8,              // a control code, line terminators included
  linecaster_space = 16,               // U+0020, a tab or U+3000
  linecaster_mark = 32,                // combines with what stands before it
};

// Line breaking classes (UAX 14) by ICU's numbers, those that some rule of this package asks for.
enum {
  linecaster_lb_ai = 1,
  linecaster_lb_al = 2,
  linecaster_lb_ba = 4,
  linecaster_lb_cl = 8,
  linecaster_lb_cm = 9,
  linecaster_lb_ex = 11,
  linecaster_lb_hy = 13,
  linecaster_lb_id = 14,
  linecaster_lb_is = 16,
  linecaster_lb_nu = 19,
  linecaster_lb_op = 20,
  linecaster_lb_po = 21,
  linecaster_lb_pr = 22,
  linecaster_lb_sa = 24,
  linecaster_lb_sy = 27,
  linecaster_lb_cp = 36,
  linecaster_lb_hl = 38,
  linecaster_lb_count = 43,
};

// The line breaking class of a code point up to U+10FFFF.
uint8_t linecaster_line_class(uint32_t c);
// Whether a code point is a letter or a number (general categories L and N).
int linecaster_is_letter_or_number(uint32_t c);
// Whether a code point is as wide as an ideograph (UAX 11: fullwidth, wide, halfwidth).
int linecaster_is_east_asian(uint32_t c);
// Whether a code point stands upright among vertical text (UAX 50: all but class R).
int linecaster_is_upright(uint32_t c);
// Whether a code point joins to the letter before it only (joining type R).
int linecaster_ends_join(uint32_t c);

// The script of a code point up to U+10FFFF, as `linecaster_analyze` writes it.
uint8_t linecaster_script_of(uint32_t c);

// The bits that `linecaster_analyze` sets in the flags of a place.
typedef struct {
  uint8_t grapheme;  // an extended grapheme cluster starts here (UAX 29), or the text ends
  uint8_t space;     // a space, where spaces hang, or a control code but for tabs that do not
  uint8_t control;   // a control code
  uint8_t line_end;  // a line terminator stands before: not a carriage return of which this is the
                     // line feed
  uint8_t hangs;     // not a bit: whether spaces hang
} linecaster_marks;

// What the text as a whole asks of the bidirectional algorithm (UAX 9).
enum {
  linecaster_levels_even = 0,  // nothing: all levels are 0, unless the base direction is odd
  linecaster_levels_odd = 1,   // nothing: it is one paragraph whose levels are all 1, unless the
                               // base direction is even
  linecaster_levels_mixed = 2  // levels have to be found
};

// How far a walk over text has come; all 0 at the start.
typedef struct {
  int32_t at;             // the unit reached
  int32_t was_plain;      // whether the last character ends a grapheme whatever follows
  uint32_t directions;    // the directions of all characters so far
  uint32_t graphemes[6];  // what is known of the grapheme that it is in
} linecaster_walk;

// Walks text of `count` units until `end`, or one unit further to keep surrogate pairs whole: it
// writes the script (a UScriptCode; below 256 in ICU 72) and the property bits of each unit, and
// sets bits of `flags` (count + 1 bytes).
void linecaster_analyze(linecaster_walk *walk, const uint16_t *text, int32_t count, int32_t end,
                        linecaster_marks marks, uint8_t *scripts, uint8_t *properties,
                        uint8_t *flags);
// What levels the text has that was walked over.
int linecaster_levels_of(const linecaster_walk *walk);
// The ISO 15924 tag of a script code, four letters as one big-endian number.
uint32_t linecaster_script_tag(uint8_t script);
// The codes of some scripts.
extern const uint8_t linecaster_script_common;
extern const uint8_t linecaster_script_inherited;
extern const uint8_t linecaster_script_han;
extern const uint8_t linecaster_script_bopomofo;
extern const uint8_t linecaster_script_hiragana;
extern const uint8_t linecaster_script_katakana;

// The mappings of letter case.
enum { linecaster_case_upper = 0, linecaster_case_lower = 1 };
// Writes text of `count` units in another case, by the rules of a locale (BCP 47, "" for the root),
// in at most `capacity` units, and for each unit of the text how many of them stand for it. Three
// times `count` is always enough. Returns how many units were written, or -1 where ICU fails.
int32_t linecaster_map_case(int32_t mapping, const char *locale, const uint16_t *text,
                            int32_t count, uint16_t *units, int32_t capacity, uint8_t *lengths);
// A code point in the case of a title, or in small letters, where that is one code point.
uint32_t linecaster_title_case(uint32_t c);
uint32_t linecaster_lower_case(uint32_t c);
// Whether a code point is a letter (general category L), combines with what stands before it, or
// makes the letter after it stand below or behind that (Indic_Syllabic_Category=Invisible_Stacker).
int linecaster_is_letter(uint32_t c);
int linecaster_is_mark(uint32_t c);
int linecaster_is_stacker(uint32_t c);

// Fills what each byte of an 8-bit character set of ICU's stands for, U+FFFD for those that stand
// for nothing of one unit. Returns 0, or -1 where there is no such set.
int32_t linecaster_charset(const char *name, uint16_t characters[256]);

#ifdef __cplusplus
}
#endif
