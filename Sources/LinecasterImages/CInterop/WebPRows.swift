#if WebP
  internal import CWebP
  import LinecasterRaster

  /// The rows of a WebP file, by libwebp, which decodes and scales them all at once.
  final class WebPRows: ImageRows {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    private var next = 0

    /// Decodes a still image.
    init(_ bytes: [UInt8], of image: EncodedImage) throws(ImageError) {
      (width, height) = (image.size.width, image.size.height)
      var pixels = [UInt8](repeating: 0, count: width * height * 4)
      let status = bytes.withUnsafeBufferPointer { bytes in
        pixels.withUnsafeMutableBufferPointer { pixels in
          linecaster_webp_decode(
            bytes.baseAddress, bytes.count, pixels.baseAddress, Int32(image.size.width),
            Int32(image.size.height), Int32(image.header.size.width),
            Int32(image.header.size.height))
        }
      }
      guard status == VP8_STATUS_OK else { throw Self.error(status, image) }
      // Even where the header denies alpha, there may be some.
      if image.size == image.header.size {
        pixels.withUnsafeMutableBufferPointer { AlphaMultiplication.premultiply($0) }
      }
      self.pixels = pixels
    }

    func read(into row: UnsafeMutableBufferPointer<UInt8>) {
      _ = row.update(fromContentsOf: pixels[next..<next + row.count])
      next += row.count
    }

    private static func error(_ status: VP8StatusCode, _ image: EncodedImage) -> ImageError {
      switch status {
      case VP8_STATUS_OUT_OF_MEMORY:
        ImageError(code: .tooLarge, source: image.name, reason: "no memory for libwebp")
      case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
        image.malformed("the file ends too early")
      case VP8_STATUS_UNSUPPORTED_FEATURE:
        ImageError(code: .unsupported, source: image.name, reason: "an unknown kind of WebP")
      default: image.malformed("damaged data, by libwebp's code \(status.rawValue)")
      }
    }
  }

  extension EncodedImage {
    /// Decodes a WebP file, or the first frame of an animated one.
    func decodeWebP() throws(ImageError) -> Bitmap {
      let rows = try WebPRows(stillImage(), of: self)
      guard header.orientation == .up else { return try assemble(rows) }
      do throws(RasterError) {
        return try Bitmap(width: size.width, height: size.height, pixels: rows.pixels)
      } catch {
        throw ImageError(code: .tooLarge, source: name, reason: error.reason)
      }
    }

    /// The file, or a file of only the first frame of an animation (RFC 9649 §2.7).
    private func stillImage() throws(ImageError) -> [UInt8] {
      guard let animation = header.animation else { return bytes }
      guard animation.coversCanvas else {
        throw ImageError(
          code: .unsupported, source: name,
          reason: "the first frame of the animation does not cover the image")
      }
      let chunks = bytes[animation.chunks]
      let alphaFlag: UInt8 = header.hasAlpha ? 0x10 : 0
      let extended: [UInt8] =
        Array("VP8X".utf8) + [10, 0, 0, 0, alphaFlag, 0, 0, 0]
        + littleEndian(header.size.width - 1, count: 3)
        + littleEndian(header.size.height - 1, count: 3)
      let count = 4 + extended.count + chunks.count
      return Array("RIFF".utf8) + littleEndian(count, count: 4) + Array("WEBP".utf8) + extended
        + chunks
    }

    private func littleEndian(_ number: Int, count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }
#endif
