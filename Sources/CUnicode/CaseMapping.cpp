// Letter case by ICU's C++ interface, the only one that says which unit became which.
#include "CUnicode.h"

#include <unicode/casemap.h>
#include <unicode/edits.h>

namespace {

// Writes how many units stand for each unit of the text: of a change that is longer or shorter than
// what it changes, the last unit has what is over, and those that are left over have none.
int32_t write_lengths(const icu::Edits &edits, int32_t count, uint8_t *lengths) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Edits::Iterator it = edits.getFineIterator();
  int32_t at = 0;
  while (it.next(status)) {
    int32_t before = it.oldLength();
    int32_t after = it.newLength();
    if (before < 1 || at + before > count) return -1;
    for (int32_t i = 0; i < before; i++, at++) {
      int32_t length = i < after ? 1 : 0;
      if (i == before - 1 && after > before) length = after - i;
      if (length > UINT8_MAX) return -1;
      lengths[at] = (uint8_t)length;
    }
  }
  return U_SUCCESS(status) && at == count ? 0 : -1;
}

}  // namespace

extern "C" int32_t linecaster_map_case(int32_t mapping, const char *locale, const uint16_t *text,
                                       int32_t count, uint16_t *units, int32_t capacity,
                                       uint8_t *lengths) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Edits edits;
  const char16_t *source = reinterpret_cast<const char16_t *>(text);
  char16_t *target = reinterpret_cast<char16_t *>(units);
  int32_t written =
      mapping == linecaster_case_upper
          ? icu::CaseMap::toUpper(locale, 0, source, count, target, capacity, &edits, status)
          : icu::CaseMap::toLower(locale, 0, source, count, target, capacity, &edits, status);
  if (U_FAILURE(status)) return -1;
  return write_lengths(edits, count, lengths) == 0 ? written : -1;
}
