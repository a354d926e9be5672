import LinecasterBase
import LinecasterRaster

#if QR
  internal import CQRCode
#endif

/// The dark and light modules of a QR code (ISO/IEC 18004).
struct QRCode {
  /// The modules along a side.
  let count: Int
  private let modules: [Bool]

  /// Creates the smallest code of a text in UTF-8, with error correction level M (15 %).
  ///
  /// - Throws: `ImageError` with code `tooLarge` for texts that exceed the largest code, or
  ///   `unsupported` without the trait `QR`.
  init(_ text: String, named name: String) throws(ImageError) {
    #if QR
      let bytes = Array(text.utf8)
      guard !bytes.isEmpty, bytes.count <= Self.mostBytes,
        let code = bytes.withUnsafeBufferPointer({ buffer in
          QRcode_encodeData(Int32(buffer.count), buffer.baseAddress, 0, QR_ECLEVEL_M)
        })
      else {
        throw ImageError(
          code: .tooLarge, source: name,
          reason: "QR codes hold 1 to \(Self.mostBytes) bytes, not \(bytes.count)")
      }
      defer { QRcode_free(code) }
      count = max(0, Int(code.pointee.width))
      let data = UnsafeBufferPointer(start: code.pointee.data, count: count * count)
      modules = data.map { $0 & 1 == 1 }
    #else
      throw ImageError(
        code: .unsupported, source: name,
        reason: "QR codes are not built in; build with the package trait QR")
    #endif
  }

  /// The capacity of the largest code at level M, in bytes.
  private static let mostBytes = 2331

  /// Whether a module is dark, counted from the top-left corner.
  func isDark(row: Int, column: Int) -> Bool { modules[row * count + column] }
}
