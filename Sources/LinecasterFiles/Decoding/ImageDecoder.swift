public import LinecasterBase
public import LinecasterRaster

/// Reads PNG, JPEG and WebP images as premultiplied RGBA in sRGB, upright as their EXIF data say,
/// and SVG images with the package trait `SVG`.
///
/// Colours are taken as sRGB; colour profiles are not applied, but for the gamma that a PNG file
/// may state. Of animations the first frame is read. Files that end early or hold damaged data are
/// errors, not images with grey parts.
///
/// A value; may be used on any thread. Decoding takes milliseconds per megapixel, so it belongs off
/// the main thread.
///
///     let decoder = ImageDecoder()
///     let info = try decoder.info(path: path)
///     let bitmap = try decoder.decode(path: path, covering: PixelSize(width: 48, height: 48))
public struct ImageDecoder: Hashable, Sendable {
  /// What images may ask of memory and time.
  public let limits: ImageLimits

  /// Makes a decoder with limits.
  public init(limits: ImageLimits = ImageLimits()) {
    self.limits = limits
  }

  /// What the header of the file at `path` says; no pixels are decoded, and little is read.
  ///
  /// - Throws: `ImageError` naming the file: `unreadable`, `unsupported`, `malformed`, `tooLarge`.
  public func info(path: String) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: OpenFile(path)))
  }

  /// What the header of a file in memory says; `name` stands for it in error messages.
  ///
  /// - Throws: `ImageError`: `unsupported`, `malformed` or `tooLarge`.
  public func info(
    of bytes: [UInt8], name: String = "image data"
  ) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: MemoryBytes(bytes: bytes, name: name)))
  }

  /// Decodes the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file; its format is told by its first bytes.
  ///   - size: The size in pixels that the image is shown at, nil for the file's own. The result
  ///     is at least as wide and as high where the file is, and at most 1.25 times so and a pixel
  ///     in the direction that asks for more: it is made smaller while it is decoded, by averages.
  /// - Throws: `ImageError` naming the file: `unreadable`, `unsupported`, `malformed`, `tooLarge`.
  /// - Complexity: O(bytes + pixels of the file) in time; O(bytes + pixels of the result) in
  ///   memory, but for progressive JPEG, interlaced PNG and lossless WebP, which are decoded whole.
  public func decode(path: String, covering size: PixelSize? = nil) throws(ImageError) -> Bitmap {
    try decode(OpenFile(path), covering: size)
  }

  /// Decodes a file in memory; `name` stands for it in error messages.
  ///
  /// - Throws: `ImageError`: `unsupported`, `malformed` or `tooLarge`.
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

  /// How much smaller an image is decoded that is to cover a size.
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

  /// The size of the result before it is turned, and the memory left for libraries.
  private func plan(
    _ header: ImageHeader, _ reduction: ImageReduction, fileByteCount: Int, name: String
  ) throws(ImageError) -> (size: PixelSize, memory: Int) {
    guard fileByteCount <= limits.fileByteCount else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(fileByteCount) bytes where the limit is \(limits.fileByteCount)")
    }
    let size = reduction.size(header.greatestSize)
    // WebP is decoded whole before it is turned.
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
        throw notBuiltIn(header.format, name)
      #endif
    case .webP:
      #if WebP
        return try file.decodeWebP()
      #else
        throw notBuiltIn(header.format, name)
      #endif
    case .svg:
      #if SVG
        return try file.decodeSVG()
      #else
        throw notBuiltIn(header.format, name)
      #endif
    }
  }

  private func notBuiltIn(_ format: ImageFormat, _ name: String) -> ImageError {
    ImageError(
      code: .unsupported, source: name,
      reason: "\(format.rawValue) is not built in; it comes with the package trait "
        + format.rawValue)
  }
}

/// The bytes of a file in memory.
private struct MemoryBytes: RandomAccessBytes {
  let bytes: [UInt8]
  let name: String

  var count: Int { bytes.count }

  func bytes(at position: Int, count: Int) -> [UInt8] {
    Array(bytes.dropFirst(position).prefix(count))
  }
}

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
      throw malformed("\(width) × \(height) pixels where the header says \(expected.words)")
    }
  }

  func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }
}

/// How much smaller than its file an image is decoded: an eighth of 5 to 8, halved some times.
///
/// So there are few sizes of one image, and each has at most 1.25 times the width and height
/// asked for. Which one is taken depends on the sizes alone, never on what was decoded before.
struct ImageReduction: Hashable {
  /// 5 to 8.
  let eighths: Int
  /// How often that is halved.
  let halvings: Int

  /// Not smaller.
  static let none = ImageReduction(eighths: 8, halvings: 0)

  private init(eighths: Int, halvings: Int) {
    self.eighths = eighths
    self.halvings = halvings
  }

  /// The strongest reduction that leaves an image at least as wide and high as `target`; none
  /// where it is smaller.
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

  /// What becomes of a side, rounded up.
  func length(_ side: Int) -> Int {
    let denominator = 8 << halvings
    return (side * eighths + denominator - 1) / denominator
  }

  /// What becomes of a size.
  func size(_ size: PixelSize) -> PixelSize {
    PixelSize(width: length(size.width), height: length(size.height))
  }

  /// The size at which libjpeg decodes, in eighths: a power of two, for which it has vector code.
  ///
  /// That is the result's own size, or at least twice that: averages of few pixels would blur.
  var jpegEighths: Int { 8 >> min(eighths == 8 ? halvings : max(0, halvings - 1), 3) }
}
