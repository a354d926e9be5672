/// A row of an atlas page in which glyphs stand side by side; they are dropped together.
struct AtlasShelf: Sendable {
  /// The first row.
  let y: Int
  /// The rows, the empty one below the glyphs included.
  let height: Int
  /// The first free column.
  var used = Self.gutter
  /// The last frame that used a glyph of the shelf; 0 where it has none.
  var lastUse = 0
  /// What tells the shelf from others at its place.
  let generation: UInt32
  /// The glyphs.
  var keys: [AtlasKey] = []

  /// What has the number of a shelf that is no more.
  static let gone = AtlasShelf(y: 0, height: 0, generation: 0)

  /// Texels without ink between glyphs and around all.
  static let gutter = 1

  init(y: Int, height: Int, generation: UInt32) {
    self.y = y
    self.height = height
    self.generation = generation
  }

  /// Whether a glyph fits behind those that are there.
  func hasRoom(width: Int, height: Int, side: Int) -> Bool {
    height + Self.gutter <= self.height && used + width + Self.gutter <= side
  }
}
