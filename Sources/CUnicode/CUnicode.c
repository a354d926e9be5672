#include "CUnicode.h"
