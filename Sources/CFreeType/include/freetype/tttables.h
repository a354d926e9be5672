#include <freetype2/freetype/tttables.h>
