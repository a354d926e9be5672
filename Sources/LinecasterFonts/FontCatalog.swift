import LinecasterBase

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#endif

/// The descriptions of many faces, available without opening their files, and the files they came
/// from.
package struct FontCatalog {
  /// The catalog entry of a face.
  struct Face {
    let description: FontDescription
    let coverage: Coverage
    let languages: FontLanguages
  }

  /// A file or folder in its state when the catalog was made.
  struct Watched: Hashable {
    let path: String
    let stamp: FileStamp
  }

  let faces: [Face]
  let watched: [Watched]
  /// The errors of skipped files.
  let errors: [FontError]

  /// Opens files and describes their faces. A change of a file or of a folder in `watched` outdates
  /// the catalog.
  init(paths: [String], watched: [String]) {
    self.watched = (watched + paths).map { Watched(path: $0, stamp: FileStamp($0)) }
    var faces: [Face] = []
    var errors: [FontError] = []
    var shared: [CoverageKey: Coverage] = [:]
    for path in paths {
      do throws(FontError) {
        for face in try FontFace.all(path: path) {
          let key = CoverageKey(coverage: face.base.coverage)
          let coverage = shared[key] ?? face.base.coverage
          shared[key] = coverage
          faces.append(
            Face(
              description: FontDescription(face), coverage: coverage,
              languages: FontLanguages(face)))
        }
      } catch {
        errors.append(error)
      }
    }
    self.faces = faces
    self.errors = errors
  }

  init(faces: [Face], watched: [Watched], errors: [FontError]) {
    self.faces = faces
    self.watched = watched
    self.errors = errors
  }

  /// Whether no file or folder has changed.
  ///
  /// - Complexity: O(files), with one file system query each.
  var isCurrent: Bool { watched.allSatisfy { FileStamp($0.path) == $0.stamp } }

  /// The number of faces.
  var count: Int { faces.count }
}

extension FontCatalog {
  /// Reads a catalog from a file; `nil` if the file is missing, damaged or of another version, or
  /// if a watched file or folder has changed since.
  init?(file: String) {
    guard let data = try? FontData(path: file),
      let catalog = try? CatalogReader.catalog(data.bytes), catalog.isCurrent
    else { return nil }
    self = catalog
  }

  /// Writes the catalog to a file atomically; creates its folder if necessary.
  ///
  /// - Throws: `FontError` with code `unwritable`.
  func write(to file: String) throws(FontError) {
    let url = URL(fileURLWithPath: file)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(CatalogWriter(self).bytes).write(to: url, options: .atomic)
    } catch {
      let reason = (error as? CocoaError)?.underlying as? POSIXError
      throw FontError(
        code: .unwritable, source: file,
        reason: reason.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)")
    }
  }
}

/// Fonts shipped with a program, whose folder is known only at run time: a catalog made at build
/// time names the files relative to it.
extension FontCatalog {
  /// Describes the first faces of files in a folder.
  ///
  /// - Throws: `FontError` naming the file that is missing or broken.
  package init(files: [(name: String, faces: Int)], in folder: String) throws(FontError) {
    var (faces, watched): ([Face], [Watched]) = ([], [])
    for file in files {
      let path = "\(folder)/\(file.name)"
      let data = try FontData(path: path)
      for index in 0..<file.faces {
        let face = try FontFace(data: data, index: index)
        faces.append(
          Face(
            description: FontDescription(face).found(at: file.name), coverage: face.base.coverage,
            languages: FontLanguages(face)))
      }
      watched.append(Watched(path: file.name, stamp: FileStamp(path).withoutTime))
    }
    self.init(faces: faces, watched: watched, errors: [])
  }

  /// Reads a catalog with files relative to a folder; `nil` if the catalog is missing or damaged,
  /// or if a file is missing or has changed its size.
  ///
  /// - Complexity: O(bytes of the catalog), with one file system query per file.
  package init?(file: String, in folder: String) {
    guard let data = try? FontData(path: file),
      let catalog = try? CatalogReader.catalog(data.bytes),
      catalog.watched.allSatisfy({
        FileStamp("\(folder)/\($0.path)").withoutTime == $0.stamp
      })
    else { return nil }
    self.init(
      faces: catalog.faces.map { face in
        Face(
          description: face.description.found(at: "\(folder)/\(face.description.source)"),
          coverage: face.coverage, languages: face.languages)
      }, watched: catalog.watched, errors: [])
  }

  /// The catalog's serialized bytes.
  var bytes: [UInt8] { CatalogWriter(self).bytes }

  /// Returns entries for the faces of a file, which is opened when text is first drawn with it.
  package func entries(ofFile path: String, handOf languages: [String]) -> [FontEntry] {
    faces.filter { $0.description.source == path }.map { face in
      FontEntry(
        face.description, coverage: face.coverage, languages: face.languages, handOf: languages)
    }
  }
}

