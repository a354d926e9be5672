/* Loads the library by dlopen, uses it, unloads it and loads it again:
 *
 *     cc reload.c $(pkg-config --cflags linecaster) -o reload
 *     ./reload path/to/liblinecaster.so.0
 */
#include <dlfcn.h>
#include <linecaster.h>
#include <stdio.h>
#include <stdlib.h>

static void *loaded(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fprintf(stderr, "%s\n", dlerror()), exit(1);
  return library;
}

/* Finds a function. POSIX gives data pointers that are function pointers. */
#define FIND(library, name) (*(__typeof__(name) **)(&(void *){dlsym(library, #name)}))

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: reload path/to/liblinecaster.so.0\n"), 2;
  for (int round = 0; round < 3; round++) {
    void *library = loaded(argv[1]);
    lc_fonts *fonts = NULL;
    size_t count = 0;
    if (FIND(library, lc_fonts_create)(&fonts) ||
        FIND(library, lc_fonts_add_bundled)(fonts, NULL, 0) ||
        FIND(library, lc_fonts_count)(fonts, &count) || FIND(library, lc_fonts_destroy)(fonts)) {
      return fprintf(stderr, "%s\n", FIND(library, lc_error_message)()), 1;
    }
    if (FIND(library, lc_fonts_destroy)(fonts) != LC_ERROR_HANDLE) return 1;
    if (dlclose(library)) return fprintf(stderr, "%s\n", dlerror()), 1;
    printf("round %d: %zu faces\n", round + 1, count);
  }
  return 0;
}
