import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

extension RenderCost {
  /// An upper bound of the pixels that drawing steps paint in sequence, computed from the steps
  /// before drawing.
  ///
  /// A pixel counts once for each time it is painted. Work slower than painting a colour counts
  /// several times: blurs, gradients, images, transformed pixels. Glyphs count with the largest
  /// size in their font, texts with the whole area of their glyphs.
  struct Painting {
    /// The number of pixels, without an upper limit.
    private(set) var pixelCount = 0.0
    /// A bounding box of all painted pixels.
    private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// The area of a drawing, and the part that is drawn at a time.
    private struct Frame {
      var scale: PixelScale
      /// The visible pixels.
      var clip: PixelRect
      /// The size of the part drawn at a time.
      var tile: PixelSize
      /// The number of layers beneath.
      var level: Int
    }

    /// The cost of a blurred pixel in pixels of a colour: six sums over it and two copies.
    private static let blurWeight = 8.0
    /// The cost of a pixel of a gradient, of an image, and of one interpolated from others.
    private static let gradientWeight = 2.0
    private static let imageWeight = 4.0
    private static let turnWeight = 8.0
    /// The cost of a pixel with a colour filter.
    private static let colorWeight = 4.0

    private init() {}

    /// Counts the pixels of a picture: those of its background and of its steps.
    ///
    /// - Complexity: O(steps + runs of text), and O(glyphs) of texts with shadows or outlines.
    init(_ list: DisplayList, width: Int, height: Int, scale: PixelScale) {
      let clip = PixelRect(x: 0, y: 0, width: width, height: height)
      // Large pictures are drawn in strips, on any number of processors.
      let rows =
        clip.area < Double(BandedImage.Strips.Limits.leastShared)
        ? height : max(1, BandedImage.Strips.Limits.usualStrip / max(1, width))
      self.init(list.commands, scale: scale, clip: clip, rows: rows)
      pixelCount += clip.area
    }

    /// Counts the pixels of steps inside a clip.
    ///
    /// - Parameters:
    ///   - rows: The maximum number of rows of the clip drawn at a time; `nil` for all.
    ///   - steps: The last commands with their ink; lines without ink in the clip do not count.
    init(
      _ commands: [DisplayCommand], scale: PixelScale, clip: PixelRect, rows: Int? = nil,
      steps: [BandedImage.Step] = []
    ) {
      let size = PixelSize(
        width: max(0, clip.width), height: max(0, min(rows ?? clip.height, clip.height)))
      self.init(commands, ink: steps, Frame(scale: scale, clip: clip, tile: size, level: 0))
    }

    private init(
      _ commands: [DisplayCommand], ink steps: [BandedImage.Step] = [], _ frame: Frame
    ) {
      guard !frame.clip.isEmpty else { return }
      let backdrops = Backdrops(commands, scale: frame.scale, in: frame.clip)
      let first = commands.count - steps.count
      guard !backdrops.isEmpty else {
        for (index, command) in commands.enumerated() {
          add(command, ink: index < first ? nil : steps[index - first], frame)
        }
        return
      }
      // Tiles are drawn with their surroundings, then replace the pixels beneath.
      var inner = frame
      let tile = LayerTiles.size(
        of: PixelRect(x: 0, y: 0, width: frame.tile.width, height: frame.tile.height),
        level: frame.level)
      inner.tile = backdrops.size(of: tile, in: frame.clip)
      inner.level += 1
      for command in commands { add(command, inner) }
      pixelCount *= Self.overlap(of: inner.tile, from: tile, in: frame.clip)
      pixelCount += 2 * frame.clip.area * Self.overlap(of: inner.tile, from: tile, in: frame.clip)
      bounds = frame.clip
    }

    /// The number of pixels, rounded up and saturated.
    var count: Int { Int(saturating: pixelCount.rounded(.up)) }

    private mutating func add(_ area: PixelRect, times weight: Double = 1) {
      pixelCount += area.area * weight
      bounds = bounds.union(area)
    }

    private mutating func add(
      _ command: DisplayCommand, ink step: BandedImage.Step? = nil, _ frame: Frame
    ) {
      switch command {
      case .fill(let shape, let paint):
        let weight = paint.plainColor == nil ? Self.gradientWeight : 1
        add(Self.touched(shape, frame), times: weight)
      case .image(_, let shape, _, _): add(Self.touched(shape, frame), times: Self.imageWeight)
      case .border(let shape, let border):
        let area = border.paintedArea(in: shape, scale: frame.scale, clip: frame.clip)
        pixelCount += area.pixelCount
        bounds = bounds.union(area.bounds)
      case .shadow(let shape, let shadow): add(shadow, of: shape, frame)
      case .text(let layout, let origin):
        add(layout, at: origin, lines: step?.lines(in: frame.clip), frame)
      case .textShadow(let layout, let origin, let shadow):
        add(shadow, of: layout, at: origin, frame)
      case .textStroke(let layout, let origin, let stroke):
        add(stroke, of: layout, at: origin, frame)
      case .group(let group): add(group, ink: step?.inner ?? [], frame)
      }
    }

