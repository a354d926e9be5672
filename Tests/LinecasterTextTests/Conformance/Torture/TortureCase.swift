import Foundation

/// A hostile input and what has to hold for it, as `torture.py` writes it.
struct TortureCase: Decodable {
  /// Bytes that are repeated.
  struct Part: Decodable {
    let b64: Data
    let times: Int
  }

  /// What a layout may take on one core.
  struct Budget: Decodable {
    let ms: Double
    let mib: Double
  }

  let name: String
  let group: String
  let encoding: String
  let parts: [Part]
  let bytes: Int
  let options: [String: TortureValue]
  let budget: Budget
  let must: Set<String>

  /// The text, ill-formed parts replaced by U+FFFD.
  var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(self.bytes)
    for part in parts { for _ in 0..<part.times { bytes += part.b64 } }
    guard encoding == "utf16le" else { return String(decoding: bytes, as: UTF8.self) }
    let units = stride(from: 0, to: bytes.count, by: 2).map { index in
      index + 1 < bytes.count ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 : 0xFFFD
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The width to lay out at; infinite where none is given.
  var width: Double { options["width"]?.number ?? .infinity }

  /// Whether what it is about is a text's layout, and not a bitmap.
  var isAboutText: Bool { options["bitmapWidth"] == nil }
}
