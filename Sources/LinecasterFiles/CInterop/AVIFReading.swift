#if AVIF
  internal import CAVIF
  import LinecasterBase
  import LinecasterRaster

  extension ImageHeader {
    /// Reads the header of an AVIF file.
    ///
    /// - Throws: `ImageError` with code `malformed`, `unsupported` or `unreadable`.
    init(avif file: some RandomAccessBytes) throws(ImageError) {
      let reader = try AVIFReader(source: AVIFSource(file), name: file.name)
      self.init(
        format: .avif, size: reader.shownSize, codedSize: reader.size, hasAlpha: reader.hasAlpha,
        orientation: reader.orientation, workingBytesPerPixel: reader.bytesPerPixel)
    }
  }

  extension EncodedImage {
    /// Decodes an AVIF file, or the first frame of a sequence.
    func decodeAVIF() throws(ImageError) -> Bitmap {
      try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
        try assemble(AVIFRows(bytes, of: self))
      }
    }
  }

  /// A decoder of libavif for one file.
  ///
  /// Not Sendable: it belongs to the image that is decoded.
  private final class AVIFReader {
    private let avif: linecaster_avif
    private let decoder: UnsafeMutablePointer<avifDecoder>
    private let name: String
    /// Released after the decoder, which refers to it.
    private let source: AVIFSource?

    /// Reads the boxes of a file.
    ///
    /// - Parameters:
    ///   - source: The file, unless it is in memory.
    ///   - memory: The bytes of the file, which stay in place as long as the reader is used.
    ///   - name: The name of the file in error messages.
    ///   - pixelLimit: The maximum number of pixels that are decoded.
    /// - Throws: `ImageError` with code `malformed`, `unsupported` or `unreadable`.
    init(
      source: AVIFSource? = nil, memory: UnsafeBufferPointer<UInt8>? = nil, name: String,
      pixelLimit: Int = greatestPixelCount
    ) throws(ImageError) {
      avif = try AVIFLibrary.functions(for: name)
      guard let decoder = avif.avifDecoderCreate() else {
        throw ImageError(code: .tooLarge, source: name, reason: "out of memory in libavif")
      }
      (self.decoder, self.name, self.source) = (decoder, name, source)
      decoder.pointee.maxThreads = 1
      decoder.pointee.ignoreExif = 1
      decoder.pointee.ignoreXMP = 1
      decoder.pointee.imageSizeLimit = UInt32(clamping: max(1, pixelLimit))
      // The caller checks the sides.
      decoder.pointee.imageDimensionLimit = 0
      // As in browsers, because files of older encoders break the rules that this is about.
      decoder.pointee.strictFlags = 0
      if let source { avif.avifDecoderSetIO(decoder, source.io) }
      if let memory {
        try check(avif.avifDecoderSetIOMemory(decoder, memory.baseAddress, memory.count))
      }
      try check(avif.avifDecoderParse(decoder))
    }

    /// The maximum number of pixels that libavif decodes.
    static let greatestPixelCount = 16_384 * 16_384

    deinit { avif.avifDecoderDestroy(decoder) }

    private var image: UnsafeMutablePointer<avifImage> { decoder.pointee.image }

    var size: PixelSize {
      PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
    }

    var shownSize: PixelSize {
      var avif = avif
      let part = linecaster_avif_crop(&avif, image)
      return PixelSize(width: Int(part.width), height: Int(part.height))
    }

    var hasAlpha: Bool { decoder.pointee.alphaPresent != 0 }

    /// The orientations by `linecaster_avif_turn`: for each right angle against the clock, without
    /// a mirror, with top and bottom exchanged, and with the sides.
    private static let orientations: [ImageOrientation] = [
      .up, .downMirrored, .upMirrored, .left, .leftMirrored, .rightMirrored,
      .down, .upMirrored, .downMirrored, .right, .rightMirrored, .leftMirrored,
    ]

    /// The displayed orientation. As browsers do, it ignores that of EXIF data.
    var orientation: ImageOrientation { Self.orientations[Int(linecaster_avif_turn(image))] }

    /// The working memory per pixel: the planes twice, for film grain or a grid, and RGBA.
    var bytesPerPixel: Int {
      let halves =
        switch image.pointee.yuvFormat {
        case AVIF_PIXEL_FORMAT_YUV400: 2
        case AVIF_PIXEL_FORMAT_YUV420: 3
        case AVIF_PIXEL_FORMAT_YUV422: 4
        default: 6
        }
      return (halves + (hasAlpha ? 2 : 0)) * (image.pointee.depth > 8 ? 2 : 1) + 4
    }

    /// Decodes the first frame, and converts it to straight RGBA without padding.
    func pixels(of file: EncodedImage, coded size: PixelSize) throws(ImageError) -> [UInt8] {
      try check(avif.avifDecoderNextImage(decoder))
      try file.check(
        width: image.pointee.width, height: image.pointee.height, expected: size)
      var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
      var rgb = avifRGBImage()
      avif.avifRGBImageSetDefaults(&rgb, image)
      rgb.depth = 8
      rgb.format = AVIF_RGB_FORMAT_RGBA
      rgb.rowBytes = UInt32(clamping: size.width * 4)
      let result = pixels.withUnsafeMutableBufferPointer { pixels in
        rgb.pixels = pixels.baseAddress
        return avif.avifImageYUVToRGB(image, &rgb)
      }
      try check(result)
      return pixels
    }

    /// The colour conversion by the profile of the file, or by the colour space that it names; both
    /// are known after decoding.
    var colors: ColorConversion? {
      let profile = image.pointee.icc
      if profile.size > 0 {
        return ColorConversion(
          UnsafeBufferPointer(start: profile.data, count: profile.size), of: .light)
      }
      var places = [Float](repeating: 0, count: 8)
      avif.avifColorPrimariesGetValues(image.pointee.colorPrimaries, &places)
      let number = Int(image.pointee.transferCharacteristics)
      return ColorConversion(
        places: places, transfer: TransferFunction(rawValue: number) ?? .sRGB)
    }

    private func check(_ result: avifResult) throws(ImageError) {
      guard result != AVIF_RESULT_OK else { return }
      if let error = source?.error { throw error }
      let code: ImageErrorCode =
        switch result {
        case AVIF_RESULT_OUT_OF_MEMORY: .tooLarge
        case AVIF_RESULT_NOT_IMPLEMENTED, AVIF_RESULT_NO_CODEC_AVAILABLE: .unsupported
        default: .malformed
        }
      let details = withUnsafeBytes(of: decoder.pointee.diag.error) { text in
        String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw ImageError(
        code: code, source: name,
        reason: "libavif says: \(avif.words(of: result))"
          + (details.isEmpty ? "" : " (\(details))"))
    }
  }

  /// Hands parts of a file to libavif as it asks for them, for its header.
  private final class AVIFSource {
    let io: UnsafeMutablePointer<avifIO>
    /// The error of the last read.
    private(set) var error: ImageError?

    private let read: (Int, Int) throws(ImageError) -> [UInt8]
    private let name: String
    /// The bytes of the last read, which stay in place until the next.
    private var chunk = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// The maximum bytes of a part of the header. libavif looks up each item in a list, so its time
    /// is quadratic in the size of the header.
    private static let byteLimit = 1 << 18

    init(_ file: some RandomAccessBytes) {
      read = { position, count throws(ImageError) in try file.bytes(at: position, count: count) }
      name = file.name
      io = .allocate(capacity: 1)
      io.initialize(to: avifIO())
      io.pointee.sizeHint = UInt64(file.count)
      io.pointee.data = Unmanaged.passUnretained(self).toOpaque()
      io.pointee.read = { io, _, position, count, target in
        // The source of a decoder outlives it.
        guard let data = io?.pointee.data else { return AVIF_RESULT_IO_ERROR }
        return Unmanaged<AVIFSource>.fromOpaque(data).takeUnretainedValue()
          .read(at: Int(clamping: position), count: count, into: target)
      }
    }

    deinit {
      io.deallocate()
      chunk.deallocate()
    }

    private func read(
      at position: Int, count: Int, into target: UnsafeMutablePointer<avifROData>?
    ) -> avifResult {
      guard count <= Self.byteLimit else {
        error = ImageError(
          code: .tooLarge, source: name,
          reason: "a header of \(count) bytes; the limit is \(Self.byteLimit)")
        return AVIF_RESULT_IO_ERROR
      }
      do throws(ImageError) {
        let bytes = try read(position, count)
        chunk.deallocate()
        chunk = .allocate(capacity: bytes.count)
        _ = chunk.initialize(from: bytes)
      } catch {
        self.error = error
        return AVIF_RESULT_IO_ERROR
      }
      target?.pointee = avifROData(data: UnsafePointer(chunk.baseAddress), size: chunk.count)
      return AVIF_RESULT_OK
    }
  }

  /// The rows of an AVIF file, which libavif decodes all at once.
  private final class AVIFRows: ImageRows {
    let width: Int
    let height: Int

    private let pixels: [UInt8]
    private let colors: ColorConversion?
    /// The pixels of a coded row.
    private let codedWidth: Int
    private var next = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, of image: EncodedImage) throws(ImageError) {
      (width, height) = (image.header.size.width, image.header.size.height)
      let size = image.header.codedSize ?? image.header.size
      codedWidth = size.width
      let reader = try AVIFReader(
        memory: bytes, name: image.name, pixelLimit: size.width * size.height)
      pixels = try reader.pixels(of: image, coded: size)
      colors = reader.colors
    }

    func read(into row: UnsafeMutableBufferPointer<UInt8>) {
      _ = row.update(fromContentsOf: pixels[next..<next + row.count])
      next += codedWidth * 4
      colors?.convert(row)
      row.premultiply()
    }
  }
#endif
