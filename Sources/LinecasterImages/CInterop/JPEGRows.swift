#if JPEG
  internal import CImages
  import LinecasterRaster

  /// The rows of a JPEG file, by libjpeg-turbo.
  final class JPEGRows: ImageRows {
    let width: Int
    let height: Int
    let eighths: PixelSize

    private let reader: OpaquePointer
    private let image: EncodedImage
    private let isCMYK: Bool
    private let isInverted: Bool

    /// Reads the head of a file whose bytes stay in place as long as the rows are used.
    init(
      _ bytes: UnsafeBufferPointer<UInt8>, of image: EncodedImage, eighths: Int
    ) throws(ImageError) {
      guard
        let reader = linecaster_jpeg_reader_open(
          bytes.baseAddress, bytes.count, Int32(eighths), image.memoryLimit)
      else {
        throw ImageError(code: .tooLarge, source: image.name, reason: "no memory for libjpeg")
      }
      self.reader = reader
      self.image = image
      isCMYK = linecaster_jpeg_reader_is_cmyk(reader)
      isInverted = linecaster_jpeg_reader_is_inverted(reader)
      self.eighths = PixelSize(
        width: image.header.size.width * eighths, height: image.header.size.height * eighths)
      width = (self.eighths.width + 7) / 8
      height = (self.eighths.height + 7) / 8
      try check()
      try image.check(
        width: linecaster_jpeg_reader_width(reader),
        height: linecaster_jpeg_reader_height(reader),
        expected: PixelSize(width: width, height: height))
    }

    deinit { linecaster_jpeg_reader_close(reader) }

    func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
      guard linecaster_jpeg_reader_read_row(reader, row.baseAddress) else {
        try check()
        throw image.malformed("rows are missing")
      }
      if isCMYK { mixInks(row) }
    }

    /// Turns four inks into light: what of it passes the colour and then the black.
    private func mixInks(_ row: UnsafeMutableBufferPointer<UInt8>) {
      let flip: UInt8 = isInverted ? 0 : 255
      for start in stride(from: 0, to: row.count, by: 4) {
        let light = row[start + 3] ^ flip
        for channel in start..<start + 3 {
          row[channel] = (row[channel] ^ flip).multiplied(by: light)
        }
        row[start + 3] = 255
      }
    }

    private func check() throws(ImageError) {
      guard let fault = linecaster_jpeg_reader_fault(reader) else { return }
      throw ImageError(
        code: linecaster_jpeg_reader_is_too_large(reader) ? .tooLarge : .malformed,
        source: image.name, reason: String(cString: fault))
    }
  }

  extension EncodedImage {
    /// Decodes a JPEG file at so many eighths of its size, from which the rest is averaged.
    func decodeJPEG(eighths: Int) throws(ImageError) -> Bitmap {
      try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
        try assemble(JPEGRows(bytes, of: self, eighths: eighths))
      }
    }
  }
#endif
