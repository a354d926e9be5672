// The message of the calling thread's last failure, which `linecaster.h` returns, and the number of
// the thread. Not installed.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Replaces the message; it is cut to 1,023 bytes, between characters, and has '?' for zero bytes.
void linecaster_set_message(const char *bytes, size_t length);

// Returns the message, ended by a zero byte.
const char *linecaster_message(void);

// Returns the number of the calling thread, which no other thread of the process ever has.
uint64_t linecaster_thread(void);
