public import LinecasterCells
public import LinecasterGeometry

extension Markup {
  /// The layout of the text: its blocks under each other.
  ///
  /// - Parameters:
  ///   - style: How it looks.
  ///   - imageWidth: The widest that an image is shown, in layout points.
  ///   - imageSize: The size of the image at a path, in layout points; where it is nil, the
  ///     words of the image are shown.
  /// - Complexity: O(blocks + text).
  public func layout(
    _ style: MarkupStyle, imageWidth: Double = .infinity,
    imageSize: (String) -> Size? = { _ in nil }
  ) -> LayoutNode {
    withoutActuallyEscaping(imageSize) { imageSize in
      MarkupLayouter(style: style, imageSize: imageSize, imageWidth: imageWidth)
        .column(blocks, style.text)
    }
  }
}
