#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif

#include "CImages.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum {
  // As many characters of a message as are kept.
  message_capacity = 128,
  // The most bytes a compressed chunk beside the pixels may grow to.
  chunk_byte_limit = 1 << 20,
  // The most chunks kept for later; none is needed.
  chunk_count_limit = 16,
};

struct linecaster_png_reader {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count, position;
  // The profile belongs to `info`.
  const uint8_t *profile;
  size_t profile_count;
  int passes;
  bool has_alpha, failed;
  char message[message_capacity];
  jmp_buf jump;
};

static void fail(png_structp png, png_const_charp message) {
  linecaster_png_reader *reader = png_get_error_ptr(png);
  reader->failed = true;
  strncpy(reader->message, message, message_capacity - 1);
  longjmp(reader->jump, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void provide(png_structp png, png_bytep target, size_t count) {
  linecaster_png_reader *reader = png_get_io_ptr(png);
  if (count > reader->count - reader->position) png_error(png, "the file is truncated");
  memcpy(target, reader->bytes + reader->position, count);
  reader->position += count;
}

// Chunks that say nothing about pixels are passed over unread: some are compressed, and many have
// had faults.
static void skip_chunks(png_structp png) {
  static const png_byte names[] = "bKGD\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0"
                                  "sPLT\0sTER\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof(names) / 5));
}

// Every colour type and depth becomes straight RGBA of 8 bits, in the colours of sRGB where the
// file says another gamma. A profile replaces the gamma (PNG specification, third edition,
// §11.3.2).
static void set_transformations(png_structp png, bool has_profile) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  if (!has_profile) png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
}

static void find_profile(linecaster_png_reader *reader) {
  png_charp name;
  png_bytep profile;
  png_uint_32 count = 0;
  int compression;
  if (!png_get_iCCP(reader->png, reader->info, &name, &compression, &profile, &count)) return;
  reader->profile = profile;
  reader->profile_count = count;
}

static void open(linecaster_png_reader *reader) {
  if (setjmp(reader->jump)) return;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, ignore);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    reader->failed = true;
    return;
  }
  png_set_read_fn(reader->png, reader, provide);
  png_set_chunk_malloc_max(reader->png, chunk_byte_limit);
  png_set_chunk_cache_max(reader->png, chunk_count_limit);
  skip_chunks(reader->png);
  png_read_info(reader->png, reader->info);
  reader->has_alpha = (png_get_color_type(reader->png, reader->info) & PNG_COLOR_MASK_ALPHA) ||
                      png_get_valid(reader->png, reader->info, PNG_INFO_tRNS);
  find_profile(reader);
  set_transformations(reader->png, reader->profile != NULL);
  reader->passes = png_set_interlace_handling(reader->png);
  png_read_update_info(reader->png, reader->info);
  size_t row_bytes = png_get_rowbytes(reader->png, reader->info);
  if (row_bytes != (size_t)4 * linecaster_png_reader_width(reader))
    png_error(reader->png, "rows have an unexpected length");
}

linecaster_png_reader *linecaster_png_reader_open(const uint8_t *bytes, size_t count) {
  linecaster_png_reader *reader = calloc(1, sizeof(*reader));
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  open(reader);
  return reader;
}

uint32_t linecaster_png_reader_width(const linecaster_png_reader *reader) {
  return png_get_image_width(reader->png, reader->info);
}

uint32_t linecaster_png_reader_height(const linecaster_png_reader *reader) {
  return png_get_image_height(reader->png, reader->info);
}

bool linecaster_png_reader_has_alpha(const linecaster_png_reader *reader) {
  return reader->has_alpha;
}

const uint8_t *linecaster_png_reader_profile(const linecaster_png_reader *reader, size_t *count) {
  *count = reader->profile_count;
  return reader->profile;
}

bool linecaster_png_reader_read_row(linecaster_png_reader *reader, uint8_t *row) {
  if (setjmp(reader->jump)) return false;
  png_read_row(reader->png, row, NULL);
  return true;
}

bool linecaster_png_reader_read_all(linecaster_png_reader *reader, uint8_t *pixels) {
  if (setjmp(reader->jump)) return false;
  uint32_t height = linecaster_png_reader_height(reader);
  size_t row_bytes = (size_t)4 * linecaster_png_reader_width(reader);
  for (int pass = 0; pass < reader->passes; pass++)
    for (uint32_t row = 0; row < height; row++)
      png_read_row(reader->png, pixels + row * row_bytes, NULL);
  return true;
}

const char *linecaster_png_reader_fault(const linecaster_png_reader *reader) {
  if (!reader->failed) return NULL;
  return reader->message[0] ? reader->message : "out of memory in libpng";
}

void linecaster_png_reader_close(linecaster_png_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
