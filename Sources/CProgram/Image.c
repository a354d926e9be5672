// glibc declares dladdr with this only.
#define _GNU_SOURCE

#include "CProgram.h"

#include <dlfcn.h>
#include <stddef.h>

const char *linecaster_image_name(void) {
  static const char here = 0;
  Dl_info found;
  return dladdr(&here, &found) && found.dli_fname && found.dli_fname[0] ? found.dli_fname : NULL;
}
