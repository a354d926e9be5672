extension Bitmap {
  /// The part of the image inside a rectangle of pixels, clipped to the image.
  ///
  /// - Complexity: O(pixels of the part).
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
    let part = PixelRect(x: x, y: y, width: width, height: height).clipped(to: bounds)
    guard !part.isEmpty else { return Bitmap(uncheckedWidth: 0, height: 0, pixels: []) }
    let rowBytes = part.width * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: part.height * rowBytes) { buffer, count in
      count = part.height * rowBytes
      copyRows(of: part, to: UnsafeMutableRawBufferPointer(buffer), rowBytes: rowBytes)
    }
    return Bitmap(uncheckedWidth: part.width, height: part.height, pixels: pixels)
  }

  /// Copies another image over this one with its top-left pixel at (x, y), clipped.
  ///
  /// Pixels are replaced, not blended.
  ///
  /// - Complexity: O(pixels copied), plus a copy of this image if its pixels are shared.
  public mutating func draw(_ other: Bitmap, atX x: Int, y: Int) {
    let source = PixelRect(
      x: 0.subtracting(x), y: 0.subtracting(y), width: width, height: height
    ).clipped(to: other.bounds)
    guard !source.isEmpty else { return }
    let rowBytes = width * 4
    let start = (y + source.top) * rowBytes + (x + source.left) * 4
    pixels.withUnsafeMutableBytes { bytes in
      other.copyRows(
        of: source, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]),
        rowBytes: rowBytes)
    }
  }

  /// All pixels of the image.
  var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

  /// Makes an image whose size and byte count are known to fit.
  init(uncheckedWidth width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Copies the rows of a part that lies inside the image to memory with its own row length.
  private func copyRows(
    of part: PixelRect, to target: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) {
    pixels.withUnsafeBytes { bytes in
      for row in 0..<part.height {
        let start = ((part.top + row) * width + part.left) * 4
        UnsafeMutableRawBufferPointer(rebasing: target[(row * rowBytes)...])
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + part.width * 4]))
      }
    }
  }
}

extension Int {
  /// The difference, or the nearest number where it does not fit.
  fileprivate func subtracting(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
