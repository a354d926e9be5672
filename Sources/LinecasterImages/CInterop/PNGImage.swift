internal import CPNG

#if canImport(Glibc)
  import Glibc
#endif

/// libpng's simplified interface. A `png_image` is used within one call and freed at its end.
enum PNGImage {
  /// Decodes a file's bytes as straight RGBA without padding.
  ///
  /// - Throws: `ImageError` with code `malformed` and libpng's reason.
  static func read(
    _ bytes: [UInt8], header: PNGHeader, name: String
  ) throws(ImageError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng keeps the address of the bytes until the second call.
    let pixels = bytes.withUnsafeBytes { file -> [UInt8]? in
      guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0,
        Int(image.width) == header.width, Int(image.height) == header.height
      else { return nil }
      image.format = linecaster_png_format_rgba
      // Without it, 16-bit pictures that name no gamma are taken as linear light; browsers take
      // them as sRGB, like all others.
      image.flags |= linecaster_png_flag_16_bit_srgb
      var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
      let isRead = pixels.withUnsafeMutableBytes {
        png_image_finish_read(&image, nil, $0.baseAddress, 0, nil) != 0
      }
      return isRead ? pixels : nil
    }
    guard let pixels else {
      throw ImageError(code: .malformed, source: name, reason: message(of: image))
    }
    return pixels
  }

  /// Encodes RGB, or straight RGBA, without padding.
  ///
  /// - Throws: `ImageError` with code `unwritable` and libpng's reason.
  static func write(
    _ pixels: [UInt8], width: Int, height: Int, hasAlpha: Bool, isFast: Bool, name: String
  ) throws(ImageError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = hasAlpha ? linecaster_png_format_rgba : linecaster_png_format_rgb
    if isFast { image.flags = linecaster_png_flag_fast }
    defer { png_image_free(&image) }
    // The number of bytes is not known before: a stream that grows saves compressing twice.
    var memory: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let stream = open_memstream(&memory, &count) else {
      throw .system(.unwritable, name)
    }
    defer { free(memory) }
    let isWritten = pixels.withUnsafeBytes {
      png_image_write_to_stdio(&image, stream, 0, $0.baseAddress, 0, nil) != 0
    }
    // Closing sets the address and the count for the last time.
    guard fclose(stream) == 0, isWritten else {
      throw ImageError(code: .unwritable, source: name, reason: message(of: image))
    }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
  }

  private static func message(of image: png_image) -> String {
    withUnsafePointer(to: image) { String(cString: linecaster_png_message($0)) }
  }
}
