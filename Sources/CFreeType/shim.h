// FreeType as Swift sees it. The FT_LOAD_* and FT_FACE_FLAG_* macros import with changing integer
// types, and function-like macros do not import at all, so each one used has a name here.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_GLYPH_H
#include FT_OUTLINE_H
#include FT_BITMAP_H
#include FT_SYNTHESIS_H

// FT_HAS_COLOR and FT_IS_SCALABLE are function-like macros.
static inline int linecaster_ft_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
static inline int linecaster_ft_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }

// Load flags for an unhinted outline or, where the font has one, a colour bitmap.
static const FT_Int32 linecaster_ft_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_color = FT_LOAD_COLOR;
