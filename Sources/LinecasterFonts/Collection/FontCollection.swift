public import LinecasterBase

/// The faces with which text is laid out, in fallback order.
///
/// A collection is a thread-safe value; copies share their storage.
///
///     let fonts = try FontCollection.bundled()
///     let request = FontRequest(families: ["Noto Sans"], weight: .bold, slant: .italic)
///     let face = fonts.face(for: request)
///     print(face?.styleName ?? "no such family")
///
/// ## Topics
///
/// ### Create a collection
///
/// - ``init(faces:)``
/// - ``init(paths:)``
/// - ``init(folders:)``
/// - ``prepending(_:family:)``
/// - ``prepending(paths:)``
///
/// ### List faces
///
/// - ``faces``
/// - ``descriptions``
/// - ``familyNames``
///
/// ### Choose faces
///
/// - ``face(for:)``
/// - ``face(family:weight:slant:)``
/// - ``cascade(for:)``
public struct FontCollection: Sendable {
  /// The lookup of faces; shared by copies.
  let index: FontIndex

  /// Creates a collection from faces. If several faces have a character, the first one draws it.
  ///
  /// A variable face at its default axis values is used at all values of its axes. Any other
  /// instance is used only at its own values.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces.
  /// - Complexity: O(faces and pages of their coverage).
  public init(faces: [FontFace]) throws(FontError) {
    try self.init(entries: faces.map { FontEntry($0) })
  }

  /// Creates a collection from entries, in fallback order.
  package init(entries: [FontEntry]) throws(FontError) {
    index = try FontIndex(entries)
  }

  /// Creates a collection of all faces in font files, in the given order.
  ///
  /// - Throws: `FontError` naming the first file that cannot be read or is not a font.
  /// - Complexity: O(faces).
  public init(paths: [String]) throws(FontError) {
    var faces: [FontFace] = []
    for path in paths { faces += try FontFace.all(path: path) }
    try self.init(faces: faces)
  }

  /// The descriptions of the faces, in fallback order. Reading them opens no file.
  ///
  /// - Complexity: O(faces), on each access.
  public var descriptions: [FontDescription] { index.entries.map(\.description) }

  /// The entries of the faces, in fallback order; collections share them.
  package var entries: [FontEntry] { index.entries }

  /// The faces in fallback order, except faces whose files cannot be opened.
  ///
  /// - Complexity: O(faces); opens files that are not open yet.
  public var faces: [FontFace] { index.entries.compactMap { try? $0.face() } }

  /// The family names in fallback order, as spelled in the fonts.
  ///
  /// - Complexity: O(families), on each access.
  public var familyNames: [String] {
    index.families.map { index.entries[$0[0]].description.family }
  }

  /// The bytes of the index from characters to families, without the faces and their coverage.
  var indexByteCount: Int { index.pages.byteCount }
}

extension FontCollection {
  /// Returns the collection with other faces in front. These are searched first for each character,
  /// and the first of them draws text that names no family.
  ///
  /// - Parameters:
  ///   - faces: The faces to put in front, in order.
  ///   - family: The family name by which text finds the faces; `nil` uses the family name of each
  ///     font.
  /// - Throws: `FontError` if no face at all can be opened.
  /// - Complexity: O(faces and pages of their coverage); the fonts themselves are shared.
  public func prepending(
    _ faces: [FontFace], family: String? = nil
  ) throws(FontError) -> FontCollection {
    try prepending(faces.map { FontEntry($0, family: family) })
  }

  /// Closes the files of catalogued fonts, for example on a memory warning. A file stays open until
  /// its other users release it.
  package func closeFiles() {
    for entry in index.entries { entry.close() }
  }

  /// Returns the collection with other entries in front.
  package func prepending(_ entries: [FontEntry]) throws(FontError) -> FontCollection {
    entries.isEmpty ? self : try FontCollection(entries: entries + index.entries)
  }
}

extension FontCollection: Hashable {
  /// Returns whether two collections have the same faces in the same order.
  ///
  /// - Complexity: O(1) for copies, else O(faces).
  public static func == (left: FontCollection, right: FontCollection) -> Bool {
    left.index === right.index
      || left.index.entries.lazy.map(\.identifier) == right.index.entries.lazy.map(\.identifier)
  }

  /// Feeds the faces to the hasher.
  ///
  /// - Complexity: O(faces).
  public func hash(into hasher: inout Hasher) {
    for entry in index.entries { hasher.combine(entry.identifier) }
  }
}

/// The faces of a collection with lookup by name and by character; immutable.
final class FontIndex: Sendable {
  /// The faces in the given order.
  let entries: [FontEntry]
  /// The faces of each family, as indices into `entries`, in the order of the families' first
  /// faces.
  let families: [[Int]]
  /// The families that may cover a scalar.
  let pages: PageIndex
  /// The open face that draws characters missing from all faces.
  let lastResort: FontFace
  /// Whether a face has an axis of optical size, so that sizes distinguish requests.
  let hasOpticalSizes: Bool

  /// The families in the style of each language that writes Arabic letters, by primary subtag.
  private let styleFamilies: [String: [Int]]
  /// The faces by family name, in lower case.
  private let names: [ExactText: [Int]]

