import LinecasterBase
import LinecasterFonts

/// A range of text with one face, script, level, language and size.
///
/// Kept small, because every run has one. Offsets beyond 32 bits, which no text in memory here has,
/// are clamped.
struct TextItem: Hashable, Sendable {
  private var first: Int32
  private var last: Int32
  private let styleIndex: Int32
  private let faceIndex: Int32
  private var space = Self.ownSpace
  /// The embedding level (UAX 9).
  let level: UInt8
  /// The resolved script (UAX 24 §5); for East Asian text that of the first unit, and others may
  /// follow.
  let script: ScriptCode
  /// Whether it consists of control codes, which have no glyphs.
  let isControl: Bool
  /// Whether it consists of tabs; the line breaker computes their widths.
  let isTab: Bool
  /// Whether its letters are upright in vertical text.
  let isUpright: Bool

  /// Creates an item; the style and face are indices into the paragraph's lists.
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

  /// The UTF-16 offset of the first unit.
  var start: Int {
    get { Int(first) }
    set { first = Int32(clamping: newValue) }
  }

  /// The UTF-16 offset after the last unit.
  var end: Int {
    get { Int(last) }
    set { last = Int32(clamping: newValue) }
  }

  /// The units of the item.
  var range: Range<Int> { start..<end }

  /// The index of the attributed text's run with its style; the item may include runs that differ
  /// only in colour.
  var style: Int { Int(styleIndex) }

  /// The index of its face in the paragraph.
  var face: Int { Int(faceIndex) }

  /// The advance of its spaces in units of its face's em; `nil` if they come from its own face.
  var foreignSpace: Int32? {
    get { space == Self.ownSpace ? nil : space }
    set { space = newValue ?? Self.ownSpace }
  }

  /// The same item in another paragraph.
  func moved(by units: Int, style: Int, face: Int) -> TextItem {
    var item = TextItem(
      start + units..<end + units, style: style, face: face, level: level, script: script,
      isControl: isControl, isTab: isTab, isUpright: isUpright)
    item.space = space
    return item
  }

  /// A value that no advance has.
  private static let ownSpace = Int32.min

  /// Upright letters always run from top to bottom.
  var isRightToLeft: Bool { level & 1 != 0 && !isUpright }

  /// The direction in which its glyphs advance.
  var glyphDirection: GlyphDirection {
    isUpright ? .topToBottom : isRightToLeft ? .rightToLeft : .leftToRight
  }
}

/// A character that no font has, and the unit at which its grapheme starts.
struct MissingCharacter: Sendable {
  private let place: Int32
  let scalar: Unicode.Scalar

  init(unit: Int, scalar: Unicode.Scalar) {
    place = Int32(clamping: unit)
    self.scalar = scalar
  }

  var unit: Int { Int(place) }

  /// The same character at an offset.
  func moved(by units: Int) -> MissingCharacter {
    MissingCharacter(unit: unit + units, scalar: scalar)
  }
}

/// The items of a paragraph during preparation, their faces, and missing characters; the memory is
/// reused for the next paragraph.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class ItemList {
  // Unchecked: the worker that owns it is lent to one thread at a time, and accesses never nest.
  /// The items in text order.
  @exclusivity(unchecked) private(set) var items: [TextItem] = []
  /// The faces, in the order of first use.
  @exclusivity(unchecked) private(set) var faces: [FontFace] = []
  /// The characters that no face has, in text order.
  @exclusivity(unchecked) private(set) var missing: [MissingCharacter] = []
  /// The faces of the previous paragraph.
  @exclusivity(unchecked) private var lastFaces: [FontFace] = []
  @exclusivity(unchecked) private var lastPlace = 0

  /// The last item, if there is one.
  var last: TextItem? { items.last }

  /// Releases the memory of many items; a text of tabs has one item per unit.
  func releaseExcess() {
    if items.capacity > Self.keptCapacity { items = [] }
  }

  /// Removes everything and releases its memory, including the faces of the previous paragraph.
  func forget() {
    (items, faces, missing, lastFaces, lastPlace) = ([], [], [], [], 0)
  }

  /// Removes everything but keeps the memory.
  func removeAll() {
    items.removeAll(keepingCapacity: true)
    faces.removeAll(keepingCapacity: true)
    missing = []
  }

  private static let keptCapacity = 1_024

  func append(_ item: TextItem) { items.append(item) }

  /// Replaces the last item.
  func replaceLast(by item: TextItem) { items[items.count - 1] = item }

  /// Lets the first item start with the text.
  func startWithText() { items[0].start = 0 }

  /// Records characters of the grapheme at a unit that no face has.
  func addMissing(_ scalars: [Unicode.Scalar], at unit: Int) {
    for scalar in scalars { missing.append(MissingCharacter(unit: unit, scalar: scalar)) }
  }

  /// The index of a face in the paragraph; adds a new face.
  func place(of face: FontFace) -> Int {
    if lastPlace < faces.count, faces[lastPlace] == face { return lastPlace }
    if let known = faces.firstIndex(where: { $0 == face }) {
      lastPlace = known
    } else {
      lastPlace = faces.count
      faces.append(face)
    }
    return lastPlace
  }

  /// The faces as an array to keep; reuses the previous paragraph's array if they are equal.
  var keptFaces: [FontFace] {
    if !hasLastFaces { lastFaces = Array(faces[...]) }
    return lastFaces
  }

  private var hasLastFaces: Bool {
    guard faces.count == lastFaces.count else { return false }
    for index in faces.indices where faces[index] != lastFaces[index] { return false }
    return true
  }
}
