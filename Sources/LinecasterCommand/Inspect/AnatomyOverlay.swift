import Linecaster

extension DrawnImage {
  /// The image with its anatomy drawn over it.
  func withAnatomy() throws -> BandedImage {
    guard let page else { return picture }
    let overlay = AnatomyOverlay(
      anatomy: PageAnatomy(page, fonts: typesetter.fonts), scale: page.scale,
      typesetter: typesetter)
    return BandedImage(try overlay.paint(over: bitmap(copies: 2), rasterizer))
  }
}

/// Draws the anatomy of a page over its image, and a legend below.
private struct AnatomyOverlay {
  let anatomy: PageAnatomy
  let scale: PixelScale
  let typesetter: Typesetter

  private static let boxColor = Color(rgb: 0x4263EB)
  private static let baselineColor = Color(rgb: 0xE03131)
  private static let clusterColors = [Color(rgb: 0x0CA678), Color(rgb: 0x1C7ED6)]

  /// The size of a device pixel, in layout points.
  private var hair: Double { 1 / scale.factor }

  /// The image with the overlay and the legend.
  func paint(
    over image: Bitmap, _ rasterizer: DisplayRasterizer
  ) throws -> Bitmap {
    let legend = legend()
    var bitmap = try Bitmap(
      width: image.width, height: image.height + scale.pixels(legend.size.height),
      background: .white)
    bitmap.draw(image, atX: 0, y: 0)
    var canvas = Canvas(bitmap: bitmap, scale: scale, glyphs: rasterizer.glyphs)
    try canvas.draw(marks())
    try canvas.draw(
      legend, at: Point(x: 0, y: Double(image.height) / scale.factor))
    return canvas.bitmap
  }

  /// The marks over the image.
  private func marks() -> DisplayList {
    var list = DisplayList(size: Size(width: anatomy.width, height: anatomy.height))
    for run in anatomy.runs where anatomy.fonts[run.font].isFallback {
      list.append(.fill(DisplayShape(run.frame), .color(color(ofFont: run.font).opacity(0.25))))
    }
    for (index, cluster) in anatomy.clusters.enumerated() {
      let height = max(hair, min(2, cluster.frame.height / 8))
      let bar = Rect(
        x: cluster.frame.minX, y: cluster.frame.maxY - height, width: cluster.frame.width,
        height: height)
      list.append(
        .fill(DisplayShape(bar), .color(Self.clusterColors[index % 2].opacity(0.75))))
    }
    for line in anatomy.lines {
      let isUpright = line.baseline.height > 0
      let baseline = Rect(
        x: isUpright ? scale.rounded(line.baseline.minX) : line.baseline.minX,
        y: isUpright ? line.baseline.minY : scale.rounded(line.baseline.minY),
        width: isUpright ? hair : line.baseline.width,
        height: isUpright ? line.baseline.height : hair)
      list.append(.fill(DisplayShape(baseline), .color(Self.baselineColor)))
    }
    for box in anatomy.boxes {
      let edge = BorderEdge(width: hair, color: Self.boxColor.opacity(0.6))
      list.append(.border(DisplayShape(box.frame), Border(all: edge)))
    }
    return list
  }

  /// The legend of the colours, line by line.
  private func legend() -> DisplayList {
    var entries: [(Color, String)] = [
      (Self.boxColor, "boxes"), (Self.baselineColor, "baselines"),
      (Self.clusterColors[0], "clusters, in two alternating colours"),
    ]
    for (index, font) in anatomy.fonts.enumerated() where font.isFallback {
      entries.append(
        (color(ofFont: index), "\(font.family) \(font.weight), a fallback: \(font.file)"))
    }
    var list = DisplayList(size: .zero)
    var y = 6.0
    for (color, words) in entries {
      let text = typesetter.prepare(Paragraph(words, style: TextStyle(size: 11)))
        .layout(width: max(1, anatomy.width - 30))
      list.append(
        .fill(DisplayShape(Rect(x: 8, y: y + 3, width: 10, height: 10)), .color(color)))
      list.append(.text(text, origin: Point(x: 24, y: y)))
      y += text.size.height + 3
    }
    list.size = Size(width: anatomy.width, height: y + 6)
    return list
  }

  private func color(ofFont index: Int) -> Color { Color(rgb: anatomy.color(ofFont: index)) }
}
