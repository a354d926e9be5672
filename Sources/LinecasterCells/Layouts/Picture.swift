public import LinecasterDisplay
import LinecasterFlexbox
public import LinecasterGeometry

/// A picture whose size is known before its pixels are.
public struct Picture: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - size: The size in layout points; flexbox may shrink its width and keeps the ratio.
  ///   - mode: How a picture of other proportions fills it.
  public init(_ image: ImageReference, size: Size, mode: ContentMode = .stretch) {
    var style = FlexStyle()
    style.width = .points(size.width)
    style.aspectRatio = size.height > 0 ? size.width / size.height : nil
    node = LayoutNode(.image(image, mode), style: style)
  }
}
