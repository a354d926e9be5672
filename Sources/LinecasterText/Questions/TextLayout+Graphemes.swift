extension TextLayout {
  /// Where the graphemes that are shown stand, line by line and in text order.
  ///
  /// White space that hangs at the end of a line is placed behind its text. Graphemes that share a
  /// cluster of the font, as those of a ligature do, divide its room evenly.
  ///
  /// - Complexity: O(units · log units of a line).
  public var graphemes: [GraphemePlace] {
    var placer = GraphemePlacer(paragraph: paragraph)
    for (index, line) in lines.enumerated() { placer.place(line, index: index) }
    return placer.places
  }

  /// The text that is not shown, as UTF-16 offsets; nil where all of it is.
  ///
  /// Where several lines are cut it is that of the last of them.
  public var hiddenUTF16Range: Range<Int>? { lines.last(where: \.isTruncated)?.hiddenUTF16Range }
}
