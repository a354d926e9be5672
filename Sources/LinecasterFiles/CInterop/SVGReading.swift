import LinecasterBase
import LinecasterRaster

#if SVG
  internal import CSVG
#endif

extension ImageHeader {
  /// Reads the size in the root of an SVG file, in CSS pixels.
  ///
  /// - Throws: `ImageError` with code `malformed` or `unreadable`.
  init(svg file: some RandomAccessBytes) throws(ImageError) {
    let start = try file.bytes(at: 0, count: SVGDocument.rootByteLimit)
    let size = try SVGDocument(start, named: file.name, isWhole: false).size
    self.init(format: .svg, size: size, hasAlpha: true)
    while max(size.width, size.height) * magnification * 2 <= Self.greatestDrawnSide {
      magnification *= 2
    }
  }

  /// The maximum width and height for drawing an SVG enlarged, because shapes are sharp at any
  /// size.
  private static let greatestDrawnSide = 4096
}

#if SVG
  extension EncodedImage {
    /// Draws an SVG file.
    ///
    /// - Throws: `ImageError` with code `tooLarge` if that is too much work, `unsupported` for
    ///   features that are not drawn or if librsvg is not installed, or `malformed`.
    func decodeSVG() throws(ImageError) -> Bitmap {
      let document = try SVGDocument(bytes, named: name, isWhole: true)
      try document.check(size, named: name)
      var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
      var reason = [CChar](repeating: 0, count: 256)
      let isDrawn = try SVGDocument.walk { [bytes, size] () throws(ImageError) in
        bytes.withUnsafeBufferPointer { bytes in
          pixels.withUnsafeMutableBufferPointer { pixels in
            linecaster_svg_draw(
              bytes.baseAddress, bytes.count, pixels.baseAddress, Int32(size.width),
              Int32(size.height), &reason, reason.count)
          }
        }
      }
      guard isDrawn == 1 else {
        let words = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw ImageError(
          code: isDrawn < 0 ? .unsupported : .malformed, source: name,
          reason: "librsvg: \(String(decoding: words, as: UTF8.self))")
      }
      // ARGB words are BGRA in memory on little-endian machines.
      if 1.littleEndian == 1 {
        for start in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(start, start + 2) }
      }
      do throws(RasterError) {
        return try Bitmap(width: size.width, height: size.height, pixels: pixels)
      } catch {
        throw ImageError(code: .tooLarge, source: name, reason: error.reason)
      }
    }
  }
#endif
