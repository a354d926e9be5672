// libpng as Swift sees it. Its full interface reports errors by longjmp, which must not cross Swift
// frames, so the package uses the simplified one, whose errors are return values.
#pragma once

#include <png.h>

// PNG_FORMAT_RGBA is a macro of macros that does not import.
static const png_uint_32 linecaster_png_format_rgba = PNG_FORMAT_RGBA;
