/// Divides an atlas page into shelves, and these into places for glyphs.
///
/// Shelves follow each other without gaps from the first row on. Every place has an empty column or
/// row on each side, shared with its neighbours.
struct ShelfPacker: Sendable {
  /// A place for a glyph: the index of its shelf and its first texel.
  struct Place: Hashable, Sendable {
    let shelf: Int
    let x: Int
    let y: Int
  }

  /// Consecutive shelves that may be emptied to make room.
  struct Run: Hashable, Sendable {
    /// The positions of the shelves from the top.
    let range: Range<Int>
    /// The last frame that used one of them.
    let lastUse: Int
  }

  /// The number of columns, and of rows, of the page.
  let side: Int
  /// The shelves by index; indices stay the same while other shelves change.
  private(set) var shelves: [AtlasShelf] = []
  /// The indices of the shelves from the top.
  private(set) var order: [Int] = []

  /// The unused indices.
  private var spare: [Int] = []
  /// The first row without a shelf.
  private var bottom = AtlasShelf.gutter
  private var generation: UInt32 = 0

  /// The unit of shelf heights, so that glyphs of similar size share shelves.
  static let step = 2

  init(side: Int) {
    self.side = side
  }

  /// Returns the height of a new shelf for glyphs of a height.
  private static func shelfHeight(_ height: Int) -> Int {
    (height + AtlasShelf.gutter + step - 1) / step * step
  }

  /// Places a glyph on the lowest shelf of suitable height, or on a new one.
  mutating func place(width: Int, height: Int) -> Place? {
    let wanted = Self.shelfHeight(height)
    if let shelf = shelf(width, height, atMost: wanted + Self.step * (wanted / 32 + 1)) {
      return take(width, shelf)
    }
    guard let shelf = addShelf(wanted, atLeast: height) else { return nil }
    return take(width, shelf)
  }

  /// Places a glyph on the lowest shelf with enough room.
  mutating func placeAnywhere(width: Int, height: Int) -> Place? {
    shelf(width, height, atMost: side).map { take(width, $0) }
  }

  /// Records a glyph on a shelf and its use by a frame.
  mutating func add(_ key: AtlasKey, to shelf: Int, frame: Int) {
    shelves[shelf].keys.append(key)
    shelves[shelf].lastUse = frame
  }

  /// Records the use of a shelf by a frame.
  @inline(__always)
  mutating func use(_ shelf: Int, frame: Int) { shelves[shelf].lastUse = frame }

  private func shelf(_ width: Int, _ height: Int, atMost limit: Int) -> Int? {
    var best: Int?
    var bestHeight = limit + 1
    for number in order where shelves[number].height < bestHeight {
      guard shelves[number].hasRoom(width: width, height: height, side: side) else { continue }
      (best, bestHeight) = (number, shelves[number].height)
    }
    return best
  }

  private mutating func take(_ width: Int, _ shelf: Int) -> Place {
    let place = Place(shelf: shelf, x: shelves[shelf].used, y: shelves[shelf].y)
    shelves[shelf].used += width + AtlasShelf.gutter
    return place
  }

  /// Adds a shelf below the others; it may be lower than requested at the end of the page.
  private mutating func addShelf(_ wanted: Int, atLeast height: Int) -> Int? {
    let height = height + AtlasShelf.gutter
    guard bottom + height <= side else { return nil }
    let shelf = makeShelf(y: bottom, height: min(wanted, side - bottom))
    order.append(shelf)
    bottom += shelves[shelf].height
    return shelf
  }

  private mutating func makeShelf(y: Int, height: Int) -> Int {
    generation &+= 1
    let shelf = AtlasShelf(y: y, height: height, generation: generation)
    if let number = spare.popLast() {
      shelves[number] = shelf
      return number
    }
    shelves.append(shelf)
    return shelves.count - 1
  }
}

// MARK: - Making room

extension ShelfPacker {
  /// Returns the least recently used neighbouring shelves that together are high enough, including
  /// the free rows below the last one; `nil` if all of them were used since `frame`.
  ///
  /// - Complexity: O(shelves × shelves that are emptied).
  func oldestRun(height: Int, before frame: Int) -> Run? {
    var oldest: Run?
    for start in order.indices {
      let run = run(from: start, height: height, before: oldest?.lastUse ?? frame)
      oldest = run ?? oldest
    }
    return oldest
  }

  /// Returns the shortest run of shelves from `start` that is high enough, unless one was used
  /// since `frame`.
  private func run(from start: Int, height: Int, before frame: Int) -> Run? {
    var (rows, lastUse) = (0, 0)
    for place in start..<order.count {
      let shelf = shelves[order[place]]
      lastUse = max(lastUse, shelf.lastUse)
      guard lastUse < frame else { return nil }
      rows += shelf.height
      let free = place == order.count - 1 ? side - bottom : 0
      guard rows + free < height + AtlasShelf.gutter else {
        return Run(range: start..<place + 1, lastUse: lastUse)
      }
    }
    return nil
  }

  /// Replaces shelves with one for glyphs of a height, and an empty one for the rest.
  ///
  /// - Returns: The evicted glyphs.
  mutating func replace(_ run: Run, height: Int) -> [AtlasKey] {
    let numbers = Array(order[run.range])
    guard let first = numbers.first else { return [] }
    let y = shelves[first].y
    let rows = numbers.reduce(0) { $0 + shelves[$1].height }
    let keys = numbers.flatMap { shelves[$0].keys }
    for number in numbers { shelves[number] = .gone }
    spare += numbers.reversed()
    let wanted = Self.shelfHeight(height)
    guard run.range.upperBound < order.count else {
      // The rest becomes free.
      order.removeSubrange(run.range)
      bottom = y
      _ = addShelf(wanted, atLeast: height)
      return keys
    }
    let isDivided = rows - wanted >= Self.step
    var added = [makeShelf(y: y, height: isDivided ? wanted : rows)]
    if isDivided { added.append(makeShelf(y: y + wanted, height: rows - wanted)) }
    order.replaceSubrange(run.range, with: added)
    return keys
  }

  /// The last frame that used any shelf.
  var lastUse: Int { order.reduce(0) { max($0, shelves[$1].lastUse) } }

  /// The glyphs of all shelves.
  var keys: [AtlasKey] { order.flatMap { shelves[$0].keys } }
}

/// A row of an atlas page with glyphs side by side, which are evicted together.
struct AtlasShelf: Sendable {
  /// The first row.
  let y: Int
  /// The number of rows, including the empty one below the glyphs.
  let height: Int
  /// The first free column.
  var used = Self.gutter
  /// The last frame that used a glyph of the shelf; 0 for none.
  var lastUse = 0
  /// The generation that distinguishes the shelf from earlier ones with its index.
  let generation: UInt32
  /// The glyphs.
  var keys: [AtlasKey] = []

  /// The placeholder of a removed shelf.
  static let gone = AtlasShelf(y: 0, height: 0, generation: 0)

  /// The empty texels between glyphs and around them.
  static let gutter = 1

  init(y: Int, height: Int, generation: UInt32) {
    self.y = y
    self.height = height
    self.generation = generation
  }

  /// Whether a glyph fits behind the last one.
  func hasRoom(width: Int, height: Int, side: Int) -> Bool {
    height + Self.gutter <= self.height && used + width + Self.gutter <= side
  }
}
