extension ShapedParagraph {
  /// The memory the paragraph takes by itself, in bytes: its arrays as they were allocated, and the
  /// objects. Fonts and the typesetter are shared with others, lines at a width are not counted.
  ///
  /// - Complexity: O(1).
  var byteCount: Int {
    let units = bytes(of: text) + bytes(of: boundaries) + bytes(of: positions)
    let shapes = bytes(of: glyphs) + bytes(of: runs) + bytes(of: faces)
    let rest =
      bytes(of: styles) + bytes(of: firstFaces) + bytes(of: bidiParagraphs) + bytes(of: missing)
    return Self.objectBytes + units + shapes + rest + removedBytes
  }

  /// What a cache that keeps the paragraph should count: also the lines at one width, which are
  /// kept once they have been asked for.
  var byteCountWhenKept: Int {
    let lines = 1 + count / Self.unitsOfALine
    return byteCount + lines * MemoryLayout<Line>.stride + Self.blockBytes
  }

  /// The paragraph's object, as the allocator rounds it up.
  static let objectBytes = 320
  /// The head of an array, and what the allocator adds to it.
  static let blockBytes = 48
  /// About what a line of a narrow list has.
  private static let unitsOfALine = 32

  /// At most what the map to the source takes: a stretch left out is at least a unit long.
  private var removedBytes: Int {
    min(sourceMap.sourceCount - sourceMap.count, sourceMap.count + 1)
      * MemoryLayout<SourceMap.Removal>.stride
  }

  private func bytes<Element>(of array: [Element]) -> Int {
    array.capacity == 0 ? 0 : Self.blockBytes + array.capacity * MemoryLayout<Element>.stride
  }
}
