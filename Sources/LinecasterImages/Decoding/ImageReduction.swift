import LinecasterRaster

/// How much smaller than its file an image is decoded: an eighth of 5 to 8, halved some times.
///
/// So there are few sizes of one image, and each has at most 1.25 times the width and height
/// asked for. Which one is taken depends on the sizes alone, never on what was decoded before.
struct ImageReduction: Hashable {
  /// 5 to 8.
  let eighths: Int
  /// How often that is halved.
  let halvings: Int

  /// Not smaller.
  static let none = ImageReduction(eighths: 8, halvings: 0)

  private init(eighths: Int, halvings: Int) {
    self.eighths = eighths
    self.halvings = halvings
  }

  /// The strongest reduction that leaves an image at least as wide and high as `target`; none
  /// where it is smaller.
  init(of size: PixelSize, covering target: PixelSize) {
    var strongest = ImageReduction.none
    while max(size.width, size.height) > 1 << strongest.halvings {
      let next = strongest.stronger
      guard next.length(size.width) >= target.width, next.length(size.height) >= target.height
      else { break }
      strongest = next
    }
    self = strongest
  }

  private var stronger: ImageReduction {
    eighths > 5
      ? ImageReduction(eighths: eighths - 1, halvings: halvings)
      : ImageReduction(eighths: 8, halvings: halvings + 1)
  }

  /// What becomes of a side, rounded up.
  func length(_ side: Int) -> Int {
    let denominator = 8 << halvings
    return (side * eighths + denominator - 1) / denominator
  }

  /// What becomes of a size.
  func size(_ size: PixelSize) -> PixelSize {
    PixelSize(width: length(size.width), height: length(size.height))
  }

  /// The size at which libjpeg decodes, in eighths: a power of two, for which it has vector code.
  ///
  /// That is the result's own size, or at least twice that: averages of few pixels would blur.
  var jpegEighths: Int { 8 >> min(eighths == 8 ? halvings : max(0, halvings - 1), 3) }
}
