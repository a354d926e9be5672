import LinecasterBase
import LinecasterDisplay
import LinecasterText

// The parts of two drawings that certainly have the same pixels. Images with the same name are
// assumed to have the same pixels.

extension BandedImage.Step {
  /// Returns whether two sequences of steps certainly draw the same pixels in an area.
  ///
  /// - Parameter finder: An empty finder of the ink of both drawings.
  /// - Complexity: O(steps), and that of the parts in the area.
  static func drawSame(
    _ old: [BandedImage.Step], _ new: [BandedImage.Step], in area: PixelRect,
    _ finder: DamageFinder
  ) -> Bool {
    let (old, new) = (old.filter { $0.touches(area) }, new.filter { $0.touches(area) })
    return old.count == new.count
      && zip(old, new).allSatisfy { $0.drawsSame(as: $1, in: area, finder) }
  }

  private func touches(_ area: PixelRect) -> Bool { !bounds.clipped(to: area).isEmpty }

  private func drawsSame(
    as other: BandedImage.Step, in area: PixelRect, _ finder: DamageFinder
  ) -> Bool {
    switch (content, other.content) {
    case (.plain(let one), .plain(let other)):
      return one.drawsSame(as: other, in: area, finder.scale)
    case (.text(let one, let place, let ink), .text(let other, let otherPlace, let otherInk)):
      guard place == otherPlace, one.hasSameAxes(as: other) else { return false }
      return ink.hasSameDecorations(as: otherInk, in: area, one.axes, at: place, finder)
        && one.looksLike(
          other, lines: ink.lines(from: area.top, to: area.bottom),
          otherInk.lines(from: area.top, to: area.bottom))
    case (
      .textShadow(let one, let place, let shadow, let ink),
      .textShadow(let other, let otherPlace, let otherShadow, let otherInk)
    ):
      let reach = GaussianBlur(deviation: shadow.blur * finder.scale.factor / 2).reach
      let wide = area.widened(by: (reach, reach))
      guard place == otherPlace, shadow == otherShadow, one.hasSameAxes(as: other) else {
        return false
      }
      let cast = place.offset(x: shadow.offset.x, y: shadow.offset.y)
      return ink.hasSameDecorations(as: otherInk, in: wide, one.axes, at: cast, finder)
        && one.looksLike(
          other, lines: ink.lines(from: wide.top, to: wide.bottom),
          otherInk.lines(from: wide.top, to: wide.bottom))
    case (.group(let one, let steps), .group(let other, let others)):
      return one.hasSameFrame(as: other, in: area, finder.scale)
        && Self.drawSame(steps, others, in: area, finder)
    default: return false
    }
  }

  /// The number of glyphs that the step draws in an area.
  func glyphCount(in area: PixelRect) -> Int {
    guard touches(area) else { return 0 }
    var count = 0
    switch content {
    case .plain(let command):
      var list = DisplayList(size: .zero)
      list.append(command)
      return list.glyphCount
    case .text(let layout, _, let ink), .textShadow(let layout, _, _, let ink):
      layout.forEachGlyphRun(ofLines: ink.lines(from: area.top, to: area.bottom)) {
        count += $0.glyphCount
      }
    case .group(_, let steps): for step in steps { count += step.glyphCount(in: area) }
    }
    return count
  }
}

extension TextInk {
  /// Returns whether the parts of two texts other than glyphs are the same in an area.
  fileprivate func hasSameDecorations(
    as other: TextInk, in area: PixelRect, _ axes: LineAxes, at origin: Point,
    _ finder: DamageFinder
  ) -> Bool {
    func touches(_ insert: (inout DamageFinder) -> Void) -> Bool {
      var finder = finder
      finder.clip = area
      insert(&finder)
      return !finder.region.isEmpty
    }
    func backgrounds(_ ink: TextInk) -> [TextBackground] {
      ink.decorations.backgrounds.filter { background in
        touches { $0.insert(axes.page(background.frame).offset(x: origin.x, y: origin.y)) }
      }
    }
    func lines(_ ink: TextInk) -> [TextDecorationLine] {
      ink.decorations.lines.filter { line in touches { $0.insert(line, axes, at: origin) } }
    }
    // A step whose ink cannot be found is taken to touch the area.
    func beneath(_ ink: TextInk) -> [DisplayCommand] {
      ink.beneath.filter { command in
        touches { finder in
          do throws(RasterError) {
            try finder.insert(command)
          } catch {
            finder.region.insert(finder.clip)
          }
        }
      }
    }
    let (steps, others) = (beneath(self), beneath(other))
    return backgrounds(self) == backgrounds(other) && lines(self) == lines(other)
      && steps.count == others.count
      && zip(steps, others).allSatisfy { $0.drawsSame(as: $1, in: area, finder.scale) }
  }
}

