import LinecasterBase

/// The faces of a collection with what finds them by name and by character; never changed.
final class FontIndex: Sendable {
  /// The faces in the order in which they were given.
  let entries: [FontEntry]
  /// The families' faces, as numbers of entries, in the order of the families' first faces.
  let families: [[Int]]
  /// Which families have something near a scalar.
  let pages: PageIndex
  /// The face that draws what no face has, opened.
  let lastResort: FontFace
  /// Whether a face has an axis of optical size, so that sizes tell requests apart.
  let hasOpticalSizes: Bool

  /// The families in whose hand a language writes Arabic letters, by its primary subtag.
  private let hands: [String: [Int]]
  /// Faces by the names of their families, in lower case.
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
    hands = Self.hands(entries, families)
    names = Self.names(entries, families: numbers.mapValues { families[$0] })
    pages = PageIndex(families.map { $0.map { entries[$0].coverage } })
    hasOpticalSizes = entries.contains { entry in
      entry.description.axes.contains { $0.tag == .opticalSizeAxis }
    }
  }

  /// The faces of a family by any of its names, compared without case.
  func faces(named name: String) -> [Int] { names[Self.key(name)] ?? [] }

  /// The families in whose hand a language writes Arabic letters.
  ///
  /// - Parameter tag: A BCP 47 tag.
  func hands(of tag: String?) -> [Int] {
    guard !hands.isEmpty, let tag else { return [] }
    let subtag = tag.utf8.prefix(9).prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return hands[String(decoding: subtag, as: UTF8.self).lowercased()] ?? []
  }

  private static func hands(_ entries: [FontEntry], _ families: [[Int]]) -> [String: [Int]] {
    var hands: [String: [Int]] = [:]
    for (family, faces) in families.enumerated() {
      for language in Set(faces.flatMap { entries[$0].handLanguages }) {
        hands[language, default: []].append(family)
      }
    }
    return hands
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

  /// A family's own name outweighs the same name in another language of another family.
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

/// For each page of 256 scalars, which families of a collection have a glyph for something there.
///
/// Takes four bytes a family and page, and 17 KB.
struct PageIndex: Sendable {
  /// Where the families of a page start in `families`; one entry more than there are pages.
  private let starts: [UInt32]
  private let families: [UInt32]

  /// Makes the index; `coverages` has those of each family's faces.
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

  /// The families that have something on the page of a scalar, in order.
  ///
  /// - Complexity: O(1).
  func families(near value: UInt32) -> ArraySlice<UInt32> {
    let page = Int(value >> 8)
    guard page < CoverageBuilder.pageCount else { return [] }
    return families[Int(starts[page])..<Int(starts[page + 1])]
  }

  /// The bytes that the index takes.
  var byteCount: Int { (starts.count + families.count) * MemoryLayout<UInt32>.stride }

  /// The pages of a family's faces, each once; faces that share a coverage are looked at once.
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
