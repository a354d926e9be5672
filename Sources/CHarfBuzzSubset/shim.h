// HarfBuzz's subsetter as Swift sees it, apart from HarfBuzz itself, so that only programs that
// write documents need its library. The one function says which parts of a font are kept: its sets
// and flags are C enumerations whose combination Swift would have to spell as raw numbers.
#pragma once

#if !__has_include(<harfbuzz/hb-subset.h>)
#error "HarfBuzz is missing: apt-get install libharfbuzz-dev"
#endif

#include <stdbool.h>
#include <harfbuzz/hb-subset.h>

// A face of bytes that the caller keeps until it has destroyed the face.
static inline hb_face_t *linecaster_subset_face(const void *bytes, unsigned int count,
                                                unsigned int index) {
  hb_blob_t *blob =
      hb_blob_create((const char *)bytes, count, HB_MEMORY_MODE_READONLY, (void *)0, (void *)0);
  hb_face_t *face = hb_face_create(blob, index);
  hb_blob_destroy(blob);
  return face;
}

// What a subset is to have. Without `keeps_layout` only what draws glyphs by their numbers stays;
// with it the character map and all features, for programs that shape the text again.
static inline hb_subset_input_t *linecaster_subset_input(bool keeps_layout) {
  hb_subset_input_t *input = hb_subset_input_create_or_fail();
  if (!input) return input;
  hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
  if (keeps_layout) {
    hb_set_t *features = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG);
    hb_set_clear(features);
    hb_set_invert(features);
  } else {
    static const hb_tag_t unused[] = {
        HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S'), HB_TAG('G', 'D', 'E', 'F'),
        HB_TAG('k', 'e', 'r', 'n'), HB_TAG('c', 'm', 'a', 'p'), HB_TAG('n', 'a', 'm', 'e'),
        HB_TAG('p', 'o', 's', 't'), HB_TAG('O', 'S', '/', '2'), HB_TAG('S', 'T', 'A', 'T'),
        HB_TAG('M', 'A', 'T', 'H'), HB_TAG('C', 'O', 'L', 'R'), HB_TAG('C', 'P', 'A', 'L'),
        HB_TAG('C', 'B', 'D', 'T'), HB_TAG('C', 'B', 'L', 'C'), HB_TAG('v', 'h', 'e', 'a'),
        HB_TAG('v', 'm', 't', 'x'), HB_TAG('V', 'O', 'R', 'G'), HB_TAG('B', 'A', 'S', 'E')};
    hb_set_t *dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (unsigned int index = 0; index < sizeof unused / sizeof *unused; index++)
      hb_set_add(dropped, unused[index]);
  }
  return input;
}

// The number that a glyph has in a subset; HB_MAP_VALUE_INVALID, a macro, where it is not in it.
static inline hb_codepoint_t linecaster_subset_no_glyph(void) { return HB_MAP_VALUE_INVALID; }
