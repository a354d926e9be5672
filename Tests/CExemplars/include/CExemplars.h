#pragma once
#include <stdint.h>

/// The number of locales that ICU knows.
int32_t exemplars_locale_count(void);

/// The tag of a locale, for example "sr_Latn"; null if there is none of that number.
const char *_Nullable exemplars_locale(int32_t number);

/// Writes the main exemplar characters of the locale (CLDR), those in strings included, each once;
/// at most `capacity` are written.
///
/// Returns their number, or -1 if ICU fails.
int32_t exemplars_of(
    const char *_Nonnull locale, uint32_t *_Nonnull characters, int32_t capacity);
