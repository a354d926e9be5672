// HarfBuzz as Swift sees it. Function-like macros do not import, so those the package needs have
// a named inline function here, and constants that a macro builds have a function each.
#pragma once

#if !__has_include(<harfbuzz/hb-ot.h>)
#error "HarfBuzz is missing: apt-get install libharfbuzz-dev"
#endif

#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>

// HB_FEATURE_GLOBAL_END, HB_SET_VALUE_INVALID and HB_TAG are macros with casts.
static inline hb_codepoint_t linecaster_hb_set_value_invalid(void) { return HB_SET_VALUE_INVALID; }

// A metric of the font, or what to take where it has none: one call in place of an output argument
// and a test at each use.
static inline hb_position_t linecaster_hb_metric(hb_font_t *font, hb_ot_metrics_tag_t tag,
                                                 hb_position_t fallback) {
  hb_position_t value;
  return hb_ot_metrics_get_position(font, tag, &value) ? value : fallback;
}

// The whole blob as one pointer: the mode constant is an enum, the destroy callback is not needed,
// since the bytes are owned by the Swift wrapper that also owns the blob.
static inline hb_blob_t *linecaster_hb_blob(const void *bytes, unsigned int count) {
  return hb_blob_create((const char *)bytes, count, HB_MEMORY_MODE_READONLY, (void *)0, (void *)0);
}

// The shapers to ask: that of OpenType alone. Debian's HarfBuzz would ask Graphite before it, which
// reads tables of its own from fonts that may be hostile, and leaks memory over broken ones.
static inline const char *const *linecaster_hb_shapers(void) {
  static const char *const shapers[] = {"ot", (const char *)0};
  return shapers;
}
