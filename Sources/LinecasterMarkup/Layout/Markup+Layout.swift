public import LinecasterCells
public import LinecasterGeometry

extension Markup {
  /// The layout of the text: its blocks under each other.
  ///
  /// - Parameters:
  ///   - style: How it looks.
  ///   - pictureWidth: The widest that a picture is shown, in layout points.
  ///   - pictureSize: The size of the picture at a path, in layout points; where it is nil, the
  ///     words of the picture are shown.
  /// - Complexity: O(blocks + text).
  public func layout(
    _ style: MarkupStyle, pictureWidth: Double = .infinity,
    pictureSize: (String) -> Size? = { _ in nil }
  ) -> LayoutNode {
    withoutActuallyEscaping(pictureSize) { pictureSize in
      MarkupLayouter(style: style, pictureSize: pictureSize, pictureWidth: pictureWidth)
        .column(blocks, style.text)
    }
  }
}
