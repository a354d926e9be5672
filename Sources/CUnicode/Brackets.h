// Keeps the bidirectional algorithm's work for brackets (UAX 9, N0) in proportion to the text.
#pragma once

#include <stdint.h>

// Writes to `copy` the text (both of `count` units) with U+FFFD, which is as neutral, for brackets
// that stand inside more than 255 open ones. Returns whether there are any; `copy` is written only
// then.
//
// ICU looks at every open bracket again for each letter that follows. The algorithm itself gives up
// at 63 (BD16).
int linecaster_limit_brackets(const uint16_t *text, int32_t count, uint16_t *copy);

// Whether text has enough brackets for that to be asked.
int linecaster_has_many_brackets(const uint16_t *text, int32_t count);