  /// Indexes faces.
  ///
  /// - Throws: `FontError` with code `empty` if there are no faces, or the first face's error if
  ///   none can be opened.
  init(_ entries: [FontEntry]) throws(FontError) {
    self.entries = entries
    lastResort = try Self.firstUsable(entries)
    var families: [[Int]] = []
    var numbers: [ExactText: Int] = [:]
    for (entry, face) in entries.enumerated() {
      let key = Self.key(face.description.family)
      if let known = numbers[key] {
        families[known].append(entry)
      } else {
        numbers[key] = families.count
        families.append([entry])
      }
    }
    self.families = families
    styleFamilies = Self.styleFamilies(entries, families)
    names = Self.names(entries, families: numbers.mapValues { families[$0] })
    pages = PageIndex(families.map { $0.map { entries[$0].coverage } })
    hasOpticalSizes = entries.contains { entry in
      entry.description.axes.contains { $0.tag == .opticalSizeAxis }
    }
  }

  /// Returns the faces of a family by any of its names, ignoring case.
  func faces(named name: String) -> [Int] { names[Self.key(name)] ?? [] }

  /// Returns the families in whose style a language writes Arabic letters.
  ///
  /// - Parameter tag: A BCP 47 tag.
  func styleFamilies(of tag: String?) -> [Int] {
    guard !styleFamilies.isEmpty, let tag else { return [] }
    let subtag = tag.utf8.prefix(9).prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return styleFamilies[String(decoding: subtag, as: UTF8.self).lowercased()] ?? []
  }

  private static func styleFamilies(
    _ entries: [FontEntry], _ families: [[Int]]
  ) -> [String: [Int]] {
    var styleFamilies: [String: [Int]] = [:]
    for (family, faces) in families.enumerated() {
      for language in Set(faces.flatMap { entries[$0].handLanguages }) {
        styleFamilies[language, default: []].append(family)
      }
    }
    return styleFamilies
  }

  private static func key(_ family: String) -> ExactText { ExactText(family.lowercased()) }

  private static func firstUsable(_ entries: [FontEntry]) throws(FontError) -> FontFace {
    var failure = FontError(
      code: .empty, source: "font collection", reason: "no faces were given")
    for entry in entries {
      do throws(FontError) { return try entry.face() } catch { failure = error }
    }
    throw failure
  }

  /// A family's own name takes precedence over another family's name in some language.
  private static func names(
    _ entries: [FontEntry], families: [ExactText: [Int]]
  ) -> [ExactText: [Int]] {
    var names: [ExactText: [Int]] = [:]
    for (entry, face) in entries.enumerated() {
      for name in face.description.otherFamilyNames {
        let key = key(name)
        if families[key] == nil { names[key, default: []].append(entry) }
      }
    }
    return names.merging(families) { _, family in family }
  }
}

/// For each page of 256 scalars, the families of a collection with a glyph on it.
///
/// Takes four bytes per family and page, plus 17 KB.
struct PageIndex: Sendable {
  /// The start of each page's families in `families`, plus the end.
  private let starts: [UInt32]
  private let families: [UInt32]

  /// Creates the index; `coverages` holds the coverages of each family's faces.
  ///
  /// - Complexity: O(pages of all coverages).
  init(_ coverages: [[Coverage]]) {
    var counts = [UInt32](repeating: 0, count: CoverageBuilder.pageCount + 1)
    let pages = coverages.map(Self.pages)
    for page in pages.joined() { counts[page + 1] += 1 }
    for page in 0..<CoverageBuilder.pageCount { counts[page + 1] += counts[page] }
    var next = counts
    var families = [UInt32](repeating: 0, count: Int(counts[CoverageBuilder.pageCount]))
    for (family, pages) in pages.enumerated() {
      for page in pages {
        families[Int(next[page])] = UInt32(family)
        next[page] += 1
      }
    }
    starts = counts
    self.families = families
  }

  /// Returns the families with a glyph on the page of a scalar, in order.
  ///
  /// - Complexity: O(1).
  func families(near value: UInt32) -> ArraySlice<UInt32> {
    let page = Int(value >> 8)
    guard page < CoverageBuilder.pageCount else { return [] }
    return families[Int(starts[page])..<Int(starts[page + 1])]
  }

  /// The size of the index in bytes.
  var byteCount: Int { (starts.count + families.count) * MemoryLayout<UInt32>.stride }

  /// Returns the pages of a family's faces without duplicates; shared coverages are visited once.
  private static func pages(_ coverages: [Coverage]) -> [Int] {
    guard let first = coverages.first else { return [] }
    let others = coverages.dropFirst().filter { $0 !== first }
    if others.isEmpty { return Array(first.occupiedPages) }
    var isOccupied = [Bool](repeating: false, count: CoverageBuilder.pageCount)
    for page in first.occupiedPages { isOccupied[page] = true }
    for coverage in others {
      for page in coverage.occupiedPages { isOccupied[page] = true }
    }
    return isOccupied.indices.filter { isOccupied[$0] }
  }
}
