extension TextLayout {
  /// The text of each line as ranges of the paragraph's string, what an ellipsis hides left out.
  ///
  /// `string` must be that of the paragraph; offsets beyond the end of another one count as its
  /// end.
  ///
  /// - Complexity: O(units).
  public func ranges(in string: String) -> [Range<String.Index>] {
    var walker = UTF16Walker(string)
    return lines.map { line in
      let start = walker.index(at: line.utf16Range.lowerBound)
      return start..<max(start, walker.index(at: line.utf16Range.upperBound))
    }
  }

  /// The text of each line as UTF-8 offsets into the paragraph's string.
  ///
  /// `string` must be that of the paragraph; offsets beyond the end of another one count as its
  /// end.
  ///
  /// - Complexity: O(units).
  public func utf8Ranges(in string: String) -> [Range<Int>] {
    var offset = 0
    var last = string.startIndex
    let utf8Offset = { (index: String.Index) in
      offset += string.utf8.distance(from: last, to: index)
      last = index
      return offset
    }
    return ranges(in: string).map { range in
      let start = utf8Offset(range.lowerBound)
      return start..<utf8Offset(range.upperBound)
    }
  }
}

/// Finds places of a string by UTF-16 offsets that rise, in one walk.
private struct UTF16Walker {
  private let view: String.UTF16View
  private var index: String.Index
  private var offset = 0

  init(_ string: String) {
    view = string.utf16
    index = string.startIndex
  }

  mutating func index(at wanted: Int) -> String.Index {
    index = view.index(index, offsetBy: wanted - offset, limitedBy: view.endIndex) ?? view.endIndex
    offset = wanted
    return index
  }
}
