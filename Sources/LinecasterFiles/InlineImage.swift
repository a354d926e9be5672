import Foundation
import LinecasterBase
package import LinecasterDisplay
import LinecasterRaster

/// An image whose name is what it shows: a `data:` address (RFC 2397), or the text of a QR code
/// after `qr:`.
enum InlineImage {
  /// The bytes of a file.
  case data(Substring)
  /// What a code says.
  case code(Substring)

  /// Nil for a name that is a path.
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

  /// The file that the image is, in a format that is known by its first bytes.
  ///
  /// - Parameters:
  ///   - name: What stands for it in messages.
  ///   - limit: The most bytes of it.
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
    let plain = String(data).removingPercentEncoding
    let decoded = plain.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
    guard let bytes = isBase64 ? decoded : unescaped(data) else {
      let kind = isBase64 ? "in base 64" : "escaped"
      throw ImageError(code: .malformed, source: name, reason: "the data are not \(kind)")
    }
    return bytes
  }

  /// The bytes of a text in which some are written as `%XX`.
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
  /// Whether its name is what it shows, and not the path of a file.
  package var isInline: Bool { InlineImage(name) != nil }
}

extension Int {
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, isOver) = multipliedReportingOverflow(by: factor)
    return isOver ? .max : product
  }
}

/// QR codes as files of PNG.
enum QRImage {
  /// Pixels of a module, so that codes are sharp in any size that is smaller.
  private static let side = 16
  /// Modules of white around a code (ISO/IEC 18004 §6.3.8).
  private static let margin = 4

  /// The code of a text, black on white, with white around it.
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
