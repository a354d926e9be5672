import LinecasterBase
import LinecasterRaster

/// The objects of a PDF 1.7 file (ISO 32000-1).
struct PDFFile: Sendable {
  /// The content of each object; `nil` for one that is still to be written.
  private var objects: [[UInt8]?] = []

  /// The zlib level of streams; suits files that are stored or sent.
  private static let level = 6

  /// Reserves a number for an object that is written later.
  mutating func reserve() -> Int {
    objects.append(nil)
    return objects.count
  }

  /// Writes an object, and returns its number.
  @discardableResult
  mutating func add(_ text: String, as number: Int? = nil) -> Int {
    add(Array(text.utf8), as: number)
  }

  private mutating func add(_ bytes: [UInt8], as number: Int?) -> Int {
    let number = number ?? reserve()
    objects[number - 1] = bytes
    return number
  }

  /// Writes a stream, compressed if that makes it smaller, and returns its number.
  ///
  /// - Parameter entries: Further entries of its dictionary.
  @discardableResult
  mutating func add(stream bytes: [UInt8], _ entries: String, as number: Int? = nil) -> Int {
    let packed = bytes.withUnsafeBufferPointer { Deflate.stream(of: $0, level: Self.level) }
    let isPacked = packed.map { $0.count < bytes.count } ?? false
    let content = isPacked ? packed ?? bytes : bytes
    var object = DocumentBytes()
    object.put("<< \(entries) /Length \(content.count)")
    object.put(isPacked ? " /Filter /FlateDecode >>\nstream\n" : " >>\nstream\n")
    object.put(content)
    object.put("\nendstream")
    return add(object.bytes, as: number)
  }

  /// Writes a stream as it is, and returns its number.
  mutating func add(plainStream bytes: [UInt8], _ entries: String) -> Int {
    var object = DocumentBytes()
    object.put("<< \(entries) /Length \(bytes.count) >>\nstream\n")
    object.put(bytes)
    object.put("\nendstream")
    return add(object.bytes, as: nil)
  }

  /// The whole file, with the numbers of its catalog and information objects.
  ///
  /// - Complexity: O(bytes).
  func bytes(catalog: Int, information: Int) -> [UInt8] {
    var file = DocumentBytes()
    file.put("%PDF-1.7\n%")
    // Marks the file as binary for transfer programs.
    file.put([0xE2, 0xE3, 0xCF, 0xD3, 0x0A] as [UInt8])
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(file.bytes.count)
      file.put("\(index + 1) 0 obj\n")
      file.put(object ?? Array("null".utf8))
      file.put("\nendobj\n")
    }
    let start = file.bytes.count
    file.put("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n")
    for place in places {
      let digits = "\(place)"
      file.put(String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n")
    }
    file.put("trailer\n<< /Size \(objects.count + 1) /Root \(catalog) 0 R")
    file.put(" /Info \(information) 0 R >>\nstartxref\n\(start)\n%%EOF\n")
    return file.bytes
  }
}

extension String {
  /// The text as a PDF text string in UTF-16 with a byte order mark, in angle brackets.
  var pdfText: String { "<FEFF\(pdfUnits)>" }

  /// The UTF-16 units as hexadecimal digits.
  var pdfUnits: String {
    String(decoding: utf16.flatMap(\.hexadecimal), as: UTF8.self)
  }
}
