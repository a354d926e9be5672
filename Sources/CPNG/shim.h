// libpng as Swift sees it. Its full interface reports errors by longjmp, which must not cross Swift
// frames, so the package uses the simplified one, whose errors are return values.
#pragma once

// png.h needs the FILE type of the simplified writer.
#include <stdio.h>
#include <png.h>

// PNG_FORMAT_RGBA and PNG_FORMAT_RGB are macros of macros that do not import, and the flags
// import as another integer type than the field they are for.
static const png_uint_32 linecaster_png_format_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 linecaster_png_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 linecaster_png_flag_fast = PNG_IMAGE_FLAG_FAST;
static const png_uint_32 linecaster_png_flag_16_bit_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;

// The message is an array of 64 chars, which Swift would see as a tuple.
static inline const char *linecaster_png_message(const png_image *image) { return image->message; }