    private static func touched(_ shape: DisplayShape, _ frame: Frame) -> PixelRect {
      let box = RoundedBox(shape, scale: frame.scale)
      return box.isDrawable
        ? box.touched(in: frame.clip) : PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
  }
}

// MARK: - Tiles

extension RenderCost.Painting {
  /// Returns the maximum number of tiles that share a pixel, if each is drawn with its
  /// surroundings.
  private static func overlap(
    of area: PixelSize, from tile: PixelSize, in clip: PixelRect
  ) -> Double {
    func axis(_ area: Int, _ tile: Int, _ all: Int) -> Double {
      guard tile > 0, all > tile else { return 1 }
      return (Double(area) / Double(tile)).rounded(.up)
    }
    return axis(area.width, tile.width, clip.width) * axis(area.height, tile.height, clip.height)
  }

  /// Returns the maximum number of pixels blurred for visible pixels, tile by tile.
  ///
  /// - Parameters:
  ///   - reach: The blur's reach around each tile.
  ///   - most: The number of distinct columns and rows of a tile; `nil` for all.
  private static func blurred(
    _ seen: PixelRect, by reach: Int, tile: PixelSize, most: PixelSize? = nil
  ) -> Double {
    guard !seen.isEmpty else { return 0 }
    func axis(_ all: Int, _ tile: Int, _ most: Int?) -> Double {
      let tile = max(1, min(tile, all))
      // Tiles need not start at the edge of the visible pixels.
      let count = all == tile ? 1 : (Double(all) / Double(tile)).rounded(.up) + 1
      return count * (Double(min(tile, most ?? tile)) + 2 * Double(reach))
    }
    return axis(seen.width, tile.width, most?.width) * axis(seen.height, tile.height, most?.height)
  }
}

// MARK: - Shadows

extension RenderCost.Painting {
  private mutating func add(_ shadow: Shadow, of shape: DisplayShape, _ frame: Frame) {
    let box = RoundedBox(shape, scale: frame.scale)
    let outline = RoundedBox(shadow.outline(of: shape), scale: frame.scale)
    let outer = shadow.isInset ? box : outline
    guard box.isDrawable, outer.isDrawable, shadow.color.alpha > 0 else { return }
    let reach = GaussianBlur(deviation: shadow.blur * frame.scale.factor / 2).reach
    let around = shadow.isInset ? 0 : reach
    let seen = outer.touched(in: frame.clip.widened(by: (reach, reach)))
      .widened(by: (around, around)).clipped(to: frame.clip)
    add(seen)
    guard outline.isDrawable else { return }
    // Equal rows are blurred once, and the inside of an inset shadow is left out, which cuts the
    // rest in four.
    let most = BlurredBox.size(of: outline, in: outer, reach: reach)
    let pieces = 4 * Self.blurred(seen, by: reach, tile: tile(of: seen, reach, frame), most: most)
    pixelCount += Self.blurWeight * pieces
  }

  /// Returns the size of the part of a shadow blurred at a time.
  private func tile(of seen: PixelRect, _ reach: Int, _ frame: Frame) -> PixelSize {
    let side = max(Canvas.tileSide, reach)
    let band = max(Canvas.usualPoll, 2 * reach * seen.width) / max(1, seen.width)
    return PixelSize(
      width: min(frame.tile.width, side), height: min(frame.tile.height, side, max(1, band)))
  }