extension FileStamp {
  /// The stamp without its modification time.
  fileprivate var withoutTime: FileStamp { FileStamp(kind: kind, size: size, time: 0) }
}

extension FontCollection {
  /// Creates a collection from a catalog; each file is opened when text is first drawn with it.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces, or another error if none of the
  ///   files can be opened.
  init(_ catalog: FontCatalog) throws(FontError) {
    try self.init(
      entries: catalog.faces.map { face in
        FontEntry(face.description, coverage: face.coverage, languages: face.languages)
      })
  }
}

/// The kind, size and modification time of a file or folder, which detect changes.
package struct FileStamp: Hashable, Sendable {
  /// The kind of file at a path.
  enum Kind: UInt8, Sendable {
    case nothing
    case file
    case folder
    case other
  }

  /// The kind of file, following links.
  let kind: Kind
  /// The file's size in bytes; 0 for anything but a file.
  package let size: Int64
  /// The modification time in nanoseconds since 1970.
  let time: Int64

  /// Creates a stamp from its parts.
  init(kind: Kind, size: Int64, time: Int64) {
    self.kind = kind
    self.size = size
    self.time = time
  }

  /// Reads the stamp from the file system.
  package init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self.init(kind: .nothing, size: 0, time: 0)
      return
    }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    self.init(
      kind: kind, size: kind == .file ? Int64(status.st_size) : 0,
      time: overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec))
  }
}

/// A coverage compared by its contents, which deduplicates equal ones.
struct CoverageKey: Hashable {
  let coverage: Coverage

  static func == (left: CoverageKey, right: CoverageKey) -> Bool {
    left.coverage === right.coverage
      || (left.coverage.pages == right.coverage.pages
        && left.coverage.words == right.coverage.words)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(coverage.words.count)
    for word in coverage.words.prefix(64) { hasher.combine(word) }
  }
}

/// Reads the bytes that `CatalogWriter` writes; any other input is an error.
struct CatalogReader {
  /// The bytes are not a catalog of this version.
  struct Fault: Error {}

  /// The letters LCFC and a version, which changes with the format.
  static let signature: UInt64 = 0x0000_0002_4346_434C

  private let bytes: UnsafeRawBufferPointer
  private var position = 8

  /// Reads a catalog.
  static func catalog(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> FontCatalog {
    guard bytes.count >= 16 else { throw Fault() }
    let sum = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard checksum(bytes.dropFirst(8)) == sum else { throw Fault() }
    var reader = CatalogReader(bytes: bytes)
    guard try reader.number(UInt64.self) == signature else { throw Fault() }
    return try reader.catalog()
  }

  /// Returns a checksum that changes with any byte (FNV-1a over eight bytes at a time).
  static func checksum(_ bytes: some Collection<UInt8>) -> UInt64 {
    let sum = bytes.withContiguousStorageIfAvailable { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      var place = 0
      while place + 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        sum = (sum ^ word) &* 0x0000_0100_0000_01B3
        sum ^= sum >> 29
        place += 8
      }
      for byte in raw[place...] { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      return sum
    }
    return sum ?? 0
  }

  private init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private mutating func catalog() throws(Fault) -> FontCatalog {
    let watched = try list { reader throws(Fault) in try reader.watched() }
    let coverages = try list { reader throws(Fault) in try reader.coverage() }
    let faces = try list { reader throws(Fault) in try reader.face(coverages) }
    let errors = try list { reader throws(Fault) in
      FontError(
        code: FontErrorCode(description: try reader.text()), source: try reader.text(),
        reason: try reader.text())
    }
    return FontCatalog(faces: faces, watched: watched, errors: errors)
  }

  private mutating func watched() throws(Fault) -> FontCatalog.Watched {
    let path = try text()
    guard let kind = FileStamp.Kind(rawValue: try number()) else { throw Fault() }
    return FontCatalog.Watched(
      path: path, stamp: FileStamp(kind: kind, size: try number(), time: try number()))
  }

  private mutating func coverage() throws(Fault) -> Coverage {
    var builder = CoverageBuilder()
    for _ in 0..<(try count()) {
      let page = Int(try number(UInt32.self))
      builder.insert(
        page: page, SIMD4(try number(), try number(), try number(), try number()))
    }
    return Coverage(builder)
  }

  private mutating func face(_ coverages: [Coverage]) throws(Fault) -> FontCatalog.Face {
    let description = try description()
    let coverage = Int(try number(UInt32.self))
    guard coverages.indices.contains(coverage) else { throw Fault() }
    return FontCatalog.Face(
      description: description, coverage: coverages[coverage],
      languages: FontLanguages(designed: try number(), supported: try number()))
  }

  private mutating func description() throws(Fault) -> FontDescription {
    FontDescription(
      source: try text(), index: Int(try number(UInt32.self)), family: try text(),
      otherFamilyNames: try list { reader throws(Fault) in try reader.text() },
      styleName: try text(),
      weights: try range(
        FontWeight(Int(try number(UInt32.self))), FontWeight(Int(try number(UInt32.self)))),
      widths: try range(FontWidth(percent: try double()), FontWidth(percent: try double())),
      slant: try slant(), axes: try list { reader throws(Fault) in try reader.axis() },
      hasColorBitmaps: try number(UInt8.self) != 0,
      hasColorOutlines: try number(UInt8.self) != 0,
      designLanguages: try list { reader throws(Fault) in try reader.text() })
  }

  private mutating func slant() throws(Fault) -> FontSlant {
    guard let slant = FontSlant(rawValue: try number()) else { throw Fault() }
    return slant
  }

  private mutating func axis() throws(Fault) -> FontAxis {
    FontAxis(
      tag: FontTag(rawValue: try number()), name: try text(), minimum: try double(),
      defaultValue: try double(), maximum: try double(), isHidden: try number(UInt8.self) != 0)
  }

  private func range<Bound>(_ lower: Bound, _ upper: Bound) throws(Fault) -> ClosedRange<Bound> {
    guard lower <= upper else { throw Fault() }
    return lower...upper
  }

  private mutating func double() throws(Fault) -> Double {
    Double(bitPattern: try number(UInt64.self))
  }

  private mutating func list<Element>(
    _ one: (inout CatalogReader) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    let count = try count()
    var elements: [Element] = []
    elements.reserveCapacity(min(count, 4096))
    for _ in 0..<count { elements.append(try one(&self)) }
    return elements
  }

  /// Reads a count of elements that take at least a byte each.
  private mutating func count() throws(Fault) -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= bytes.count - position else { throw Fault() }
    return count
  }

