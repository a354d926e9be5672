#include <freetype2/freetype/config/ftconfig.h>
