public import LinecasterDisplay
import LinecasterFlexbox
public import LinecasterGeometry

/// An image whose size is known before its pixels are.
public struct Image: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes an image as large as it is itself, a pixel of its file a layout point.
  ///
  /// Of a width or a height that modifiers give, the other follows. The size comes from
  /// `CellArranger.images`, which reads headers and not pixels; an image of which nothing is
  /// known there takes no room. A list keeps what it measured, so a file whose size changes should
  /// be given another name.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - mode: How an image of other proportions fills its box.
  public init(_ image: ImageReference, mode: ContentMode = .stretch) {
    node = LayoutNode(.image(image, mode))
  }

  /// Makes an image of a size that the program knows.
  ///
  /// - Parameters:
  ///   - image: The name by which the rasterizer finds the pixels.
  ///   - size: The size in layout points; flexbox may shrink its width and keeps the ratio.
  ///   - mode: How an image of other proportions fills it.
  public init(_ image: ImageReference, size: Size, mode: ContentMode = .stretch) {
    var style = FlexStyle()
    style.width = .points(size.width)
    if size.height > 0 {
      style.aspectRatio = size.width / size.height
    } else {
      style.height = 0
    }
    node = LayoutNode(.image(image, mode), style: style)
  }
}
