public import LinecasterBase
public import LinecasterRaster

/// Decodes PNG, GIF, JPEG and WebP images as premultiplied RGBA in sRGB, in their displayed
/// orientation, and AVIF and SVG images with the package traits `AVIF` and `SVG`.
///
/// Colours are converted to sRGB from the profile of the file (ICC.1), the gamma of a PNG file or
/// the colour space that an AVIF file names; those of other files are interpreted as sRGB. Only the
/// first frame of an animation is read. Truncated or damaged files are errors, not images with grey
/// parts.
///
/// A decoder is a value that any thread may use. Decoding takes milliseconds per megapixel, so
/// decode off the main thread.
///
///     let decoder = ImageDecoder()
///     let info = try decoder.info(path: path)
///     let bitmap = try decoder.decode(path: path, covering: PixelSize(width: 48, height: 48))
public struct ImageDecoder: Hashable, Sendable {
  /// The limits of memory and time.
  public let limits: ImageLimits

  /// Creates a decoder with limits.
  public init(limits: ImageLimits = ImageLimits()) {
    self.limits = limits
  }

  /// Reads the header of the file at `path`, without decoding pixels.
  ///
  /// - Throws: `ImageError` naming the file, with code `unreadable`, `unsupported`, `malformed` or
  ///   `tooLarge`.
  /// - Complexity: O(bytes of the header).
  public func info(path: String) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: OpenFile(path)))
  }

  /// Reads the header of a file in memory; `name` identifies it in error messages.
  ///
  /// - Throws: `ImageError` with code `unsupported`, `malformed` or `tooLarge`.
  /// - Complexity: O(bytes of the header).
  public func info(
    of bytes: [UInt8], name: String = "image data"
  ) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: MemoryBytes(bytes: bytes, name: name)))
  }

  /// Decodes the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file; its first bytes determine the format.
  ///   - size: The size at which the image is shown, in pixels; `nil` for the file's own size.
  ///     Larger images are reduced by averaging while they are decoded. The result is at least as
  ///     wide and high as `size`, if the file is. In the direction with the larger scale, it
  ///     exceeds `size` by at most 25 % and a pixel.
  /// - Throws: `ImageError` naming the file, with code `unreadable`, `unsupported`, `malformed` or
  ///   `tooLarge`.
  /// - Complexity: O(bytes + pixels of the file) in time; O(bytes + pixels of the result) in
  ///   memory, except for progressive JPEG, interlaced PNG, GIF, AVIF and lossless WebP, which are
  ///   decoded whole.
  public func decode(path: String, covering size: PixelSize? = nil) throws(ImageError) -> Bitmap {
    try decode(OpenFile(path), covering: size)
  }

  /// Decodes a file in memory; `name` identifies it in error messages.
  ///
  /// - Throws: `ImageError` with code `unsupported`, `malformed` or `tooLarge`.
  /// - Complexity: That of `decode(path:covering:)`.
  public func decode(
    _ bytes: [UInt8], covering size: PixelSize? = nil, name: String = "image data"
  ) throws(ImageError) -> Bitmap {
    let header = try header(of: MemoryBytes(bytes: bytes, name: name))
    return try decode(bytes, header, reduction(of: header, covering: size), name: name)
  }

  /// The header of a file, checked against the limits.
  func header(of file: some RandomAccessBytes) throws(ImageError) -> ImageHeader {
    let header = try ImageHeader.read(file)
    try header.check(limits, fileByteCount: file.count, name: file.name)
    return header
  }

  /// The reduction of an image that has to cover a size.
  func reduction(of header: ImageHeader, covering size: PixelSize?) -> ImageReduction {
    let wanted = size.map { header.orientation.size(of: $0) }
    guard let wanted = wanted ?? (header.magnification > 1 ? header.size : nil) else {
      return .none
    }
    return ImageReduction(of: header.greatestSize, covering: wanted)
  }

  func decode(_ file: OpenFile, covering size: PixelSize?) throws(ImageError) -> Bitmap {
    let header = try header(of: file)
    return try decode(file, header, reduction(of: header, covering: size))
  }

  /// Decodes a file whose header is known.
  func decode(
    _ file: OpenFile, _ header: ImageHeader, _ reduction: ImageReduction
  ) throws(ImageError) -> Bitmap {
    _ = try plan(header, reduction, fileByteCount: file.count, name: file.name)
    return try decode(file.contents(), header, reduction, name: file.name)
  }

  /// The size of the result before orientation, and the memory left for libraries.
  private func plan(
    _ header: ImageHeader, _ reduction: ImageReduction, fileByteCount: Int, name: String
  ) throws(ImageError) -> (size: PixelSize, memory: Int) {
    guard fileByteCount <= limits.fileByteCount else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(fileByteCount) bytes; the limit is \(limits.fileByteCount)")
    }
    let size = reduction.size(header.greatestSize)
    // WebP is decoded whole before its orientation is applied.
    let turned = header.format == .webP ? size.width * size.height * 4 : 0
    let memory = try limits.memoryLeft(
      file: fileByteCount, size: header.size, result: size,
      working: header.workingBytes + turned, name: name)
    return (size, memory)
  }

  private func decode(
    _ bytes: [UInt8], _ header: ImageHeader, _ reduction: ImageReduction, name: String
  ) throws(ImageError) -> Bitmap {
    let (size, memory) = try plan(header, reduction, fileByteCount: bytes.count, name: name)
    let file = EncodedImage(
      bytes: bytes, header: header, size: size, memoryLimit: memory, name: name)
    switch header.format {
    case .png: return try file.decodePNG()
    case .jpeg:
      #if JPEG
        return try file.decodeJPEG(eighths: reduction.jpegEighths)
      #else
        throw .missingTrait(of: header.format, name)
      #endif
    case .webP:
      #if WebP
        return try file.decodeWebP()
      #else
        throw .missingTrait(of: header.format, name)
      #endif
    case .svg:
      #if SVG
        return try file.decodeSVG()
      #else
        throw .missingTrait(of: header.format, name)
      #endif
    case .gif: return try file.decodeGIF()
    case .avif:
      #if AVIF
        return try file.decodeAVIF()
      #else
        throw .missingTrait(of: header.format, name)
      #endif
    }
  }
}

