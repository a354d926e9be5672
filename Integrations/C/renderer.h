/* A renderer of draw data by OpenGL 3.3 or OpenGL ES 3.0, for the programs of this folder. */
#ifndef RENDERER_H
#define RENDERER_H

#include <SDL2/SDL.h>
#include <GL/glcorearb.h>
#include <linecaster.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTIONS(X) \
  X(ACTIVETEXTURE, ActiveTexture) X(ATTACHSHADER, AttachShader) X(BINDBUFFER, BindBuffer) \
  X(BINDTEXTURE, BindTexture) X(BINDVERTEXARRAY, BindVertexArray) X(BLENDFUNC, BlendFunc) \
  X(BUFFERDATA, BufferData) X(CLEAR, Clear) X(CLEARCOLOR, ClearColor) \
  X(COMPILESHADER, CompileShader) X(CREATEPROGRAM, CreateProgram) X(CREATESHADER, CreateShader) \
  X(DELETETEXTURES, DeleteTextures) X(DRAWELEMENTS, DrawElements) X(ENABLE, Enable) \
  X(ENABLEVERTEXATTRIBARRAY, EnableVertexAttribArray) X(GENBUFFERS, GenBuffers) \
  X(GENTEXTURES, GenTextures) X(GENVERTEXARRAYS, GenVertexArrays) X(GETERROR, GetError) \
  X(GETPROGRAMINFOLOG, GetProgramInfoLog) X(GETPROGRAMIV, GetProgramiv) \
  X(GETSTRING, GetString) \
  X(GETUNIFORMLOCATION, GetUniformLocation) X(LINKPROGRAM, LinkProgram) \
  X(PIXELSTOREI, PixelStorei) X(READPIXELS, ReadPixels) X(SCISSOR, Scissor) \
  X(SHADERSOURCE, ShaderSource) X(TEXIMAGE2D, TexImage2D) X(TEXPARAMETERI, TexParameteri) \
  X(TEXSUBIMAGE2D, TexSubImage2D) X(UNIFORM1I, Uniform1i) X(UNIFORM2F, Uniform2f) \
  X(USEPROGRAM, UseProgram) X(VERTEXATTRIBIPOINTER, VertexAttribIPointer) \
  X(VERTEXATTRIBPOINTER, VertexAttribPointer) X(VIEWPORT, Viewport)
#define DECLARE(type, name) static PFNGL##type##PROC gl##name;
FUNCTIONS(DECLARE)

static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}

static void check(lc_status status) {
  if (status) fail(lc_status_name(status), lc_error_message());
}

/* ---- The renderer ---- */

/* The textures of the library's numbers, in no order. */
static struct { uint32_t number; GLuint texture; } textures[4096];
static size_t texture_count;
static GLuint records, buffers[2];
static GLint target;

static GLuint shader(GLenum kind, uint32_t stage, uint32_t language) {
  const char *source = lc_draw_shader(stage, language);
  GLuint result = glCreateShader(kind);
  glShaderSource(result, 1, &source, NULL);
  glCompileShader(result);
  return result;
}

static GLuint new_texture(void) {
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return texture;
}

static void set_up(uint32_t language) {
  GLuint program = glCreateProgram(), array;
  GLint is_linked = 0;
  char log[1024] = "";
  glAttachShader(program, shader(GL_VERTEX_SHADER, LC_SHADER_VERTEX, language));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER, LC_SHADER_FRAGMENT, language));
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  glGetProgramInfoLog(program, sizeof log, NULL, log);
  if (!is_linked) fail("the shader", log);
  glUseProgram(program);
  target = glGetUniformLocation(program, "target");
  glUniform1i(glGetUniformLocation(program, "page"), 0);
  glUniform1i(glGetUniformLocation(program, "records"), 1);
  records = new_texture();
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  const GLsizei stride = sizeof(lc_draw_vertex);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, (void *)offsetof(lc_draw_vertex, x));
  glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride, (void *)offsetof(lc_draw_vertex, u));
  glVertexAttribPointer(
      2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, (void *)offsetof(lc_draw_vertex, color));
  glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, stride, (void *)offsetof(lc_draw_vertex, shape));
  for (GLuint index = 0; index < 4; index++) glEnableVertexAttribArray(index);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glEnable(GL_SCISSOR_TEST);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

/* Returns the place of a texture in the table; its number is 0 if it is new. */
static size_t place_of(uint32_t number) {
  size_t index = 0;
  while (index < texture_count && textures[index].number != number) index++;
  if (index == sizeof textures / sizeof *textures) fail("the renderer", "too many textures");
  return index;
}

static void upload(const lc_draw_upload *change) {
  size_t place = place_of(change->texture);
  GLenum format = change->texel_bytes == 1 ? GL_RED : GL_RGBA;
  if (change->width == 0) {
    if (place == texture_count) return;
    glDeleteTextures(1, &textures[place].texture);
    textures[place] = textures[--texture_count];
    return;
  }
  if (place == texture_count) {
    textures[texture_count].number = change->texture;
    textures[texture_count++].texture = new_texture();
    glTexImage2D(
        GL_TEXTURE_2D, 0, change->texel_bytes == 1 ? GL_R8 : GL_RGBA8, change->width,
        change->height, 0, format, GL_UNSIGNED_BYTE, NULL);
  }
  glBindTexture(GL_TEXTURE_2D, textures[place].texture);
  glTexSubImage2D(
      GL_TEXTURE_2D, 0, change->x, change->y, change->columns, change->rows, format,
      GL_UNSIGNED_BYTE, change->bytes);
}

