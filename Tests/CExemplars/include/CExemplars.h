#pragma once
#include <stdint.h>

/// The number of locales that ICU knows.
int32_t exemplars_locale_count(void);

/// The tag of a locale, such as "sr_Latn"; null where there is none of that number.
const char *_Nullable exemplars_locale(int32_t number);

/// The characters that the locale is mostly written with (CLDR, main exemplars), those in strings
/// included, each once; at most `capacity` are written.
///
/// Returns how many there are, and -1 where ICU fails.
int32_t exemplars_of(
    const char *_Nonnull locale, uint32_t *_Nonnull characters, int32_t capacity);
