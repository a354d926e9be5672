#include "CImages.h"

#ifdef LINECASTER_JPEG

#if !__has_include(<jpeglib.h>)
#error "libjpeg is missing: apt-get install libjpeg-dev"
#endif

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

enum {
  // Of the buffer that rows are compressed into; what is full is moved away.
  buffer_size = 1 << 14,
};

struct linecaster_jpeg_writer {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr target;
  uint8_t buffer[buffer_size];
  uint8_t *bytes;
  size_t count, capacity;
  bool failed;
  char message[JMSG_LENGTH_MAX];
  jmp_buf jump;
};

static linecaster_jpeg_writer *writer_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void fail(j_common_ptr jpeg) {
  linecaster_jpeg_writer *writer = writer_of(jpeg);
  writer->failed = true;
  writer->errors.format_message(jpeg, writer->message);
  longjmp(writer->jump, 1);
}

static void ignore(j_common_ptr jpeg) { (void)jpeg; }

static void ignore_level(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void start(j_compress_ptr jpeg) {
  linecaster_jpeg_writer *writer = writer_of((j_common_ptr)jpeg);
  writer->target.next_output_byte = writer->buffer;
  writer->target.free_in_buffer = buffer_size;
}

static void append(j_compress_ptr jpeg, size_t count) {
  linecaster_jpeg_writer *writer = writer_of((j_common_ptr)jpeg);
  if (count > writer->capacity - writer->count) {
    size_t capacity = 2 * (writer->count + count);
    uint8_t *larger = realloc(writer->bytes, capacity);
    if (!larger) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
    writer->bytes = larger;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, writer->buffer, count);
  writer->count += count;
  start(jpeg);
}

static boolean empty(j_compress_ptr jpeg) {
  append(jpeg, buffer_size);
  return TRUE;
}

static void end(j_compress_ptr jpeg) {
  append(jpeg, buffer_size - writer_of((j_common_ptr)jpeg)->target.free_in_buffer);
}

static void open(linecaster_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                 bool halves_colors, const uint8_t *profile, uint32_t profile_size) {
  struct jpeg_compress_struct *jpeg = &writer->jpeg;
  if (setjmp(writer->jump)) return;
  jpeg_create_compress(jpeg);
  jpeg->client_data = writer;
  writer->target.init_destination = start;
  writer->target.empty_output_buffer = empty;
  writer->target.term_destination = end;
  jpeg->dest = &writer->target;
  jpeg->image_width = width;
  jpeg->image_height = height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  int factor = halves_colors ? 2 : 1;
  jpeg->comp_info[0].h_samp_factor = factor;
  jpeg->comp_info[0].v_samp_factor = factor;
  jpeg_start_compress(jpeg, TRUE);
  jpeg_write_icc_profile(jpeg, profile, profile_size);
}

linecaster_jpeg_writer *linecaster_jpeg_writer_open(uint32_t width, uint32_t height, int quality,
                                                    bool halves_colors, const uint8_t *profile,
                                                    uint32_t profile_size) {
  linecaster_jpeg_writer *writer = calloc(1, sizeof(*writer));
  if (!writer) return NULL;
  writer->jpeg.err = jpeg_std_error(&writer->errors);
  writer->jpeg.client_data = writer;
  writer->errors.error_exit = fail;
  writer->errors.output_message = ignore;
  writer->errors.emit_message = ignore_level;
  open(writer, width, height, quality, halves_colors, profile, profile_size);
  return writer;
}

bool linecaster_jpeg_writer_write_row(linecaster_jpeg_writer *writer, const uint8_t *row) {
  if (setjmp(writer->jump)) return false;
  JSAMPROW rows[1] = {(JSAMPROW)(uintptr_t)row};
  return jpeg_write_scanlines(&writer->jpeg, rows, 1) == 1;
}

bool linecaster_jpeg_writer_finish(linecaster_jpeg_writer *writer) {
  if (setjmp(writer->jump)) return false;
  jpeg_finish_compress(&writer->jpeg);
  return true;
}

const uint8_t *linecaster_jpeg_writer_take(linecaster_jpeg_writer *writer, size_t *count) {
  *count = writer->count;
  writer->count = 0;
  return writer->bytes;
}

const char *linecaster_jpeg_writer_fault(const linecaster_jpeg_writer *writer) {
  return writer->failed ? writer->message : NULL;
}

void linecaster_jpeg_writer_close(linecaster_jpeg_writer *writer) {
  jpeg_destroy_compress(&writer->jpeg);
  free(writer->bytes);
  free(writer);
}

#endif