static void draw(const lc_draw_frame *frame, int width, int height) {
  glActiveTexture(GL_TEXTURE0);
  for (size_t index = 0; index < frame->upload_count; index++) upload(&frame->uploads[index]);
  if (frame->changed) {
    glBufferData(
        GL_ARRAY_BUFFER, frame->vertex_count * sizeof *frame->vertices, frame->vertices,
        GL_STREAM_DRAW);
    glBufferData(
        GL_ELEMENT_ARRAY_BUFFER, frame->index_count * sizeof *frame->indices, frame->indices,
        GL_STREAM_DRAW);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, records);
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA32F, frame->parameter_columns, frame->parameter_rows, 0, GL_RGBA,
        GL_FLOAT, frame->parameters);
    glActiveTexture(GL_TEXTURE0);
  }
  glViewport(0, 0, width, height);
  glUniform2f(target, (float)width, (float)height);
  glScissor(0, 0, width, height);
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  for (size_t index = 0; index < frame->command_count; index++) {
    const lc_draw_command *command = &frame->commands[index];
    size_t place = place_of(command->texture);
    if (place < texture_count) glBindTexture(GL_TEXTURE_2D, textures[place].texture);
    glScissor(
        command->left, height - command->bottom, command->right - command->left,
        command->bottom - command->top);
    glDrawElements(
        GL_TRIANGLES, command->index_count, GL_UNSIGNED_INT,
        (void *)(command->first_index * sizeof(uint32_t)));
  }
}

/* ---- The window ---- */

/* Opens a window of a size in pixels, and makes it the target. */
static SDL_Window *open_window(const char *title, int width, int height, int is_es) {
  if (SDL_Init(SDL_INIT_VIDEO)) fail("SDL", SDL_GetError());
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, is_es ? 0 : 3);
  SDL_GL_SetAttribute(
      SDL_GL_CONTEXT_PROFILE_MASK, is_es ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_Window *window = SDL_CreateWindow(title, 0, 0, width, height, SDL_WINDOW_OPENGL);
  if (!window || !SDL_GL_CreateContext(window)) fail("OpenGL", SDL_GetError());
#define LOAD(type, name) \
  if (!(gl##name = (PFNGL##type##PROC)SDL_GL_GetProcAddress("gl" #name))) fail(#name, "none");
  FUNCTIONS(LOAD)
  printf("%s\n", (const char *)glGetString(GL_VERSION));
  set_up(is_es ? LC_SHADER_GLSL_ES_300 : LC_SHADER_GLSL_330);
  return window;
}

/* Returns the pixels of the window, the lowest row first, to be freed. */
static uint8_t *read_pixels(int width, int height) {
  uint8_t *pixels = malloc((size_t)width * height * 4);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  if (glGetError()) fail("OpenGL", "an error");
  return pixels;
}

/* Compares what the window shows with pixels of the library; returns 1 if it looks different. At
 * the edges of glyphs, two renderers may differ by more. */
static int compare(
    const uint8_t *shown, int width, int height, const uint8_t *expected,
    const lc_draw_frame *frame) {
  char *is_glyph = calloc(width, height);
  for (size_t quad = 0; quad + 3 < frame->vertex_count; quad += 4) {
    const lc_draw_vertex *first = &frame->vertices[quad], *last = first + 2;
    uint32_t kind = first->shape >> 24;
    for (int y = (int)first->y; (kind == 0 || kind == 2) && y < last->y; y++)
      for (int x = (int)first->x; x < last->x; x++)
        if (x >= 0 && y >= 0 && x < width && y < height) is_glyph[y * width + x] = 1;
  }
  double sum = 0;
  int worst = 0;
  for (int y = 0; y < height; y++) {
    for (int byte = 0; byte < width * 4; byte++) {
      /* The window is white, and the rows of OpenGL start at the bottom. */
      const uint8_t *pixel = &expected[(y * width + byte / 4) * 4];
      int white = pixel[byte % 4] + 255 - pixel[3];
      int difference = abs(shown[(height - 1 - y) * width * 4 + byte] - white);
      sum += difference;
      if (difference > worst && !is_glyph[y * width + byte / 4]) worst = difference;
    }
  }
  free(is_glyph);
  double mean = sum / (4.0 * width * height);
  printf("mean difference %.3f, worst outside of glyphs %d\n", mean, worst);
  return mean > 2 || worst > 24;
}

static void write_file(const char *path, const uint8_t *pixels, int width, int height) {
  FILE *file = fopen(path, "wb");
  if (!file) fail(path, "cannot be written");
  fprintf(file, "P6\n%d %d\n255\n", width, height);
  for (int y = height - 1; y >= 0; y--)
    for (int x = 0; x < width; x++) fwrite(pixels + (y * width + x) * 4, 1, 3, file);
  fclose(file);
}

#endif
