// libqrencode as Swift sees it: its header as it is.
#pragma once

#if !__has_include(<qrencode.h>)
#error "libqrencode is missing: apt-get install libqrencode-dev"
#endif

#include <qrencode.h>
