import LinecasterBase
import LinecasterFonts
import Synchronization

/// Which face of a cascade draws a grapheme, remembered.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class FallbackCache {
  let cascade: FontCascade
  private let notes: FontNotes?
  /// The faces found so far, which are known by their place here.
  ///
  /// Unchecked: the worker that owns it is lent to one thread at a time, and no access is inside
  /// another.
  @exclusivity(unchecked) private(set) var faces: [FontFace]
  /// For each page of 256 characters of one unit their faces.
  private let pages = UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>.allocate(
    capacity: pageCount)
  /// The last grapheme of one to four units, or first character, with each hash, and its face.
  private let clusters = UnsafeMutablePointer<UInt64>.allocate(capacity: clusterCount)
  private let clusterFaces = UnsafeMutablePointer<Int16>.allocate(capacity: clusterCount)
  /// For each face whether it was asked, and the answer.
  @exclusivity(unchecked) private var foreignSpaces: [(isKnown: Bool, advance: Int32?)] = []

  private static let pageCount = 256
  private static let unknown: Int16 = -2
  private static let none: Int16 = -1
  private static let clusterCount = 2_048
  /// The most units of a grapheme that is remembered.
  static let clusterLimit = 4

  /// - Parameter notes: What is told of what the faces lack; nil where nobody asks.
  init(cascade: FontCascade, notes: FontNotes? = nil) {
    self.cascade = cascade
    self.notes = notes
    faces = [cascade.primary]
    notes?.add(cascade.matcher.shortfalls)
    pages.initialize(repeating: nil, count: Self.pageCount)
    // No grapheme is four units of 0.
    clusters.initialize(repeating: 0, count: Self.clusterCount)
    clusterFaces.initialize(repeating: Self.none, count: Self.clusterCount)
  }

  deinit {
    for index in 0..<Self.pageCount { pages[index]?.deallocate() }
    pages.deallocate()
    clusters.deallocate()
    clusterFaces.deallocate()
  }

  /// The face for a character of one unit that is a grapheme and asks for no colour; -1 for none.
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

  /// The face for a grapheme; nil where no face has all of it.
  ///
  /// - Complexity: O(units of the grapheme) where it was met before, or is long and its first
  ///   character was.
  func face(for cluster: FontCluster) -> Int? {
    let units = cluster.range
    guard units.count <= Self.clusterLimit, cluster.text[units.lowerBound] != 0 else {
      return find(cluster)
    }
    let key = units.reduce(0) { $0 << 16 | UInt64(cluster.text[$1]) }
    return remembered(key) { find(cluster) }
  }

  /// The first face that has the first character of a grapheme of which no face has all.
  func face(forPartOf cluster: FontCluster) -> FontFace {
    faceOfFirst(of: cluster).map { faces[$0] } ?? cascade.primary
  }

  /// The first face that has a character of one unit; nil where none has.
  func face(covering unit: UInt16) -> FontFace? {
    let face = face(of: unit)
    return face < 0 ? nil : faces[face]
  }

  /// A face that has all of a grapheme has its first character, so the first face that has that
  /// one is tried before all others are.
  private func find(_ cluster: FontCluster) -> Int? {
    guard let first = faceOfFirst(of: cluster) else { return nil }
    if cluster.isCovered(by: faces[first]) { return first }
    return cascade.search(cluster).map(index)
  }

  private func faceOfFirst(of cluster: FontCluster) -> Int? {
    // No grapheme is U+FFFF with a control code, as the high half of a character's number is one.
    let key = 0xFFFF << 48 | UInt64(cluster.base) << 16 | UInt64(cluster.presentation.rawValue)
    return remembered(key) {
      cascade.faceOfFirst(of: cluster).map(index)
    }
  }

  /// The face that is remembered for a key, or that `find` finds.
  private func remembered(_ key: UInt64, _ find: () -> Int?) -> Int? {
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 53)
    if clusters[slot] != key {
      let face = find()
      clusters[slot] = key
      clusterFaces[slot] = face.map { Int16(clamping: $0) } ?? Self.none
    }
    return clusterFaces[slot] == Self.none ? nil : Int(clusterFaces[slot])
  }

  /// The place of a face among those found.
  func index(of face: FontFace) -> Int {
    if let known = faces.firstIndex(where: { $0 === face }) { return known }
    faces.append(face)
    notes?.add(cascade.matcher.shortfalls(of: face))
    return faces.count - 1
  }

  /// The advance of a space between words of a face, where it comes from another one, in units of
  /// this face's em; nil where it does not, or where one of them draws something for it.
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

/// What fonts lack of what text asked for, each once, up to a limit.
final class FontNotes: Sendable {
  private let found = Mutex<Set<FontShortfall>>([])

  /// More than anybody reads; bounds the memory that made-up family names can take.
  private static let limit = 256

  func add(_ shortfalls: [FontShortfall]) {
    guard !shortfalls.isEmpty else { return }
    found.withLock { found in
      for shortfall in shortfalls where found.count < Self.limit { found.insert(shortfall) }
    }
  }

  /// All of them, in no order.
  var shortfalls: [FontShortfall] { Array(found.withLock { $0 }) }
}
