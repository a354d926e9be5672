import LinecasterCells
public import LinecasterFonts
public import LinecasterRaster
import LinecasterText

extension PrecomputePipeline {
  /// Makes a pipeline that draws text with a collection of fonts.
  ///
  /// - Parameters:
  ///   - fonts: What text is drawn with.
  ///   - images: Where the sizes and pixels of images come from; without it, placeholders are
  ///     drawn.
  ///   - options: How many threads work, and how much the caches hold.
  public convenience init(
    fonts: FontCollection, images: (any ImageProvider)? = nil, options: Options = Options()
  ) {
    self.init(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: fonts, measuresTime: true), images: images),
      rasterizer: DisplayRasterizer(images: images), options: options)
  }
}
