#include "CExemplars.h"

#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/uset.h>
#include <unicode/utf16.h>

int32_t exemplars_locale_count(void) { return uloc_countAvailable(); }

const char *exemplars_locale(int32_t number) { return uloc_getAvailable(number); }

int32_t exemplars_of(const char *locale, uint32_t *characters, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(locale, &status);
  if (U_FAILURE(status)) return -1;
  USet *set = ulocdata_getExemplarSet(data, NULL, 0, ULOCDATA_ES_STANDARD, &status);
  ulocdata_close(data);
  if (U_FAILURE(status)) return -1;
  USet *all = uset_openEmpty();
  int32_t items = uset_getItemCount(set);
  for (int32_t item = 0; item < items; item++) {
    UChar32 first, last;
    UChar text[64];
    status = U_ZERO_ERROR;
    int32_t length = uset_getItem(set, item, &first, &last, text, 64, &status);
    if (U_FAILURE(status)) continue;
    if (length == 0) {
      uset_addRange(all, first, last);
    } else {
      uset_addAllCodePoints(all, text, length);
    }
  }
  uset_close(set);
  int32_t count = uset_size(all);
  for (int32_t index = 0; index < count && index < capacity; index++) {
    characters[index] = (uint32_t)uset_charAt(all, index);
  }
  uset_close(all);
  return count;
}