  private mutating func text() throws(Fault) -> String {
    let count = try count()
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  private mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(Fault) -> Number {
    guard position + MemoryLayout<Number>.size <= bytes.count else { throw Fault() }
    defer { position += MemoryLayout<Number>.size }
    return Number(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
  }
}

/// Serializes a catalog: numbers in little-endian order, strings and lists after their count.
struct CatalogWriter {
  private(set) var bytes: [UInt8] = []

  init(_ catalog: FontCatalog) {
    write(UInt64(0))
    write(CatalogReader.signature)
    write(catalog.watched) { writer, watched in
      writer.write(watched.path)
      writer.write(watched.stamp.kind.rawValue)
      writer.write(watched.stamp.size)
      writer.write(watched.stamp.time)
    }
    var numbers: [ObjectIdentifier: UInt32] = [:]
    var coverages: [Coverage] = []
    for face in catalog.faces where numbers[ObjectIdentifier(face.coverage)] == nil {
      numbers[ObjectIdentifier(face.coverage)] = UInt32(coverages.count)
      coverages.append(face.coverage)
    }
    write(coverages) { $0.write($1) }
    write(catalog.faces) { writer, face in
      writer.write(face.description)
      writer.write(numbers[ObjectIdentifier(face.coverage)] ?? 0)
      writer.write(face.languages.designed)
      writer.write(face.languages.supported)
    }
    write(catalog.errors) { writer, error in
      writer.write(error.code.description)
      writer.write(error.source)
      writer.write(error.reason)
    }
    let sum = CatalogReader.checksum(bytes.dropFirst(8))
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: sum >> UInt64(index * 8)) }
  }

  private mutating func write(_ face: FontDescription) {
    write(face.source)
    write(UInt32(clamping: face.index))
    write(face.family)
    write(face.otherFamilyNames) { $0.write($1) }
    write(face.styleName)
    write(UInt32(face.weights.lowerBound.value))
    write(UInt32(face.weights.upperBound.value))
    write(face.widths.lowerBound.percent.bitPattern)
    write(face.widths.upperBound.percent.bitPattern)
    write(face.slant.rawValue)
    write(face.axes) { writer, axis in
      writer.write(axis.tag.rawValue)
      writer.write(axis.name)
      writer.write(axis.minimum.bitPattern)
      writer.write(axis.defaultValue.bitPattern)
      writer.write(axis.maximum.bitPattern)
      writer.write(UInt8(axis.isHidden ? 1 : 0))
    }
    write(UInt8(face.hasColorBitmaps ? 1 : 0))
    write(UInt8(face.hasColorOutlines ? 1 : 0))
    write(face.designLanguages) { $0.write($1) }
  }

  private mutating func write(_ coverage: Coverage) {
    write(Array(coverage.occupiedPages)) { writer, page in
      writer.write(UInt32(page))
      for word in coverage.words(ofPage: page) { writer.write(word) }
    }
  }

  private mutating func write<Element>(
    _ list: [Element], _ one: (inout CatalogWriter, Element) -> Void
  ) {
    write(UInt32(list.count))
    for element in list { one(&self, element) }
  }

  private mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
