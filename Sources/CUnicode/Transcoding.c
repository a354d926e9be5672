#include <string.h>

#include "CUnicode.h"

// Widens the ASCII that text starts with, eight bytes a step, and returns how many units it is.
static int32_t widen(const uint8_t *text, int32_t count, uint16_t *units) {
  const uint64_t high_bits = 0x8080808080808080;
  int32_t at = 0;
  for (; at + 8 <= count; at += 8) {
    uint64_t eight;
    memcpy(&eight, text + at, sizeof eight);
    if (eight & high_bits) break;
    for (int32_t i = 0; i < 8; i++) units[at + i] = text[at + i];
  }
  while (at < count && text[at] < 0x80) {
    units[at] = text[at];
    at++;
  }
  return at;
}

int32_t linecaster_utf16(const uint8_t *text, int32_t count, uint16_t *units, int32_t capacity) {
  int32_t at = 0;
  int32_t out = 0;
  while (at < count && out < capacity) {
    uint32_t first = text[at];
    if (first < 0x80) {
      int32_t left = count - at < capacity - out ? count - at : capacity - out;
      int32_t ascii = widen(text + at, left, units + out);
      at += ascii;
      out += ascii;
    } else if (first < 0xE0) {
      units[out++] = (uint16_t)((first & 0x1F) << 6 | (text[at + 1] & 0x3F));
      at += 2;
    } else if (first < 0xF0) {
      units[out++] = (uint16_t)((first & 0x0F) << 12 | (text[at + 1] & 0x3F) << 6 |
                                (text[at + 2] & 0x3F));
      at += 3;
    } else {
      uint32_t value = (first & 0x07) << 18 | (text[at + 1] & 0x3Fu) << 12 |
                       (text[at + 2] & 0x3Fu) << 6 | (text[at + 3] & 0x3F);
      if (capacity - out < 2) break;
      units[out++] = (uint16_t)(0xD7C0 + (value >> 10));
      units[out++] = (uint16_t)(0xDC00 | (value & 0x3FF));
      at += 4;
    }
  }
  return out;
}
