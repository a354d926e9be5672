import LinecasterBase
import LinecasterFonts
import Synchronization

/// A cache of the faces that a cascade finds for graphemes.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class FallbackCache {
  let cascade: FontCascade
  private let notes: FontNotes?
  /// The faces found so far; other members refer to them by index.
  ///
  /// Unchecked: the worker that owns it is lent to one thread at a time, and accesses never nest.
  @exclusivity(unchecked) private(set) var faces: [FontFace]
  /// The faces of each page of 256 single-unit characters.
  private let pages = UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>.allocate(
    capacity: pageCount)
  /// The last grapheme of one to four units, or first character, for each hash, and its face.
  private let clusters = UnsafeMutablePointer<UInt64>.allocate(capacity: clusterCount)
  private let clusterFaces = UnsafeMutablePointer<Int16>.allocate(capacity: clusterCount)
  /// The cached foreign space of each face, and whether it is known.
  @exclusivity(unchecked) private var foreignSpaces: [(isKnown: Bool, advance: Int32?)] = []

  private static let pageCount = 256
  private static let unknown: Int16 = -2
  private static let none: Int16 = -1
  private static let clusterCount = 2_048
  /// The maximum length of a cached grapheme, in units.
  static let clusterLimit = 4

  /// - Parameter notes: Collects missing glyphs and fonts; `nil` ignores them.
  init(cascade: FontCascade, notes: FontNotes? = nil) {
    self.cascade = cascade
    self.notes = notes
    faces = [cascade.primary]
    notes?.add(cascade.matcher.issues)
    pages.initialize(repeating: nil, count: Self.pageCount)
    // No grapheme consists of four zero units.
    clusters.initialize(repeating: 0, count: Self.clusterCount)
    clusterFaces.initialize(repeating: Self.none, count: Self.clusterCount)
  }

  deinit {
    for index in 0..<Self.pageCount { pages[index]?.deallocate() }
    pages.deallocate()
    clusters.deallocate()
    clusterFaces.deallocate()
  }

  /// The face index for a single-unit grapheme without emoji presentation; -1 for none.
  func face(of unit: UInt16) -> Int {
    if let page = pages[Int(unit >> 8)], page[Int(unit & 0xFF)] != Self.unknown {
      return Int(page[Int(unit & 0xFF)])
    }
    return withUnsafePointer(to: unit) { unit in
      withUnsafePointer(to: 0 as UInt8) { property in
        let cluster = FontCluster(
          text: UnsafeBufferPointer(start: unit, count: 1), range: 0..<1,
          properties: UnsafeBufferPointer(start: property, count: 1))
        let face = find(cluster).map { Int16(clamping: $0) } ?? Self.none
        remember(face, for: unit.pointee)
        return Int(face)
      }
    }
  }

  /// The face index for a grapheme; `nil` if no face covers all of it.
  ///
  /// - Complexity: O(units of the grapheme) if it is cached, or if it is long and its first
  ///   character is.
  func face(for cluster: FontCluster) -> Int? {
    let units = cluster.range
    guard units.count <= Self.clusterLimit, cluster.text[units.lowerBound] != 0 else {
      return find(cluster)
    }
    let key = units.reduce(0) { $0 << 16 | UInt64(cluster.text[$1]) }
    return remembered(key) { find(cluster) }
  }

  /// The first face that covers the first character of a grapheme that no face covers completely.
  func face(forPartOf cluster: FontCluster) -> FontFace {
    faceOfFirst(of: cluster).map { faces[$0] } ?? cascade.primary
  }

  /// The first face that covers a single-unit character; `nil` for none.
  func face(covering unit: UInt16) -> FontFace? {
    let face = face(of: unit)
    return face < 0 ? nil : faces[face]
  }

  /// A face that covers a grapheme covers its first character, so the first face with that
  /// character is tested before all others.
  private func find(_ cluster: FontCluster) -> Int? {
    guard let first = faceOfFirst(of: cluster) else { return nil }
    if cluster.isCovered(by: faces[first]) { return first }
    return cascade.search(cluster).map(index)
  }

  private func faceOfFirst(of cluster: FontCluster) -> Int? {
    // No grapheme is U+FFFF with a control code, so these keys cannot collide with graphemes.
    let key = 0xFFFF << 48 | UInt64(cluster.base) << 16 | UInt64(cluster.presentation.rawValue)
    return remembered(key) {
      cascade.faceOfFirst(of: cluster).map(index)
    }
  }

  /// The cached face for a key, or the result of `find`.
  private func remembered(_ key: UInt64, _ find: () -> Int?) -> Int? {
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 53)
    if clusters[slot] != key {
      let face = find()
      clusters[slot] = key
      clusterFaces[slot] = face.map { Int16(clamping: $0) } ?? Self.none
    }
    return clusterFaces[slot] == Self.none ? nil : Int(clusterFaces[slot])
  }

  /// The index of a face among those found.
  func index(of face: FontFace) -> Int {
    if let known = faces.firstIndex(where: { $0 == face }) { return known }
    faces.append(face)
    notes?.add(cascade.matcher.issues(of: face))
    return faces.count - 1
  }

  /// The advance of word spaces for a face if another face provides them, in units of this face's
  /// em; `nil` if the face has its own, or one of the two has ink.
  func foreignSpace(in face: Int) -> Int32? {
    while foreignSpaces.count <= face { foreignSpaces.append((false, nil)) }
    if !foreignSpaces[face].isKnown { foreignSpaces[face] = (true, findForeignSpace(in: face)) }
    return foreignSpaces[face].advance
  }

  private func findForeignSpace(in face: Int) -> Int32? {
    let owner = self.face(of: 0x20)
    guard owner >= 0, face != owner, faces[face].hasBlankSpace, faces[owner].hasBlankSpace else {
      return nil
    }
    let (from, to) = (faces[owner], faces[face])
    let scale = Double(to.metrics.unitsPerEm) / Double(from.metrics.unitsPerEm)
    return Int32(clamping: Int(saturating: (Double(from.spaceAdvance) * scale).rounded()))
  }

  private func remember(_ face: Int16, for unit: UInt16) {
    let page =
      pages[Int(unit >> 8)]
      ?? {
        let page = UnsafeMutablePointer<Int16>.allocate(capacity: 256)
        page.initialize(repeating: Self.unknown, count: 256)
        pages[Int(unit >> 8)] = page
        return page
      }()
    page[Int(unit & 0xFF)] = face
  }
}

/// Missing fonts and glyphs, each once, up to a limit.
final class FontNotes: Sendable {
  private let found = Mutex<Set<FontIssue>>([])

  /// The maximum number of entries; bounds the memory that made-up family names can use.
  private static let limit = 256

  func add(_ issues: [FontIssue]) {
    guard !issues.isEmpty else { return }
    found.withLock { found in
      for issue in issues where found.count < Self.limit { found.insert(issue) }
    }
  }

  /// All entries, unordered.
  var issues: [FontIssue] { Array(found.withLock { $0 }) }
}