  private mutating func add(
    _ shadow: Shadow, of layout: TextLayout, at origin: Point, _ frame: Frame
  ) {
    guard shadow.color.alpha > 0, shadow.offset.x.isFinite, shadow.offset.y.isFinite else { return }
    let reach = GaussianBlur(deviation: shadow.blur * frame.scale.factor / 2).reach
    var silhouette = Self()
    var wide = frame
    wide.clip = frame.clip.widened(by: (reach, reach))
    silhouette.addLetters(
      of: layout, at: origin.offset(x: shadow.offset.x, y: shadow.offset.y), wide)
    let seen = silhouette.bounds.widened(by: (reach, reach)).clipped(to: frame.clip)
    guard !seen.isEmpty else { return }
    let side = max(1024, reach)
    let block = PixelSize(
      width: min(frame.tile.width, side), height: min(frame.tile.height, side))
    let size = PixelSize(width: block.width + 2 * reach, height: block.height + 2 * reach)
    pixelCount += silhouette.pixelCount * Self.overlap(of: size, from: block, in: seen)
    // The silhouettes, which are scanned for opaque pixels.
    pixelCount += 2 * Self.blurred(seen, by: reach, tile: block)
    let smaller = max(512, 2 * reach)
    let tile = PixelSize(width: min(block.width, smaller), height: min(block.height, smaller))
    pixelCount += Self.blurWeight * Self.blurred(seen, by: reach, tile: tile)
    add(seen)
  }
}

// MARK: - Text

extension RenderCost.Painting {
  /// - Parameter lines: The lines with pixels in the clip; `nil` for any.
  private mutating func add(
    _ layout: TextLayout, at origin: Point, lines: Range<Int>?, _ frame: Frame
  ) {
    if layout.isRich {
      let beneath = layout.inlineCommands(at: origin, scale: frame.scale)
      let inner = Self(beneath, frame)
      pixelCount += inner.pixelCount
      bounds = bounds.union(inner.bounds)
    }
    for background in layout.backgrounds {
      let rect = layout.axes.page(background.frame).offset(x: origin.x, y: origin.y)
      add(Self.touched(DisplayShape(rect), frame))
    }
    addLetters(of: layout, at: origin, lines: lines, frame)
  }

  /// Adds glyphs and decoration lines.
  private mutating func addLetters(
    of layout: TextLayout, at origin: Point, lines: Range<Int>? = nil, _ frame: Frame
  ) {
    for line in layout.decorationLines {
      let room = DecorationDrawing.room(of: line, layout.axes, at: origin, scale: frame.scale)
      guard let room else { continue }
      // Dots and dashes share pixels with their neighbours.
      let box = RoundedBox(DisplayShape(room), scale: .one)
      guard box.isDrawable else { continue }
      let clip = frame.clip.widened(by: (1, 1))
      add(box.touched(in: clip).widened(by: (1, 1)).clipped(to: frame.clip), times: 4)
    }
    layout.forEachGlyphRun(ofLines: lines ?? 0..<layout.lineCount) { run in
      let size = run.size * frame.scale.factor
      guard size > 0, size.isFinite else { return }
      let places = run.placeBounds(at: origin, scale: frame.scale)
      let seen = places.widened(by: run.face.inkReach(at: size)).clipped(to: frame.clip)
      guard !seen.isEmpty else { return }
      let glyph = run.face.inkExtent
      let area = min(
        (glyph.width * size + 4) * (glyph.height * size + 4), seen.area)
      pixelCount += Double(run.glyphCount) * area
      bounds = bounds.union(seen)
    }
  }

  private mutating func add(
    _ stroke: TextStroke, of layout: TextLayout, at origin: Point, _ frame: Frame
  ) {
    let half = stroke.width * frame.scale.factor / 2
    guard half > 0, half.isFinite, stroke.color.alpha > 0 else { return }
    let reach = Int(saturating: (4 * half + 1).rounded(.up))
    layout.forEachGlyphRun { run in
      let size = run.size * frame.scale.factor
      guard size > 0, size.isFinite else { return }
      let places = run.placeBounds(at: origin, scale: frame.scale)
      let ink = places.widened(by: run.face.inkReach(at: size)).widened(by: (reach, reach))
      add(ink.clipped(to: frame.clip), times: Self.gradientWeight)
    }
  }
}

extension GlyphRun {
  /// Returns the pixels around the origins of all glyphs.
  fileprivate func placeBounds(at origin: Point, scale: PixelScale) -> PixelRect {
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    forEachGlyphOnPage { _, x, y in
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
    }
    guard left <= right, top <= bottom else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    func pixel(_ place: Double) -> Int {
      Int(saturating: (place * scale.factor).limited().rounded(.down))
    }
    return PixelRect(
      left: pixel(origin.x + left), top: pixel(origin.y + top),
      right: pixel(origin.x + right) + 1, bottom: pixel(origin.y + bottom) + 1)
  }
}

extension FontFace {
  /// Returns the number of pixels that glyphs extend from their origins on each axis, for any
  /// rotation.
  fileprivate func inkReach(at size: Double) -> (x: Int, y: Int) {
    let reach = Int(saturating: (inkReach * size).limited().rounded(.up)) + 4
    return (reach, reach)
  }
}

// MARK: - Groups

extension RenderCost.Painting {
  private mutating func add(
    _ group: DisplayGroup, ink steps: [BandedImage.Step] = [], _ frame: Frame
  ) {
    guard !group.isTooDeep else { return }
    if group.hasEffects { return addWithEffects(group, frame) }
    guard let drawn = GroupFrame(group, scale: frame.scale, clip: frame.clip) else { return }
    var inner = frame
    inner.clip = drawn.clip
    guard drawn.needsLayer else {
      let content = Self(group.commands, ink: steps, inner)
      pixelCount += content.pixelCount
      bounds = bounds.union(content.bounds)
      return
    }
    inner.tile = LayerTiles.size(
      of: PixelRect(
        x: 0, y: 0, width: min(frame.tile.width, drawn.clip.width),
        height: min(frame.tile.height, drawn.clip.height)), level: frame.level)
    inner.level += 1
    let content = Self(group.commands, ink: steps, inner)
    // The layer is cleared and painted.
    pixelCount += content.pixelCount
    add(content.bounds.clipped(to: drawn.clip), times: 2)
  }

