// What the package asks of libpng and libjpeg-turbo, whose errors are jumps (`longjmp`). Jumps must
// not cross Swift frames, so each function here is a place to jump back to, and says by its result
// whether that happened. No header of the two is included, and no callback leads into Swift.
//
// A reader or writer belongs to one thread at a time. After a fault only `_fault` and `_close` may
// be called.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PNG, read row by row as straight RGBA of 8 bits.
typedef struct linecaster_png_reader linecaster_png_reader;

// Reads the head of a file's bytes, which must stay in place until the reader is closed. NULL where
// there is no memory.
linecaster_png_reader *linecaster_png_reader_open(const uint8_t *bytes, size_t count);
uint32_t linecaster_png_reader_width(const linecaster_png_reader *reader);
uint32_t linecaster_png_reader_height(const linecaster_png_reader *reader);
// Whether pixels may be other than opaque.
bool linecaster_png_reader_has_alpha(const linecaster_png_reader *reader);
// The colour profile of the pixels, which stays in place until the reader is closed; NULL and no
// bytes without one.
const uint8_t *linecaster_png_reader_profile(const linecaster_png_reader *reader, size_t *count);
// Reads the next row of an image that is not interlaced.
bool linecaster_png_reader_read_row(linecaster_png_reader *reader, uint8_t *row);
// Reads all rows, interlaced or not, without padding.
bool linecaster_png_reader_read_all(linecaster_png_reader *reader, uint8_t *pixels);
// What went wrong, in libpng's words; NULL as long as nothing did.
const char *linecaster_png_reader_fault(const linecaster_png_reader *reader);
void linecaster_png_reader_close(linecaster_png_reader *reader);

// JPEG, read row by row; there only with the package trait JPEG.
typedef struct linecaster_jpeg_reader linecaster_jpeg_reader;

// Reads the head of a file's bytes, which must stay in place until the reader is closed, in order
// to decode it at `eighths` eighths of its size (1, 2, 4 or 8), each side rounded up. NULL where
// there is no memory. `memory_limit` is for what the library takes for whole images.
linecaster_jpeg_reader *linecaster_jpeg_reader_open(const uint8_t *bytes, size_t count,
                                                    int eighths, size_t memory_limit);
uint32_t linecaster_jpeg_reader_width(const linecaster_jpeg_reader *reader);
uint32_t linecaster_jpeg_reader_height(const linecaster_jpeg_reader *reader);
// Reads the next row, four bytes a pixel: opaque RGBA, or the four inks of `is_cmyk`.
bool linecaster_jpeg_reader_read_row(linecaster_jpeg_reader *reader, uint8_t *row);
// Whether rows are inks rather than light: 255 is no ink.
bool linecaster_jpeg_reader_is_cmyk(const linecaster_jpeg_reader *reader);
// The colour profile in the file's head, which stays in place until the reader is closed; NULL and
// no bytes without one.
const uint8_t *linecaster_jpeg_reader_profile(const linecaster_jpeg_reader *reader,
                                              size_t *count);
const char *linecaster_jpeg_reader_fault(const linecaster_jpeg_reader *reader);
// Whether the fault is that the image needs more than the memory limit.
bool linecaster_jpeg_reader_is_too_large(const linecaster_jpeg_reader *reader);
void linecaster_jpeg_reader_close(linecaster_jpeg_reader *reader);

// JPEG, written row by row into memory that the caller empties; there only with the trait JPEG.
typedef struct linecaster_jpeg_writer linecaster_jpeg_writer;

// Writes the head of a file of a quality of 1 to 100, with colours at half of the size or not, and
// the colour profile of its pixels, of at least a byte. NULL where there is no memory.
linecaster_jpeg_writer *linecaster_jpeg_writer_open(uint32_t width, uint32_t height, int quality,
                                                    bool halves_colors, const uint8_t *profile,
                                                    uint32_t profile_size);
// Writes the next row, four bytes a pixel, of which the last is not looked at.
bool linecaster_jpeg_writer_write_row(linecaster_jpeg_writer *writer, const uint8_t *row);
// Writes the end of the file, after the last row.
bool linecaster_jpeg_writer_finish(linecaster_jpeg_writer *writer);
// The bytes written since they were last taken; they stay in place until the next call that writes.
const uint8_t *linecaster_jpeg_writer_take(linecaster_jpeg_writer *writer, size_t *count);
const char *linecaster_jpeg_writer_fault(const linecaster_jpeg_writer *writer);
void linecaster_jpeg_writer_close(linecaster_jpeg_writer *writer);
