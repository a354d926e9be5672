import LinecasterRaster

/// Reads what stands before the pixels of a PNG file (third edition, §5.3 and §11).
struct PNGHeaderReader<File: RandomAccessBytes> {
  let file: File

  /// The most chunks looked at before the pixels; files have a few.
  private var chunkLimit: Int { 1024 }

  /// The header, with what the chunks `tRNS` and `eXIf` say where they precede the pixels.
  func header() throws(ImageError) -> ImageHeader {
    guard let first = PNGHeader(try file.need(at: 0, count: PNGHeader.byteCount)) else {
      throw file.malformed("no PNG header")
    }
    var header = ImageHeader(
      format: .png, size: PixelSize(width: first.width, height: first.height),
      hasAlpha: first.hasAlpha)
    header.workingBytesPerPixel = first.isInterlaced ? 4 : 0
    header.pixelsPerByte = first.pixelsPerByte
    var position = PNGHeader.byteCount
    for _ in 0..<chunkLimit {
      let start = try file.need(at: position, count: 8)
      let kind = start[4...]
      guard let count = ByteOrder.bigEndian.number(start, at: 0, count: 4),
        !kind.elementsEqual("IDAT".utf8)
      else { return header }
      if kind.elementsEqual("tRNS".utf8) { header.hasAlpha = true }
      if kind.elementsEqual("eXIf".utf8) {
        header.orientation = ExifOrientation.find(
          in: try file.bytes(at: position + 8, count: min(count, ExifOrientation.byteLimit)))
      }
      position += count + 12
    }
    throw file.malformed("more than \(chunkLimit) chunks before the pixels")
  }
}
