// FreeType as Swift sees it. The FT_LOAD_* macros import with changing integer types, and
// function-like macros do not import at all, so each one used has a name here.
#pragma once

#if !__has_include(<freetype2/ft2build.h>)
#error "FreeType is missing: apt-get install libfreetype-dev"
#endif

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_COLOR_H
#include FT_FONT_FORMATS_H
#include FT_GZIP_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

// FT_IS_SCALABLE and FT_HAS_COLOR are function-like macros.
static inline int linecaster_ft_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }

static inline int linecaster_ft_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }

// Whether outlines are of CFF, and not of CFF version 2, TrueType or something older.
static inline int linecaster_ft_is_cff(FT_Face face) {
  const char *format = FT_Get_Font_Format(face);
  return format && format[0] == 'C' && format[1] == 'F' && format[2] == 'F' && !format[3];
}

// Load flags import as Int, which FT_Load_Glyph does not take. The first is for outlines in font
// units, three are for scaled ones, by how much they are fitted to pixels; the last two are for a
// colour bitmap and for its measures alone, or the unhinted outline of a glyph without one.
static const FT_Int32 linecaster_ft_load_units = FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_light = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_full = FT_LOAD_TARGET_NORMAL | FT_LOAD_NO_BITMAP;
static const FT_Int32 linecaster_ft_load_color = FT_LOAD_NO_HINTING | FT_LOAD_COLOR;
static const FT_Int32 linecaster_ft_load_color_metrics =
    FT_LOAD_NO_HINTING | FT_LOAD_COLOR | FT_LOAD_BITMAP_METRICS_ONLY;
