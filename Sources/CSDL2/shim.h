// SDL 2 as Swift sees it. Events are a union, of which Swift reads members by name; what SDL has as
// macros, which Swift does not see, is a constant here.
#pragma once

#if !__has_include(<SDL2/SDL.h>)
#error "SDL 2 is missing: apt-get install libsdl2-dev"
#endif

// Programs have a main of their own.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

// Where a window opens: wherever the system likes.
static const int linecaster_sdl_anywhere = SDL_WINDOWPOS_UNDEFINED;

// The format whose bytes in memory are red, green, blue, alpha.
static const Uint32 linecaster_sdl_rgba = SDL_PIXELFORMAT_RGBA32;

// Blending of colours that are multiplied by their alpha.
static inline SDL_BlendMode linecaster_sdl_premultiplied(void) {
  return SDL_ComposeCustomBlendMode(
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD,
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD);
}
