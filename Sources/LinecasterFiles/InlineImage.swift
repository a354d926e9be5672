import Foundation
import LinecasterBase
package import LinecasterDisplay
import LinecasterRaster

/// An image whose content is in its name: a `data:` URL (RFC 2397), or the text of a QR code after
/// `qr:`.
enum InlineImage {
  /// The bytes of a file.
  case data(Substring)
  /// The text of a QR code.
  case code(Substring)

  /// Parses a name; `nil` for paths.
  init?(_ name: String) {
    if name.utf8.starts(with: "data:".utf8) {
      self = .data(name.dropFirst(5))
    } else if name.utf8.starts(with: "qr:".utf8) {
      self = .code(name.dropFirst(3))
    } else {
      return nil
    }
  }

  /// The start of a name, for messages.
  static func short(_ name: String) -> String {
    guard InlineImage(name) != nil, name.utf8.count > shownLength else { return name }
    return String(decoding: name.utf8.prefix(shownLength), as: UTF8.self)
      + "… (\(name.utf8.count) bytes)"
  }

  private static let shownLength = 48

  /// The bytes of the image's file, whose format is detected by its first bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the image in messages.
  ///   - limit: The maximum number of bytes.
  /// - Throws: `ImageError` with code `malformed`, `tooLarge` or `unsupported`.
  func file(named name: String, limit: Int) throws(ImageError) -> [UInt8] {
    switch self {
    case .data(let address): try Self.bytes(of: address, name, limit)
    case .code(let text): try QRImage.file(of: String(text), named: name)
    }
  }

  private static func bytes(
    of address: Substring, _ name: String, _ limit: Int
  ) throws(ImageError) -> [UInt8] {
    guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw ImageError(
        code: .malformed, source: name, reason: "no comma between the type and the data")
    }
    let data = address[address.utf8.index(after: comma)...]
    guard data.utf8.count <= limit.multiplied(by: 3) else {
      throw ImageError(code: .tooLarge, source: name, reason: "more than \(limit) bytes")
    }
    let isBase64 = address[..<comma].lowercased().hasSuffix(";base64")
    let plain = unescaped(data)
    let decoded = plain.flatMap { Data(base64Encoded: Data($0)) }.map { [UInt8]($0) }
    guard let bytes = isBase64 ? decoded : plain else {
      let kind = isBase64 ? "valid base64" : "percent-encoded"
      throw ImageError(code: .malformed, source: name, reason: "the data is not \(kind)")
    }
    return bytes
  }

  /// The bytes of a percent-encoded text.
  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return bytes
  }
}

extension ImageReference {
  /// Whether the content is in the name, instead of in a file.
  package var isInline: Bool { InlineImage(name) != nil }
}

extension Int {
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, isOver) = multipliedReportingOverflow(by: factor)
    return isOver ? .max : product
  }
}

/// QR codes as PNG files.
enum QRImage {
  /// The pixels of a module, so codes are sharp when they are scaled down.
  private static let side = 16
  /// The modules of the quiet zone around a code (ISO/IEC 18004 §6.3.8).
  private static let margin = 4

  /// Returns the code of a text as a PNG file, black on white, with its quiet zone.
  static func file(of text: String, named name: String) throws(ImageError) -> [UInt8] {
    let code = try QRCode(text, named: name)
    let image: Bitmap
    do throws(RasterError) {
      image = try draw(code)
    } catch {
      throw ImageError(code: .tooLarge, source: name, reason: error.reason)
    }
    return try PNGEncoder(compression: .fast).encode(image)
  }

  private static func draw(_ code: QRCode) throws(RasterError) -> Bitmap {
    let count = (code.count + 2 * margin) * side
    var image = try Bitmap(width: count, height: count, background: .white)
    let module = try Bitmap(width: side, height: side, background: .black)
    for row in 0..<code.count {
      for column in 0..<code.count where code.isDark(row: row, column: column) {
        image.draw(module, atX: (column + margin) * side, y: (row + margin) * side)
      }
    }
    return image
  }
}