extension TextLayout {
  /// Whether equal positions of lines are equal positions on the page.
  fileprivate func hasSameAxes(as other: TextLayout) -> Bool {
    axes == other.axes || axes.isHorizontal && other.axes.isHorizontal
  }

  /// Returns whether some lines have the same glyphs at the same positions as some of another
  /// layout.
  fileprivate func looksLike(
    _ other: TextLayout, lines: Range<Int>, _ otherLines: Range<Int>
  ) -> Bool {
    guard lines.count == otherLines.count else { return false }
    var (runs, others): ([GlyphRun], [GlyphRun]) = ([], [])
    forEachGlyphRun(ofLines: lines) { runs.append($0) }
    other.forEachGlyphRun(ofLines: otherLines) { others.append($0) }
    return runs.count == others.count && zip(runs, others).allSatisfy { $0.looksLike($1) }
  }
}

extension DisplayCommand {
  /// Returns whether a step certainly draws the same pixels in an area as another.
  fileprivate func drawsSame(
    as other: DisplayCommand, in area: PixelRect, _ scale: PixelScale
  ) -> Bool {
    switch (self, other) {
    case (.fill(let one, let paint), .fill(let other, let otherPaint)):
      return paint == otherPaint
        && (one == other
          || paint.plainColor != nil && one.hasSameEdges(as: other, in: area, scale))
    case (.border(let one, let border), .border(let other, let otherBorder)):
      guard border == otherBorder else { return false }
      let edges = [border.top, border.right, border.bottom, border.left]
      let widest = edges.reduce(0) { max($0, $1.width) }
      return one == other
        || edges.allSatisfy { $0.pattern == .solid }
          && one.hasSameEdges(as: other, in: area, scale, reach: widest)
    default: return isSame(as: other)
    }
  }
}

extension DisplayGroup {
  /// Returns whether two groups, with any content and without effects, have the same opacity and
  /// the same clip in an area.
  fileprivate func hasSameFrame(
    as other: DisplayGroup, in area: PixelRect, _ scale: PixelScale
  ) -> Bool {
    guard opacity == other.opacity, isTooDeep == other.isTooDeep, !hasBackdrops,
      !other.hasBackdrops
    else { return false }
    guard let clip, let otherClip = other.clip else { return clip == other.clip }
    // Layers round colours once more.
    return clip == otherClip
      || clip.hasSameEdges(as: otherClip, in: area, scale)
        && GroupFrame(self, scale: scale, clip: area)?.needsLayer
          == GroupFrame(other, scale: scale, clip: area)?.needsLayer
  }
}

extension DisplayShape {
  /// Returns whether the edges of two shapes are the same in an area: top and bottom edges that
  /// differ are so far beyond it that no corner reaches into it.
  ///
  /// - Parameter reach: The distance from the edge at which the drawing may still depend on it, in
  ///   layout points.
  fileprivate func hasSameEdges(
    as other: DisplayShape, in area: PixelRect, _ scale: PixelScale, reach: Double = 0
  ) -> Bool {
    let (one, two) = (rect, other.rect)
    guard one.minX == two.minX, one.maxX == two.maxX, corners == other.corners else {
      return false
    }
    let margin = corners.maximum + reach + 2 / scale.factor
    let top = Double(area.top) / scale.factor - margin
    let bottom = Double(area.bottom) / scale.factor + margin
    return (one.minY == two.minY || max(one.minY, two.minY) < top)
      && (one.maxY == two.maxY || min(one.maxY, two.maxY) > bottom)
  }
}
