// SDL 2 as Swift sees it. Events are a union, of which Swift reads members by name; what SDL has as
// macros, which Swift does not see, is a constant here.
#pragma once

#if !__has_include(<SDL2/SDL.h>)
#error "SDL 2 is missing: apt-get install libsdl2-dev"
#endif

// Programs have a main of their own.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
// The function alone, since the headers of X define common words as macros.
#define SDL_PROTOTYPES_ONLY
#include <SDL2/SDL_syswm.h>
#undef SDL_PROTOTYPES_ONLY

#include <dlfcn.h>

// Where a window opens: wherever the system likes.
static const int linecaster_sdl_anywhere = SDL_WINDOWPOS_UNDEFINED;

// The format whose bytes in memory are red, green, blue, alpha.
static const Uint32 linecaster_sdl_rgba = SDL_PIXELFORMAT_RGBA32;

// The selected text of the display, which a middle click inserts on X11; null for none, also before
// SDL 2.26. The caller frees it by SDL_free.
static inline char *linecaster_sdl_primary_selection(void) {
#if SDL_VERSION_ATLEAST(2, 26, 0)
  return SDL_HasPrimarySelectionText() ? SDL_GetPrimarySelectionText() : NULL;
#else
  return NULL;
#endif
}

// Sets that text; has no effect before SDL 2.26.
static inline void linecaster_sdl_set_primary_selection(const char *text) {
#if SDL_VERSION_ATLEAST(2, 26, 0)
  SDL_SetPrimarySelectionText(text);
#else
  (void)text;
#endif
}

// Blending of colours that are multiplied by their alpha.
static inline SDL_BlendMode linecaster_sdl_premultiplied(void) {
  return SDL_ComposeCustomBlendMode(
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD,
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD);
}

// A description of a window in the memory layout of SDL_SysWMinfo. The first field is the display
// for both kinds of display servers; the window is X's.
typedef struct {
  SDL_version version;
  int kind;
  union {
    struct {
      void *display;
      unsigned long window;
    } x11;
    Uint8 size[64];
  } info;
} LinecasterWindowInfo;

// The values of SDL_SYSWM_TYPE.
enum { LINECASTER_X11 = 2, LINECASTER_WAYLAND = 6 };

static inline LinecasterWindowInfo linecaster_sdl_info(SDL_Window *window) {
  LinecasterWindowInfo info = {.kind = 0};
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, (struct SDL_SysWMinfo *)&info)) info.kind = 0;
  return info;
}

// A function of the display server's library, which SDL has loaded and keeps; null for none.
static inline void *linecaster_sdl_function(const char *library, const char *name) {
  void *loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (!loaded) return NULL;
  void *function = dlsym(loaded, name);
  dlclose(loaded);
  return function;
}

// The file descriptor on which a window's events arrive; -1 for none.
static inline int linecaster_sdl_connection(SDL_Window *window) {
  LinecasterWindowInfo info = linecaster_sdl_info(window);
  void *function = NULL;
  if (info.kind == LINECASTER_X11)
    function = linecaster_sdl_function("libX11.so.6", "XConnectionNumber");
  if (info.kind == LINECASTER_WAYLAND)
    function = linecaster_sdl_function("libwayland-client.so.0", "wl_display_get_fd");
  return function ? ((int (*)(void *))function)(info.info.x11.display) : -1;
}

// Has X fill what is not drawn yet, for example of a window that grows, with a colour instead of
// black; other display servers show nothing that is not drawn.
static inline void linecaster_sdl_set_ground(SDL_Window *window, unsigned long color) {
  LinecasterWindowInfo info = linecaster_sdl_info(window);
  if (info.kind != LINECASTER_X11) return;
  void *function = linecaster_sdl_function("libX11.so.6", "XSetWindowBackground");
  if (!function) return;
  ((int (*)(void *, unsigned long, unsigned long))function)(
      info.info.x11.display, info.info.x11.window, color);
}
