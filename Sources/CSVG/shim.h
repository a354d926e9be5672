// librsvg as Swift sees it: one function that draws a document into pixels. The library's header
// includes those of GLib, whose folders only pkg-config knows, so the six functions that are called
// are declared here as librsvg 2.46 and later, and GLib 2, have them.
//
// Nothing links the library. It is loaded when the first document is drawn, because it brings some
// forty others, for which each process would pay.
#pragma once

#if !__has_include(<librsvg-2.0/librsvg/rsvg.h>) || !__has_include(<cairo/cairo.h>)
#error "librsvg is missing: apt-get install librsvg2-dev"
#endif

#include <cairo/cairo.h>
#include <dlfcn.h>
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

// A function of librsvg or of a library that it needs.
#define LINECASTER_SVG(name) ((__typeof__(&name))dlsym(library, #name))

// Draws a document as large as `pixels`, rows of `width` pixels without padding: words of
// premultiplied ARGB, clear before. The document has no address, so that the library reads no other
// file. Gives 1, or 0 with the reason in `reason`, or -1 where there is no such library.
static inline int linecaster_svg_draw(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                      int width, int height, char *reason, size_t reason_size) {
  linecaster_svg_error *error = NULL;
  int is_drawn = 0;
  reason[0] = 0;
  // It stays loaded: each time only counts it.
  void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library || !LINECASTER_SVG(rsvg_handle_render_document)) {
    strncpy(reason, library ? "librsvg is older than 2.46" : dlerror(), reason_size - 1);
    reason[reason_size - 1] = 0;
    return -1;
  }
  void *document = LINECASTER_SVG(rsvg_handle_new_from_data)(bytes, count, &error);
  if (document) {
    LINECASTER_SVG(rsvg_handle_set_dpi)(document, 96);
    cairo_surface_t *surface = LINECASTER_SVG(cairo_image_surface_create_for_data)(
        pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    cairo_t *cr = LINECASTER_SVG(cairo_create)(surface);
    linecaster_svg_rect viewport = {0, 0, width, height};
    is_drawn =
        LINECASTER_SVG(rsvg_handle_render_document)(document, cr, &viewport, &error) &&
        LINECASTER_SVG(cairo_status)(cr) == CAIRO_STATUS_SUCCESS;
    LINECASTER_SVG(cairo_destroy)(cr);
    LINECASTER_SVG(cairo_surface_finish)(surface);
    LINECASTER_SVG(cairo_surface_destroy)(surface);
    LINECASTER_SVG(g_object_unref)(document);
  }
  if (error) {
    strncpy(reason, error->message, reason_size - 1);
    reason[reason_size - 1] = 0;
    LINECASTER_SVG(g_error_free)(error);
  }
  return is_drawn;
}
