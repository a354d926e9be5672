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
  // Progressive images have about ten scans; a file of nothing but scans is an attack, since each
  // passes over the whole image.
  scan_limit = 100,
  // The most bytes of the segments that a profile is in.
  segment_byte_limit = 0xFFFF,
};

struct linecaster_jpeg_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  JOCTET *profile;
  unsigned profile_count;
  bool failed, too_large;
  char message[JMSG_LENGTH_MAX];
  jmp_buf jump;
};

static linecaster_jpeg_reader *reader_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void fail(j_common_ptr jpeg) {
  linecaster_jpeg_reader *reader = reader_of(jpeg);
  int code = reader->errors.msg_code;
  reader->failed = true;
  reader->too_large = code == JERR_NO_BACKING_STORE || code == JERR_OUT_OF_MEMORY;
  reader->errors.format_message(jpeg, reader->message);
  longjmp(reader->jump, 1);
}

static void ignore(j_common_ptr jpeg) { (void)jpeg; }

// What libjpeg only warns of is an error where pixels are missing or made up.
static void weigh(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (reader_of(jpeg)->errors.msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
      return;
    case JWRN_JPEG_EOF:
      // With Huffman coding, missing pixels give another warning, so only the end marker is missing
      // here. Further scans might have preceded it, but not in an image of one scan.
      if (!jpeg_has_multiple_scans(&reader_of(jpeg)->jpeg) && !reader_of(jpeg)->jpeg.arith_code)
        return;
      break;
    default:
      break;
  }
  fail(jpeg);
}

static void count_scans(j_common_ptr jpeg) {
  linecaster_jpeg_reader *reader = reader_of(jpeg);
  if (reader->jpeg.input_scan_number <= scan_limit) return;
  reader->failed = true;
  strcpy(reader->message, "too many scans");
  longjmp(reader->jump, 1);
}

static void open(linecaster_jpeg_reader *reader, const uint8_t *bytes, size_t count, int eighths,
                 size_t memory_limit) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  if (setjmp(reader->jump)) return;
  jpeg_create_decompress(jpeg);
  jpeg->client_data = reader;
  jpeg->progress = &reader->progress;
  jpeg->mem->max_memory_to_use = (long)memory_limit;
  jpeg_mem_src(jpeg, bytes, count);
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, segment_byte_limit);
  jpeg_read_header(jpeg, TRUE);
  if (!jpeg_read_icc_profile(jpeg, &reader->profile, &reader->profile_count))
    reader->profile_count = 0;
  bool is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->scale_num = (unsigned)eighths;
  jpeg->scale_denom = 8;
  jpeg_start_decompress(jpeg);
}

linecaster_jpeg_reader *linecaster_jpeg_reader_open(const uint8_t *bytes, size_t count,
                                                    int eighths, size_t memory_limit) {
  linecaster_jpeg_reader *reader = calloc(1, sizeof(*reader));
  if (!reader) return NULL;
  // Set before anything may fail.
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->jpeg.client_data = reader;
  reader->errors.error_exit = fail;
  reader->errors.emit_message = weigh;
  reader->errors.output_message = ignore;
  reader->progress.progress_monitor = count_scans;
  open(reader, bytes, count, eighths, memory_limit);
  return reader;
}

uint32_t linecaster_jpeg_reader_width(const linecaster_jpeg_reader *reader) {
  return reader->jpeg.output_width;
}

uint32_t linecaster_jpeg_reader_height(const linecaster_jpeg_reader *reader) {
  return reader->jpeg.output_height;
}

bool linecaster_jpeg_reader_read_row(linecaster_jpeg_reader *reader, uint8_t *row) {
  if (setjmp(reader->jump)) return false;
  return jpeg_read_scanlines(&reader->jpeg, &row, 1) == 1;
}

bool linecaster_jpeg_reader_is_cmyk(const linecaster_jpeg_reader *reader) {
  return reader->jpeg.out_color_space == JCS_CMYK;
}

const uint8_t *linecaster_jpeg_reader_profile(const linecaster_jpeg_reader *reader,
                                              size_t *count) {
  *count = reader->profile_count;
  return reader->profile;
}

const char *linecaster_jpeg_reader_fault(const linecaster_jpeg_reader *reader) {
  return reader->failed ? reader->message : NULL;
}

bool linecaster_jpeg_reader_is_too_large(const linecaster_jpeg_reader *reader) {
  return reader->too_large;
}

void linecaster_jpeg_reader_close(linecaster_jpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader->profile);
  free(reader);
}

#endif