  /// Adds a group with effects.
  private mutating func addWithEffects(_ group: DisplayGroup, _ frame: Frame) {
    addBackdrop(of: group, frame)
    var effects = group.effects
    effects.backdrop = nil
    if effects.isPlain {
      add(DisplayGroup(group.commands, opacity: group.opacity, clip: group.clip), frame)
      return
    }
    guard group.opacity > 0, let plan = EffectPlan(effects, scale: frame.scale) else { return }
    let size = PixelRect(
      x: 0, y: 0, width: min(frame.clip.width, frame.tile.width),
      height: min(frame.clip.height, frame.tile.height))
    guard let tile = plan.tiles(of: size, level: frame.level).first else { return }
    // The pixels beneath a tile, for any tile.
    let (source, area) = (plan.source(of: tile), plan.content(of: tile))
    var inner = Frame(
      scale: plan.scale, clip: plan.content(of: frame.clip),
      tile: PixelSize(width: area.width, height: area.height), level: frame.level + 1)
    if let clip = group.clip {
      inner.clip = RoundedBox(clip, scale: plan.scale).touched(in: inner.clip)
    }
    let content = Self(group.commands, inner)
    let seen = plan.target(of: content.bounds.widened(by: (plan.reach, plan.reach)))
      .clipped(to: frame.clip)
    guard !seen.isEmpty else { return }
    let step = PixelSize(
      width: max(1, min(source.width, area.width)), height: max(1, source.height))
    let overlap = Self.overlap(
      of: PixelSize(width: area.width, height: area.height),
      from: plan.shift == nil ? PixelSize(width: step.width / 2, height: step.height / 2) : step,
      in: plan.source(of: seen))
    let tiles = Self.tileCount(seen, PixelSize(width: tile.width, height: tile.height))
    pixelCount += content.pixelCount * overlap
    pixelCount += tiles * area.area * weight(of: effects, plan)
    if let mask = effects.mask {
      pixelCount += Self(mask, inner).pixelCount * overlap + tiles * area.area * 2
    }
    add(seen, times: plan.shift == nil ? Self.turnWeight : 1)
    if effects.blend != .normal { pixelCount += seen.area * Self.colorWeight }
  }

  /// Returns the number of times that effects paint a pixel of a layer, in addition to its content.
  private func weight(of effects: DisplayEffects, _ plan: EffectPlan) -> Double {
    (effects.paint == nil ? 2 : 5) + Self.weight(of: plan.filters)
  }

  private static func weight(of filters: [PixelFilter]) -> Double {
    filters.reduce(0) { sum, filter in
      // Four channels are blurred.
      if case .blur = filter { sum + 4 * blurWeight } else { sum + colorWeight }
    }
  }

  /// Returns the maximum number of tiles of a size that cover an area.
  private static func tileCount(_ seen: PixelRect, _ tile: PixelSize) -> Double {
    func axis(_ all: Int, _ tile: Int) -> Double {
      all <= tile ? 1 : (Double(all) / Double(max(1, tile))).rounded(.up) + 1
    }
    return axis(seen.width, tile.width) * axis(seen.height, tile.height)
  }

  /// Adds the cost of a group's backdrop filter.
  private mutating func addBackdrop(of group: DisplayGroup, _ frame: Frame) {
    guard let plan = BackdropPlan(group, scale: frame.scale, in: frame.clip) else { return }
    // A copy and a mix, the shape with its layer, and the filters.
    let pixels = Self.blurred(plan.box, by: plan.reach, tile: frame.tile)
    pixelCount += pixels * (3 + Self.weight(of: plan.filters))
    add(plan.box, times: 5)
    guard let mask = group.effects.mask else { return }
    pixelCount += Self(mask, frame).pixelCount
  }
}
