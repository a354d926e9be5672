// libdeflate and zlib as Swift sees them. zlib's functions that start a stream are macros, which
// Swift does not see; one function does all that a part of a stream needs.
#pragma once

#if !__has_include(<libdeflate.h>)
#error "libdeflate is missing: apt-get install libdeflate-dev"
#endif
#if !__has_include(<zlib.h>)
#error "zlib is missing: apt-get install zlib1g-dev"
#endif

#include <libdeflate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

// The most bytes that `linecaster_deflate_part` writes for so many.
static inline size_t linecaster_deflate_part_bound(size_t count) {
  return count + (count >> 12) + (count >> 14) + (count >> 25) + 64;
}

// Compresses a part of a stream, at most 1 GiB, so that the parts in a row are the stream (RFC
// 1951): each but the last ends on a whole byte. `dictionary_count` bytes before `bytes`, at most
// 32 KiB, are the end of the part before. Returns how many bytes were written, 0 where there was no
// memory.
static inline size_t linecaster_deflate_part(const uint8_t *bytes, size_t count,
                                             size_t dictionary_count, int level, bool is_last,
                                             uint8_t *target, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  // Raw, with the largest window and table of states.
  if (deflateInit2(&stream, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  bool is_whole = true;
  if (dictionary_count > 0)
    is_whole = deflateSetDictionary(&stream, bytes - dictionary_count, (uInt)dictionary_count) ==
               Z_OK;
  stream.next_in = (Bytef *)(uintptr_t)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = target;
  stream.avail_out = (uInt)capacity;
  int result = deflate(&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  is_whole = is_whole && stream.avail_in == 0 && stream.avail_out > 0 &&
             result == (is_last ? Z_STREAM_END : Z_OK);
  size_t written = capacity - stream.avail_out;
  deflateEnd(&stream);
  return is_whole ? written : 0;
}
