import LinecasterRaster

/// The bytes of an image's file and how they are to be decoded.
struct EncodedImage {
  let bytes: [UInt8]
  let header: ImageHeader
  /// The size of the result before it is turned.
  let size: PixelSize
  /// The most bytes for what a library takes for whole images.
  let memoryLimit: Int
  /// What stands for the file in error messages.
  let name: String

  /// Throws unless a library found the size that the header says.
  func check(width: UInt32, height: UInt32, expected: PixelSize) throws(ImageError) {
    guard Int(width) == expected.width, Int(height) == expected.height else {
      throw malformed("\(width) × \(height) pixels where the header says \(expected)")
    }
  }

  func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }

  /// The bitmap that rows make up.
  func assemble(_ rows: some ImageRows) throws(ImageError) -> Bitmap {
    var assembler = ImageAssembler(size: size, orientation: header.orientation)
    try assembler.append(rows)
    return try assembler.bitmap(name: name)
  }
}
