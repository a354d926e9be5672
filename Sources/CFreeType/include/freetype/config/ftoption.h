#include <freetype2/freetype/config/ftoption.h>
