#include "CharacterTable.h"

#include <stdlib.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "CUnicode.h"
#include "IndicConjuncts.h"

_Atomic(linecaster_slot *) linecaster_pages[linecaster_page_count];

static linecaster_character bit(int place) { return (linecaster_character)1 << place; }

static uint8_t properties_of(UChar32 c) {
  uint8_t bits = 0;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI)) bits |= linecaster_emoji;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION)) bits |= linecaster_emoji_presentation;
  if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
    bits |= linecaster_default_ignorable;
  }
  if (c == ' ' || c == '\t' || c == 0x3000) bits |= linecaster_space;
  uint32_t category = U_GET_GC_MASK(c);
  // U+2028 and U+2029 end lines as control codes do, and are as little to be drawn.
  if (category & (U_GC_CC_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK)) bits |= linecaster_control;
  if (category & U_GC_M_MASK) bits |= linecaster_mark;
  return bits;
}

// Whether a letter of no script of its own is one of kana only, such as the sign of long vowels.
static int is_kana(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode scripts[3];
  int32_t count = uscript_getScriptExtensions(c, scripts, 3, &status);
  if (U_FAILURE(status) || U_GET_GC_MASK(c) & U_GC_M_MASK) return 0;
  for (int32_t i = 0; i < count; i++) {
    if (scripts[i] != USCRIPT_HIRAGANA && scripts[i] != USCRIPT_KATAKANA) return 0;
  }
  return count > 0;
}

static uint8_t script_of(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(c, &status);
  if (U_FAILURE(status) || script >= 256) return USCRIPT_COMMON;
  if (script == USCRIPT_COMMON && is_kana(c)) return USCRIPT_HIRAGANA;
  return (uint8_t)script;
}

// What the rule GB9c of UAX 29 asks for.
static linecaster_character conjunct_bits(UChar32 c) {
  switch (linecaster_conjunct_of((uint32_t)c)) {
    case linecaster_conjunct_consonant: return bit(linecaster_consonant_bit);
    case linecaster_conjunct_extend: return bit(linecaster_extend_bit);
    case linecaster_conjunct_linker: return bit(linecaster_linker_bit);
    default: return 0;
  }
}

static linecaster_character character(UChar32 c) {
  linecaster_character bits = bit(linecaster_known_bit);
  bits |= (linecaster_character)script_of(c) << linecaster_script_shift;
  bits |= (linecaster_character)properties_of(c) << linecaster_properties_shift;
  int32_t grapheme = u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
  bits |= (linecaster_character)grapheme << linecaster_grapheme_shift;
  bits |= conjunct_bits(c);
  bits |= (linecaster_character)u_getIntPropertyValue(c, UCHAR_LINE_BREAK)
          << linecaster_line_shift;
  if (u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC)) bits |= bit(linecaster_pictographic_bit);
  if (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_N_MASK)) bits |= bit(linecaster_letter_bit);
  int32_t width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  if (width == U_EA_FULLWIDTH || width == U_EA_WIDE || width == U_EA_HALFWIDTH) {
    bits |= bit(linecaster_wide_bit);
  }
  bits |= (linecaster_character)u_charDirection(c) << linecaster_direction_shift;
  return bits;
}

// The page with a number, allocated if it is missing; threads keep the one that is first.
static linecaster_slot *page_at(uint32_t number) {
  linecaster_slot *known = atomic_load_explicit(&linecaster_pages[number], memory_order_acquire);
  if (known != NULL) return known;
  linecaster_slot *page = calloc(linecaster_page_size, sizeof *page);
  if (page == NULL) abort();
  if (atomic_compare_exchange_strong_explicit(&linecaster_pages[number], &known, page,
                                              memory_order_acq_rel, memory_order_acquire)) {
    return page;
  }
  free(page);
  return known;
}

linecaster_character linecaster_find_character(uint32_t c) {
  linecaster_slot *page = page_at(c / linecaster_page_size);
  linecaster_character found = character((UChar32)c);
  // Relaxed: the bits are all that is read of a slot.
  atomic_store_explicit(&page[c % linecaster_page_size], found, memory_order_relaxed);
  return found;
}
