// Little CMS as Swift sees it: functions that make a conversion of rows to sRGB. The library
// describes pixels by macros, which Swift does not see.
#pragma once

#if !__has_include(<lcms2.h>)
#error "Little CMS is missing: apt-get install liblcms2-dev"
#endif

#include <lcms2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Converts pixels of four bytes in place: straight RGBA, whose grey images have the same number in
// all colours, or four inks of which 255 is no ink. The last byte of RGBA stays as it is; that of
// inks becomes any number.
static inline void linecaster_color_convert(void *conversion, uint8_t *pixels, size_t count) {
  cmsDoTransform(conversion, pixels, pixels, (cmsUInt32Number)count);
}

static inline void linecaster_color_close(void *conversion) { cmsDeleteTransform(conversion); }

// The layout of pixels that a profile describes; 0 for one that is about other colours.
static inline cmsUInt32Number linecaster_color_format(cmsHPROFILE profile, bool is_ink) {
  switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return is_ink ? 0 : TYPE_RGBA_8;
    case cmsSigCmykData: return is_ink ? TYPE_CMYK_8_REV : 0;
    case cmsSigGrayData:
      return is_ink ? 0 : COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(1);
    default: return 0;
  }
}

// Whether a conversion changes no colour by more than 2 of 255, as from sRGB itself.
static inline bool linecaster_color_is_identity(void *conversion, bool is_gray) {
  enum { step = 17 };
  for (int red = 0; red < 256; red += step)
    for (int green = 0; green < 256; green += step)
      for (int blue = 0; blue < 256; blue += step) {
        if (is_gray && (red != green || green != blue)) continue;
        uint8_t pixel[4] = {(uint8_t)red, (uint8_t)green, (uint8_t)blue, 255};
        linecaster_color_convert(conversion, pixel, 1);
        if (abs(pixel[0] - red) > 2 || abs(pixel[1] - green) > 2 || abs(pixel[2] - blue) > 2)
          return false;
      }
  return true;
}

// Makes a conversion from an open profile to sRGB, and closes the profile. NULL where it is none of
// these pixels, or its colours are those of sRGB.
static inline void *linecaster_color_conversion(cmsHPROFILE profile, bool is_ink) {
  void *conversion = NULL;
  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  cmsUInt32Number format = profile ? linecaster_color_format(profile, is_ink) : 0;
  if (format && srgb) {
    cmsUInt32Number intent = cmsGetHeaderRenderingIntent(profile);
    if (intent > INTENT_ABSOLUTE_COLORIMETRIC) intent = INTENT_PERCEPTUAL;
    conversion = cmsCreateTransform(profile, format, srgb, TYPE_RGBA_8, intent, 0);
  }
  bool is_gray = profile && cmsGetColorSpace(profile) == cmsSigGrayData;
  if (profile) cmsCloseProfile(profile);
  if (srgb) cmsCloseProfile(srgb);
  if (conversion && !is_ink && linecaster_color_is_identity(conversion, is_gray)) {
    linecaster_color_close(conversion);
    conversion = NULL;
  }
  return conversion;
}

// Makes a conversion from a profile (ICC.1) to sRGB. NULL where the bytes are no profile of these
// pixels, or their colours are those of sRGB. One thread at a time.
static inline void *linecaster_color_open(const uint8_t *bytes, size_t count, bool is_ink) {
  return linecaster_color_conversion(cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count), is_ink);
}

// The same from the chromaticities of red, green, blue and white, x and y of each, and the light of
// numbers at equal distances, the first of which is black and the last 1.
static inline void *linecaster_color_open_light(const float *places, const float *light,
                                                size_t count) {
  cmsCIExyYTRIPLE primaries = {{places[0], places[1], 1}, {places[2], places[3], 1},
                               {places[4], places[5], 1}};
  cmsCIExyY white = {places[6], places[7], 1};
  cmsToneCurve *curve = cmsBuildTabulatedToneCurveFloat(NULL, (cmsUInt32Number)count, light);
  if (!curve) return NULL;
  cmsToneCurve *curves[3] = {curve, curve, curve};
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
  cmsFreeToneCurve(curve);
  return linecaster_color_conversion(profile, false);
}
