/* Shows scenes in a window, drawn by OpenGL from draw data, side by side:
 *
 *     cc window.c $(pkg-config --cflags --libs linecaster sdl2) -Wl,-rpath,$PREFIX/lib \
 *       -o window && ./window scene.json
 *
 * --scale S     pixels per layout point
 * --es          OpenGL ES 3.0 instead of OpenGL 3.3
 * --check       draws one frame, compares it with the picture of the first scene, and ends
 * --shot FILE   also writes the frame as a file of the format PPM
 */
#include "renderer.h"

/* Compares what the window shows with a picture. */
static int compare_picture(
    const uint8_t *shown, int width, int height, lc_picture *picture, const lc_draw_frame *frame) {
  const void *expected;
  size_t count;
  lc_picture_info info = {.struct_size = sizeof info};
  check(lc_picture_read_info(picture, &info));
  check(lc_picture_bytes(picture, &expected, &count));
  if ((int)info.width != width || (int)info.height != height) fail("the picture", "another size");
  return compare(shown, width, height, expected, frame);
}

int main(int argc, char **argv) {
  const char *shot = NULL, *paths[64];
  int count = 0, is_es = 0, is_check = 0;
  double scale = 1;
  for (int index = 1; index < argc && count < 64; index++) {
    if (!strcmp(argv[index], "--es")) is_es = 1;
    else if (!strcmp(argv[index], "--check")) is_check = 1;
    else if (!strcmp(argv[index], "--scale") && index + 1 < argc) scale = atof(argv[++index]);
    else if (!strcmp(argv[index], "--shot") && index + 1 < argc) shot = argv[++index];
    else paths[count++] = argv[index];
  }
  if (count == 0) fail("usage", "window [options] scene.json ...");

  lc_fonts *fonts;
  lc_painter *painter;
  lc_scene *scenes[64];
  lc_picture *picture = NULL;
  lc_draw *data;
  lc_picture_options options = {.struct_size = sizeof options, .scale = scale};
  lc_draw_options draw_options = {.struct_size = sizeof draw_options, .scale = scale};
  double total = 0, height = 0, sizes[64][2];
  check(lc_fonts_create(&fonts));
  check(lc_fonts_add_bundled(fonts, NULL, 0));
  check(lc_painter_create(fonts, ".", 1, NULL, &painter));
  check(lc_draw_create(painter, &draw_options, &data));
  for (int index = 0; index < count; index++) {
    size_t length;
    char *json = SDL_LoadFile(paths[index], &length);
    if (!json) fail(paths[index], SDL_GetError());
    check(lc_scene_create(painter, json, length, &options, &scenes[index]));
    check(lc_scene_size(scenes[index], &sizes[index][0], &sizes[index][1]));
    if (index == 0 && is_check) check(lc_picture_draw(painter, json, length, &options, &picture));
    total += sizes[index][0];
    if (sizes[index][1] > height) height = sizes[index][1];
    SDL_free(json);
  }

  int columns = (int)SDL_ceil(total * scale - 1e-6), rows = (int)SDL_ceil(height * scale - 1e-6);
  SDL_Window *window = open_window("Linecaster", columns, rows, is_es);
  double scrolled = 0;
  int status = 0;
  for (int is_running = 1; is_running;) {
    lc_draw_frame frame = {.struct_size = sizeof frame};
    double left = 0;
    check(lc_draw_begin(data, columns, rows));
    for (int index = 0; index < count; left += sizes[index++][0])
      check(lc_draw_add_scene(data, scenes[index], left, -scrolled));
    check(lc_draw_end(data, &frame));
    draw(&frame, columns, rows);
    if (is_check || shot) {
      uint8_t *pixels = read_pixels(columns, rows);
      if (shot) write_file(shot, pixels, columns, rows);
      if (is_check) status = compare_picture(pixels, columns, rows, picture, &frame);
      printf("%zu draw calls, %zu vertices\n", frame.command_count, frame.vertex_count);
      free(pixels);
      break;
    }
    SDL_GL_SwapWindow(window);
    SDL_Event event;
    if (!SDL_WaitEvent(&event)) break;
    do {
      if (event.type == SDL_QUIT) is_running = 0;
      if (event.type == SDL_MOUSEWHEEL) scrolled = SDL_max(0, scrolled - event.wheel.y * 24);
    } while (SDL_PollEvent(&event));
  }
  for (int index = 0; index < count; index++) check(lc_scene_destroy(scenes[index]));
  check(lc_picture_destroy(picture));
  check(lc_draw_destroy(data));
  check(lc_painter_destroy(painter));
  check(lc_fonts_destroy(fonts));
  return status;
}
