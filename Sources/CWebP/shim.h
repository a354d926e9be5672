// libwebp as Swift sees it. The output of the decoder is a union of structures for RGBA and YUVA in
// the library's header, which Swift would see without the names of its fields; one function fills
// it. Another one encodes, since the library's own starts of structures are macros.
#pragma once

#if !__has_include(<webp/decode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif

#include <webp/decode.h>
#include <webp/encode.h>

// Decodes a still image into `pixels`, rows of `width` pixels without padding. The image must
// have `own_width` × `own_height` pixels. Where the other sizes differ it is scaled while it is
// decoded and is RGBA multiplied by alpha; else it is straight RGBA, since the library rounds down
// where it multiplies.
static inline VP8StatusCode linecaster_webp_decode(const uint8_t *bytes, size_t count,
                                                   uint8_t *pixels, int width, int height,
                                                   int own_width, int own_height) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return VP8_STATUS_INVALID_PARAM;
  VP8StatusCode status = WebPGetFeatures(bytes, count, &config.input);
  if (status != VP8_STATUS_OK) return status;
  if (config.input.width != own_width || config.input.height != own_height)
    return VP8_STATUS_BITSTREAM_ERROR;
  config.options.use_scaling = own_width != width || own_height != height;
  config.options.scaled_width = width;
  config.options.scaled_height = height;
  config.output.colorspace = config.options.use_scaling ? MODE_rgbA : MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = width * 4;
  config.output.u.RGBA.size = (size_t)width * (size_t)height * 4;
  status = WebPDecode(bytes, count, &config);
  WebPFreeDecBuffer(&config.output);
  return status;
}

// Encodes straight RGBA pixels, rows without padding; without loss where the quality is below 0.
static inline WebPEncodingError linecaster_webp_encode(const uint8_t *pixels, int width, int height,
                                                       float quality, WebPMemoryWriter *writer) {
  WebPConfig config;
  WebPPicture picture;
  // The level of `cwebp -lossless` without other options.
  int is_ready = quality < 0 ? WebPConfigInit(&config) && WebPConfigLosslessPreset(&config, 6)
                             : WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, quality);
  if (!is_ready || !WebPPictureInit(&picture)) return VP8_ENC_ERROR_INVALID_CONFIGURATION;
  picture.use_argb = quality < 0;
  picture.width = width;
  picture.height = height;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = writer;
  WebPEncodingError status = VP8_ENC_ERROR_OUT_OF_MEMORY;
  if (WebPPictureImportRGBA(&picture, pixels, width * 4))
    status = WebPEncode(&config, &picture) ? VP8_ENC_OK : picture.error_code;
  WebPPictureFree(&picture);
  return status;
}
