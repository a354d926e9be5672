// librsvg as Swift sees it: one function that draws a document into pixels. The library's header
// includes those of GLib, whose folders only pkg-config knows, so the six functions that are called
// are declared here as librsvg 2.46 and later, and GLib 2, have them.
#pragma once

#if !__has_include(<librsvg-2.0/librsvg/rsvg.h>) || !__has_include(<cairo/cairo.h>)
#error "librsvg is missing: apt-get install librsvg2-dev"
#endif

#include <cairo/cairo.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  double x, y, width, height;
} linecaster_svg_rect;

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} linecaster_svg_error;

void *rsvg_handle_new_from_data(const uint8_t *data, size_t length, linecaster_svg_error **error);
void rsvg_handle_set_dpi(void *handle, double dpi);
int rsvg_handle_render_document(void *handle, cairo_t *cr, const linecaster_svg_rect *viewport,
                                linecaster_svg_error **error);
void g_object_unref(void *object);
void g_error_free(linecaster_svg_error *error);

// Draws a document as large as `pixels`, rows of `width` pixels without padding: words of
// premultiplied ARGB, clear before. The document has no address, so that the library reads no other
// file. Gives 1, or 0 with the reason in `reason`.
static inline int linecaster_svg_draw(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                      int width, int height, char *reason, size_t reason_size) {
  linecaster_svg_error *error = NULL;
  int is_drawn = 0;
  reason[0] = 0;
  void *document = rsvg_handle_new_from_data(bytes, count, &error);
  if (document) {
    rsvg_handle_set_dpi(document, 96);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    cairo_t *cr = cairo_create(surface);
    linecaster_svg_rect viewport = {0, 0, width, height};
    is_drawn = rsvg_handle_render_document(document, cr, &viewport, &error) &&
               cairo_status(cr) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    g_object_unref(document);
  }
  if (error) {
    strncpy(reason, error->message, reason_size - 1);
    reason[reason_size - 1] = 0;
    g_error_free(error);
  }
  return is_drawn;
}
