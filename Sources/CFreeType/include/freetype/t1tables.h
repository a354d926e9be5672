#include <freetype2/freetype/t1tables.h>
