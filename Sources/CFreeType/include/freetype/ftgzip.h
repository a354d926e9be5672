#include <freetype2/freetype/ftgzip.h>
