// FreeType as Swift sees it. The FT_LOAD_* macros import with changing integer types, and
// function-like macros do not import at all, so each one used has a name here.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_COLOR_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

// FT_IS_SCALABLE and FT_HAS_COLOR are function-like macros.
static inline int linecaster_ft_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }

static inline int linecaster_ft_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }

// Load flags import as Int, which FT_Load_Glyph does not take. Three sets are for outlines, by how
// much they are fitted to pixels; the last is for a colour bitmap, or the unhinted outline of a
// glyph without one.
static const FT_Int32 linecaster_ft_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_light = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_full = FT_LOAD_TARGET_NORMAL | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_color = FT_LOAD_NO_HINTING | FT_LOAD_COLOR;
