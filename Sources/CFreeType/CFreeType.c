// SwiftPM puts headers on the path only for targets that compile something.
#include "shim.h"
