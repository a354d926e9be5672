#include <freetype2/freetype/ftfntfmt.h>
