#include <freetype2/freetype/ftsystem.h>
