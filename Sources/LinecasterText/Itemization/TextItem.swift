import LinecasterBase
import LinecasterFonts

/// A stretch of text of one face, script, level, language and size.
///
/// Kept small, since every run of every paragraph has one. Offsets beyond 32 bits, which no text in
/// memory here has, count as the largest.
struct TextItem: Hashable, Sendable {
  private var first: Int32
  private var last: Int32
  private let styleIndex: Int32
  private let faceIndex: Int32
  private var space = Self.ownSpace
  /// The embedding level (UAX 9).
  let level: UInt8
  /// The script, common and inherited resolved (UAX 24 §5); of East Asian text that of its first
  /// unit, and others may follow.
  let script: ScriptCode
  /// Whether it is made of control codes, which take no glyphs.
  let isControl: Bool
  /// Whether it is made of tabs, whose widths the line breaker finds.
  let isTab: Bool
  /// Whether its letters stand upright on a vertical line.
  let isUpright: Bool

  /// Makes an item of a face and a style, both by their places in the lists of the paragraph.
  init(
    _ range: Range<Int>, style: Int, face: Int, level: UInt8, script: ScriptCode,
    isControl: Bool = false, isTab: Bool = false, isUpright: Bool = false
  ) {
    first = Int32(clamping: range.lowerBound)
    last = Int32(clamping: range.upperBound)
    styleIndex = Int32(clamping: style)
    faceIndex = Int32(clamping: face)
    self.level = level
    self.script = script
    self.isControl = isControl
    self.isTab = isTab
    self.isUpright = isUpright
  }

  /// The UTF-16 offset of its first unit.
  var start: Int {
    get { Int(first) }
    set { first = Int32(clamping: newValue) }
  }

  /// The UTF-16 offset after its last unit.
  var end: Int {
    get { Int(last) }
    set { last = Int32(clamping: newValue) }
  }

  /// The units of the item.
  var range: Range<Int> { start..<end }

  /// Which of the attributed text's runs its style is from; runs that differ only in colour from
  /// that one may be part of the item too.
  var style: Int { Int(styleIndex) }

  /// Which of the paragraph's faces draws it.
  var face: Int { Int(faceIndex) }

  /// The advance of its spaces in units of its face's em, where they come from another face.
  var foreignSpace: Int32? {
    get { space == Self.ownSpace ? nil : space }
    set { space = newValue ?? Self.ownSpace }
  }

  /// The same item among the runs of another paragraph.
  func moved(by units: Int, style: Int, face: Int) -> TextItem {
    var item = TextItem(
      start + units..<end + units, style: style, face: face, level: level, script: script,
      isControl: isControl, isTab: isTab, isUpright: isUpright)
    item.space = space
    return item
  }

  /// No advance of any font.
  private static let ownSpace = Int32.min

  /// Upright letters go from top to bottom whatever they are.
  var isRightToLeft: Bool { level & 1 != 0 && !isUpright }

  /// The way its glyphs follow each other.
  var glyphDirection: GlyphDirection {
    isUpright ? .topToBottom : isRightToLeft ? .rightToLeft : .leftToRight
  }
}

/// A character that no font has, and the unit that its grapheme starts at.
struct MissingCharacter: Sendable {
  private let place: Int32
  let scalar: Unicode.Scalar

  init(unit: Int, scalar: Unicode.Scalar) {
    place = Int32(clamping: unit)
    self.scalar = scalar
  }

  var unit: Int { Int(place) }

  /// The same character some units further on.
  func moved(by units: Int) -> MissingCharacter {
    MissingCharacter(unit: unit + units, scalar: scalar)
  }
}

/// The items of a paragraph while it is prepared, the faces that they name by place, and the
/// characters that no face has; the memory is kept for those of the next paragraph.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class ItemList {
  // Unchecked: the worker that owns it is lent to one thread at a time, and no access is inside
  // another.
  /// The items in text order.
  @exclusivity(unchecked) private(set) var items: [TextItem] = []
  /// The faces, in the order of their first items.
  @exclusivity(unchecked) private(set) var faces: [FontFace] = []
  /// The characters that no face has, in text order.
  @exclusivity(unchecked) private(set) var missing: [MissingCharacter] = []
  /// The faces of the paragraph before.
  @exclusivity(unchecked) private var lastFaces: [FontFace] = []
  @exclusivity(unchecked) private var lastPlace = 0

  /// The last item, if there is one.
  var last: TextItem? { items.last }

  /// Forgets the items and their memory where these are many: a text of tabs has one a unit.
  func releaseExcess() {
    if items.capacity > Self.keptCapacity { items = [] }
  }

  /// Forgets all and its memory, the faces of the paragraph before too.
  func forget() {
    (items, faces, missing, lastFaces, lastPlace) = ([], [], [], [], 0)
  }

  /// Forgets all, but keeps the memory.
  func removeAll() {
    items.removeAll(keepingCapacity: true)
    faces.removeAll(keepingCapacity: true)
    missing = []
  }

  private static let keptCapacity = 1_024

  func append(_ item: TextItem) { items.append(item) }

  /// Puts an item in place of the last one.
  func replaceLast(by item: TextItem) { items[items.count - 1] = item }

  /// Notes characters of the grapheme at a unit that no face has.
  func addMissing(_ scalars: [Unicode.Scalar], at unit: Int) {
    for scalar in scalars { missing.append(MissingCharacter(unit: unit, scalar: scalar)) }
  }

  /// The place of a face among those of the paragraph, which it is added to where it is new.
  func place(of face: FontFace) -> Int {
    if lastPlace < faces.count, faces[lastPlace] === face { return lastPlace }
    if let known = faces.firstIndex(where: { $0 === face }) {
      lastPlace = known
    } else {
      lastPlace = faces.count
      faces.append(face)
    }
    return lastPlace
  }

  /// The faces as an array to keep, that of the paragraph before where it had the same ones.
  var keptFaces: [FontFace] {
    if !hasLastFaces { lastFaces = Array(faces[...]) }
    return lastFaces
  }

  private var hasLastFaces: Bool {
    guard faces.count == lastFaces.count else { return false }
    for index in faces.indices where faces[index] !== lastFaces[index] { return false }
    return true
  }
}
