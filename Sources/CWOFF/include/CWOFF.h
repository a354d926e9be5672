// Decompression of WOFF and WOFF2 fonts by zlib and libwoff2. libwoff2 is C++, and its exceptions
// must not cross Swift frames: every function here catches them. No header of the two is included.
//
// libwoff2 of Debian 12 prints two faults of decompressed tables to standard error.
//
// The functions are there only with the package trait WOFF.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Decompresses a stream of zlib (RFC 1950) to exactly `length` bytes. False if it is damaged or of
// another length, or if memory is exhausted.
bool linecaster_woff_inflate(const uint8_t *stream, size_t count, uint8_t *target, size_t length);

// The result of a decompression.
typedef enum {
  linecaster_woff_decompressed,
  linecaster_woff_malformed,
  linecaster_woff_too_large,
  linecaster_woff_out_of_memory,
} linecaster_woff_result;

// Decompresses a WOFF2 file to a font file of at most `limit` bytes, whatever its header says. On
// success, `*font` is memory of malloc(3) that the caller frees. Memory besides the font is as the
// sizes in the file's table directory say, which the caller must have checked.
linecaster_woff_result linecaster_woff2_decompress(const uint8_t *file, size_t count, size_t limit,
                                                   uint8_t **font, size_t *length);

#ifdef __cplusplus
}
#endif
