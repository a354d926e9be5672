// ATK, with its bridge to the bus of AT-SPI.
#include <atk/atk.h>
#include <atk-bridge.h>
