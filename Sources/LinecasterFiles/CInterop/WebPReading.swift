import LinecasterBase
import LinecasterRaster

#if WebP
  internal import CWebP
#endif

extension ImageHeader {
  /// Reads the header from the chunks of a WebP file.
  ///
  /// - Throws: `ImageError` with code `malformed` or `unreadable`.
  init(webP file: some RandomAccessBytes) throws(ImageError) {
    self = try WebPHeaderReader(file: file).header()
  }
}

/// Reads the chunks of a WebP file (RFC 9649 §2).
private struct WebPHeaderReader<File: RandomAccessBytes> {
  let file: File

  /// The maximum number of chunks; each frame of an animation is one.
  private var chunkLimit: Int { 4096 }

  private typealias Chunk = (kind: String, start: Int, count: Int)

  /// The header, with the orientation of the EXIF chunk, which is at the end of a file.
  func header() throws(ImageError) -> ImageHeader {
    let first = try chunk(at: 12)
    switch first.kind {
    case "VP8 ": return try lossy(first)
    case "VP8L": return try lossless(first)
    case "VP8X": return try extended(first)
    default: throw file.malformed("no WebP image in the first chunk")
    }
  }

  private func chunk(at position: Int) throws(ImageError) -> Chunk {
    let start = try file.need(at: position, count: 8)
    let count = ByteOrder.littleEndian.number(start, at: 4, count: 4) ?? 0
    return (String(decoding: start[..<4], as: UTF8.self), position + 8, count)
  }

  /// The header of a key frame of VP8 (RFC 6386 §9.1).
  private func lossy(_ chunk: Chunk) throws(ImageError) -> ImageHeader {
    let content = try file.need(at: chunk.start, count: 10)
    let order = ByteOrder.littleEndian
    guard content[3...5].elementsEqual([0x9D, 0x01, 0x2A]),
      let width = order.number(content, at: 6, count: 2),
      let height = order.number(content, at: 8, count: 2)
    else { throw file.malformed("no VP8 key frame") }
    return ImageHeader(
      format: .webP, size: PixelSize(width: width & 0x3FFF, height: height & 0x3FFF))
  }

  /// The header of the lossless format (RFC 9649 §3.4).
  private func lossless(_ chunk: Chunk) throws(ImageError) -> ImageHeader {
    let content = try file.need(at: chunk.start, count: 5)
    guard content[0] == 0x2F, let bits = ByteOrder.littleEndian.number(content, at: 1, count: 4)
    else { throw file.malformed("no VP8L image") }
    return ImageHeader(
      format: .webP, size: PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1),
      hasAlpha: bits >> 28 & 1 == 1, workingBytesPerPixel: 4)
  }

  /// The extended header and the chunks after it (RFC 9649 §2.7).
  private func extended(_ chunk: Chunk) throws(ImageError) -> ImageHeader {
    let content = try file.need(at: chunk.start, count: 10)
    let order = ByteOrder.littleEndian
    var header = ImageHeader(
      format: .webP,
      size: PixelSize(
        width: (order.number(content, at: 4, count: 3) ?? 0) + 1,
        height: (order.number(content, at: 7, count: 3) ?? 0) + 1),
      hasAlpha: content[0] & 0x10 != 0)
    var position = end(of: chunk)
    for _ in 0..<chunkLimit {
      guard position + 8 <= file.count else { return header }
      let next = try self.chunk(at: position)
      header.workingBytesPerPixel = max(header.workingBytesPerPixel, workingBytes(next.kind))
      if next.kind == "ANMF", header.firstFrame == nil {
        try note(firstFrame: next, in: &header)
      }
      if next.kind == "ICCP", header.profile == nil {
        header.profile = next.start..<min(next.start + next.count, max(next.start, file.count))
      }
      if next.kind == "EXIF" {
        header.orientation = ExifOrientation.find(
          in: try file.bytes(at: next.start, count: min(next.count, ExifOrientation.byteLimit)))
        return header
      }
      position = end(of: next)
    }
    return header
  }

  /// The bytes of working memory per pixel: for the colours of a lossless image, or for the alpha
  /// of a lossy one, which is a lossless image itself.
  private func workingBytes(_ kind: String) -> Int {
    switch kind {
    case "VP8L": 4
    case "ALPH", "ANMF": 5
    default: 0
    }
  }

  /// Records the location of the first frame of an animation (RFC 9649 §2.7.1.1).
  private func note(
    firstFrame chunk: Chunk, in header: inout ImageHeader
  ) throws(ImageError) {
    let content = try file.need(at: chunk.start, count: 16)
    let numbers = stride(from: 0, to: 12, by: 3).map {
      ByteOrder.littleEndian.number(content, at: $0, count: 3) ?? 0
    }
    guard chunk.count >= 16, end(of: chunk) <= file.count + 1 else {
      throw file.malformed("the file ends in its first frame")
    }
    header.firstFrame = chunk.start + 16..<min(chunk.start + chunk.count, file.count)
    header.firstFrameIsWhole = numbers == [0, 0, header.size.width - 1, header.size.height - 1]
  }

  /// The start of the next chunk; contents are padded to an even number of bytes.
  private func end(of chunk: Chunk) -> Int { chunk.start + chunk.count + chunk.count & 1 }
}

#if WebP
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

    /// The file, or a file with only the first frame of an animation (RFC 9649 §2.7).
    private func stillImage() throws(ImageError) -> [UInt8] {
      guard let firstFrame = header.firstFrame else { return bytes }
      guard header.firstFrameIsWhole else {
        throw ImageError(
          code: .unsupported, source: name,
          reason: "the first frame of the animation does not cover the image")
      }
      let chunks = bytes[firstFrame]
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

  /// The rows of a WebP file, which libwebp decodes and scales all at once.
  private final class WebPRows: ImageRows {
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
      // There may be alpha even if the header denies it. Smaller pixels are premultiplied already.
      let colors = Self.colors(of: image)
      let isStraight = image.size == image.header.size
      if !isStraight, colors != nil { pixels = StraightAlpha.straight(pixels) }
      pixels.withUnsafeMutableBufferPointer { pixels in
        colors?.convert(pixels)
        if isStraight || colors != nil { pixels.premultiply() }
      }
      self.pixels = pixels
    }

    private static func colors(of image: EncodedImage) -> ColorConversion? {
      guard let profile = image.header.profile else { return nil }
      return image.bytes.withUnsafeBufferPointer {
        ColorConversion(
          UnsafeBufferPointer(rebasing: $0[profile.clamped(to: $0.indices)]), of: .light)
      }
    }

    func read(into row: UnsafeMutableBufferPointer<UInt8>) {
      _ = row.update(fromContentsOf: pixels[next..<next + row.count])
      next += row.count
    }

    private static func error(_ status: VP8StatusCode, _ image: EncodedImage) -> ImageError {
      switch status {
      case VP8_STATUS_OUT_OF_MEMORY:
        ImageError(code: .tooLarge, source: image.name, reason: "out of memory in libwebp")
      case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
        image.malformed("the file is truncated")
      case VP8_STATUS_UNSUPPORTED_FEATURE:
        ImageError(code: .unsupported, source: image.name, reason: "unsupported kind of WebP")
      default: image.malformed("damaged data (libwebp error \(status.rawValue))")
      }
    }
  }
#endif