/// The bytes of a file in memory.
struct MemoryBytes: RandomAccessBytes {
  let bytes: [UInt8]
  let name: String

  var count: Int { bytes.count }

  func bytes(at position: Int, count: Int) -> [UInt8] {
    Array(bytes.dropFirst(position).prefix(count))
  }
}

/// The bytes of an image file, and its decoding parameters.
struct EncodedImage {
  let bytes: [UInt8]
  let header: ImageHeader
  /// The size of the result before orientation.
  let size: PixelSize
  /// The maximum bytes that a library may take for whole images.
  let memoryLimit: Int
  /// The name of the file in error messages.
  let name: String

  /// Throws if a library finds another size than the header states.
  func check(width: UInt32, height: UInt32, expected: PixelSize) throws(ImageError) {
    guard Int(width) == expected.width, Int(height) == expected.height else {
      throw malformed("\(width) × \(height) pixels, but the header says \(expected.words)")
    }
  }

  func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }
}

/// The scale at which an image is decoded: 5 to 8 eighths of its size, halved a number of times.
///
/// This limits each image to a few sizes, which exceed the requested width and height at most 1.25
/// times. The choice depends on the sizes alone, not on earlier decoding.
struct ImageReduction: Hashable {
  /// The eighths of the size, 5 to 8.
  let eighths: Int
  /// The number of halvings.
  let halvings: Int

  /// Full size.
  static let none = ImageReduction(eighths: 8, halvings: 0)

  private init(eighths: Int, halvings: Int) {
    self.eighths = eighths
    self.halvings = halvings
  }

  /// The strongest reduction that leaves an image at least as wide and high as `target`; no
  /// reduction if it is smaller.
  init(of size: PixelSize, covering target: PixelSize) {
    var strongest = ImageReduction.none
    while max(size.width, size.height) > 1 << strongest.halvings {
      let next = strongest.stronger
      guard next.length(size.width) >= target.width, next.length(size.height) >= target.height
      else { break }
      strongest = next
    }
    self = strongest
  }

  private var stronger: ImageReduction {
    eighths > 5
      ? ImageReduction(eighths: eighths - 1, halvings: halvings)
      : ImageReduction(eighths: 8, halvings: halvings + 1)
  }

  /// The reduced length of a side, rounded up.
  func length(_ side: Int) -> Int {
    let denominator = 8 << halvings
    return (side * eighths + denominator - 1) / denominator
  }

  /// The reduced size.
  func size(_ size: PixelSize) -> PixelSize {
    PixelSize(width: length(size.width), height: length(size.height))
  }

  /// The size at which libjpeg decodes, in eighths: a power of two, for which it has vector code.
  ///
  /// It is the result's own size, or at least twice as large, because averages of few pixels blur.
  var jpegEighths: Int { 8 >> min(eighths == 8 ? halvings : max(0, halvings - 1), 3) }
}

extension ImageError {
  /// The error of a file whose format needs the package trait of its name.
  static func missingTrait(of format: ImageFormat, _ name: String) -> ImageError {
    let format = format.rawValue
    return ImageError(
      code: .unsupported, source: name,
      reason: "\(format) image; this build is without the trait \(format)")
  }
}
