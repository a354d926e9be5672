// libavif as Swift sees it: its functions, and one that encodes, since its structures have to be
// filled in an order that their headers tell in comments.
//
// Nothing links the library. It is loaded when the first image is read or written, because it
// brings five codecs and some twenty other libraries, for which each process would pay.
#pragma once

#if !__has_include(<avif/avif.h>)
#error "libavif is missing: apt-get install libavif-dev"
#endif

#include <avif/avif.h>
#include <dlfcn.h>

// The library whose structures are those of the header.
#if AVIF_VERSION_MAJOR >= 1
#define LINECASTER_AVIF_LIBRARY "libavif.so.16"
#elif AVIF_VERSION_MINOR == 11
#define LINECASTER_AVIF_LIBRARY "libavif.so.15"
#else
#error "libavif is too old: 0.11 is the first version that is read"
#endif

#define LINECASTER_AVIF_FUNCTIONS(each)                                                     \
  each(avifResultToString) each(avifColorPrimariesGetValues) each(avifRWDataFree)           \
  each(avifImageCreate) each(avifImageDestroy) each(avifRGBImageSetDefaults)                \
  each(avifImageRGBToYUV) each(avifImageYUVToRGB) each(avifEncoderCreate)                   \
  each(avifEncoderWrite) each(avifEncoderDestroy) each(avifDecoderCreate)                   \
  each(avifDecoderDestroy) each(avifDecoderSetIO) each(avifDecoderSetIOMemory)              \
  each(avifDecoderParse) each(avifDecoderNextImage) each(avifCropRectConvertCleanApertureBox)

// The functions of the library, named as in its header.
typedef struct {
#define LINECASTER_AVIF_MEMBER(name) __typeof__(&name) name;
  LINECASTER_AVIF_FUNCTIONS(LINECASTER_AVIF_MEMBER)
} linecaster_avif;

// Loads the library. Gives NULL, or why there is none, until the next call of the loader.
static inline const char *linecaster_avif_load(linecaster_avif *avif) {
  void *library = dlopen(LINECASTER_AVIF_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define LINECASTER_AVIF_LOAD(name) \
  if (!(avif->name = (__typeof__(&name))dlsym(library, #name))) return dlerror();
  LINECASTER_AVIF_FUNCTIONS(LINECASTER_AVIF_LOAD)
  return NULL;
}

// Encodes straight RGBA pixels, rows without padding, with a quality of 0 to 100. What comes out
// is to be freed by `avifRWDataFree`.
static inline avifResult linecaster_avif_encode(const linecaster_avif *avif, const uint8_t *pixels,
                                                uint32_t width, uint32_t height, int quality,
                                                int halves_colors, int speed, avifRWData *target) {
  avifImage *image = avif->avifImageCreate(
      width, height, 8, halves_colors ? AVIF_PIXEL_FORMAT_YUV420 : AVIF_PIXEL_FORMAT_YUV444);
  avifEncoder *encoder = avif->avifEncoderCreate();
  avifResult result = AVIF_RESULT_OUT_OF_MEMORY;
  if (image && encoder) {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    image->yuvRange = AVIF_RANGE_FULL;
    avifRGBImage rgb;
    avif->avifRGBImageSetDefaults(&rgb, image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.pixels = (uint8_t *)(uintptr_t)pixels;
    rgb.rowBytes = width * 4;
    result = avif->avifImageRGBToYUV(image, &rgb);
    int quantizer = (AVIF_QUANTIZER_WORST_QUALITY * (100 - quality) + 50) / 100;
    encoder->minQuantizer = encoder->maxQuantizer = quantizer;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = quantizer;
    encoder->speed = speed;
    if (result == AVIF_RESULT_OK) result = avif->avifEncoderWrite(encoder, image, target);
  }
  if (encoder) avif->avifEncoderDestroy(encoder);
  if (image) avif->avifImageDestroy(image);
  return result;
}

// How an image is turned (ISO/IEC 23008-12 §6.5.10 and §6.5.12): three times its right angles
// against the clock, and 1 if its top and its bottom are exchanged after that, or 2 if its sides
// are.
static inline int linecaster_avif_turn(const avifImage *image) {
  int turn = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle % 4 * 3 : 0;
  if (!(image->transformFlags & AVIF_TRANSFORM_IMIR)) return turn;
#if AVIF_VERSION_MAJOR >= 1
  return turn + (image->imir.axis ? 2 : 1);
#else
  return turn + (image->imir.mode ? 2 : 1);
#endif
}

// The part of an image that is shown, from its top left corner (ISO/IEC 14496-12 §12.1.4). As in
// browsers, it is all of the image if the part is elsewhere.
static inline avifCropRect linecaster_avif_crop(const linecaster_avif *avif,
                                                const avifImage *image) {
  avifCropRect part, all = {0, 0, image->width, image->height};
  avifDiagnostics diagnostics;
  if (!(image->transformFlags & AVIF_TRANSFORM_CLAP) ||
      !avif->avifCropRectConvertCleanApertureBox(&part, &image->clap, image->width, image->height,
                                                 image->yuvFormat, &diagnostics))
    return all;
  return part.x || part.y ? all : part;
}
