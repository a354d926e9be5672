// fontconfig as Swift sees it. The names of properties are macros of string literals, which the
// functions want as pointers; a function each saves a conversion at each use.
#pragma once

#if !__has_include(<fontconfig/fontconfig.h>)
#error "fontconfig is missing: apt-get install libfontconfig-dev"
#endif

#include <fontconfig/fontconfig.h>

// FC_FILE: the path of the file that a face is in, alive as long as the pattern; NULL without one.
static inline const char *linecaster_fc_file(const FcPattern *pattern) {
  FcChar8 *path = (FcChar8 *)0;
  return FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch ? (const char *)path
                                                                         : (const char *)0;
}
