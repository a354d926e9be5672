public import LinecasterGeometry

/// How a picture fills a box that is not of its size (CSS Images 3, `object-fit`).
public enum ContentMode: String, Hashable, Sendable, CaseIterable {
  /// As large as fits, in its proportions; room is left at two sides.
  case fit
  /// As small as fills the box, in its proportions; what reaches out is cut off.
  case fill
  /// Stretched to the box.
  case stretch
  /// In its own size, a pixel a layout point; what reaches out is cut off.
  case center

  /// Where a picture of a size goes; it is centred in the box, and may reach out of it.
  ///
  /// A picture without extent is stretched.
  public func rect(of picture: Size, in box: Rect) -> Rect {
    guard picture.width > 0, picture.height > 0 else { return box }
    let factors = (box.width / picture.width, box.height / picture.height)
    let factor =
      switch self {
      case .fit: min(factors.0, factors.1)
      case .fill: max(factors.0, factors.1)
      case .center: 1.0
      case .stretch: Double.nan
      }
    if factor.isNaN { return box }
    let size = Size(width: picture.width * factor, height: picture.height * factor)
    return Rect(
      x: box.minX + (box.width - size.width) / 2, y: box.minY + (box.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}
