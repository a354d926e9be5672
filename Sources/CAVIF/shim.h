// libavif as Swift sees it: one function encodes, since its structures have to be filled in an
// order that their headers tell in comments.
#pragma once

#if !__has_include(<avif/avif.h>)
#error "libavif is missing: apt-get install libavif-dev"
#endif

#include <avif/avif.h>

// Encodes straight RGBA pixels, rows without padding, with a quality of 0 to 100. What comes out
// is to be freed by `avifRWDataFree`.
static inline avifResult linecaster_avif_encode(const uint8_t *pixels, uint32_t width,
                                                uint32_t height, int quality, int halves_colors,
                                                int speed, avifRWData *target) {
  avifImage *image = avifImageCreate(
      width, height, 8, halves_colors ? AVIF_PIXEL_FORMAT_YUV420 : AVIF_PIXEL_FORMAT_YUV444);
  avifEncoder *encoder = avifEncoderCreate();
  avifResult result = AVIF_RESULT_OUT_OF_MEMORY;
  if (image && encoder) {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    image->yuvRange = AVIF_RANGE_FULL;
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.pixels = (uint8_t *)(uintptr_t)pixels;
    rgb.rowBytes = width * 4;
    result = avifImageRGBToYUV(image, &rgb);
    int quantizer = (AVIF_QUANTIZER_WORST_QUALITY * (100 - quality) + 50) / 100;
    encoder->minQuantizer = encoder->maxQuantizer = quantizer;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = quantizer;
    encoder->speed = speed;
    if (result == AVIF_RESULT_OK) result = avifEncoderWrite(encoder, image, target);
  }
  if (encoder) avifEncoderDestroy(encoder);
  if (image) avifImageDestroy(image);
  return result;
}
