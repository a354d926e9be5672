#include <freetype2/freetype/config/ftheader.h>
