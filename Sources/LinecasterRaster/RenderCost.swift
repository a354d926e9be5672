import LinecasterBase
import LinecasterDisplay
import LinecasterText

extension RenderBudget {
  /// Whether the budget allows the memory of a drawing.
  func allows(_ cost: RenderCost) -> Bool {
    cost.pixelCount <= pixelCount && cost.byteCount <= byteCount
  }

  /// Throws unless the budget allows the memory of a drawing.
  ///
  /// - Parameter source: The drawing's name in error messages.
  func check(_ cost: RenderCost, of source: @autoclosure () -> String) throws(Excess) {
    try check(.pixels, cost.pixelCount, of: source())
    try check(.bytes, cost.byteCount, of: source())
  }

  /// Throws if steps drawn in a clip hold or paint more than the budget.
  ///
  /// - Parameter source: The steps' name in error messages.
  func check(
    _ commands: [DisplayCommand], scale: PixelScale, clip: PixelRect,
    of source: @autoclosure () -> String
  ) throws(Excess) {
    try check(RenderCost(commands, scale: scale, clip: clip), of: source())
    let painting = RenderCost.Painting(commands, scale: scale, clip: clip)
    try check(.blendedPixels, painting.count, of: source())
  }
}

/// The memory that a drawing holds at a time, computed from the steps before drawing.
///
/// `RenderCost.Painting` is its time.
struct RenderCost: Hashable, Sendable {
  var pixelCount = 0
  var byteCount = 0

  /// Creates the cost of pixels held as images.
  init(pixelCount: Int = 0) {
    self.pixelCount = pixelCount
    byteCount = pixelCount * 4
  }

  /// Creates the cost of steps drawn in sequence inside a clip, without that of the bitmap beneath.
  ///
  /// - Parameter rows: The maximum number of rows of the clip drawn at a time; `nil` for all.
  /// - Complexity: O(steps).
  init(_ commands: [DisplayCommand], scale: PixelScale, clip: PixelRect, rows: Int? = nil) {
    let tile = PixelRect(
      x: 0, y: 0, width: clip.width, height: min(rows ?? clip.height, clip.height))
    self.init(commands, scale: scale, clip: clip, tile: tile, level: 0)
  }

  /// - Parameters:
  ///   - clip: The visible pixels of the steps.
  ///   - tile: The part drawn at a time.
  ///   - level: The number of layers beneath.
  private init(
    _ commands: [DisplayCommand], scale: PixelScale, clip: PixelRect, tile: PixelRect, level: Int
  ) {
    self.init()
    var (tile, level) = (tile, level)
    let backdrops = Backdrops(commands, scale: scale, in: clip)
    if !backdrops.isEmpty {
      let size = backdrops.size(of: LayerTiles.size(of: tile, level: level), in: clip)
      tile = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
      level += 1
    }
    for command in commands {
      switch command {
      case .fill, .border, .textStroke, .image: continue
      case .text(let layout, _):
        guard layout.isRich else { continue }
        let beneath = layout.inlineCommands(scale: scale)
        join(RenderCost(beneath, scale: scale, clip: clip, tile: tile, level: level))
      case .shadow(_, let shadow):
        let blur = GaussianBlur(deviation: shadow.blur * scale.factor / 2)
        join(BlurredMask.cost(blur, in: tile))
      case .textShadow(_, _, let shadow):
        let blur = GaussianBlur(deviation: shadow.blur * scale.factor / 2)
        join(Canvas.silhouetteCost(blur, in: tile))
      case .group(let group):
        join(RenderCost(group, scale: scale, clip: clip, tile: tile, level: level))
      }
    }
    if !backdrops.isEmpty { add(RenderCost(pixelsOf: tile)) }
  }

  /// Creates the cost of an image of a size.
  private init(pixelsOf rect: PixelRect) {
    self.init(pixelCount: Int(saturating: min(rect.area, 1e15)))
  }

  private init(
    _ group: DisplayGroup, scale: PixelScale, clip: PixelRect, tile: PixelRect, level: Int
  ) {
    self.init()
    if group.hasEffects {
      add(RenderCost(withEffects: group, scale: scale, clip: clip, tile: tile, level: level))
      return
    }
    let frame = GroupFrame(group, scale: scale, clip: clip)
    guard let frame, !frame.clip.isEmpty else { return }
    let seen = PixelRect(
      x: 0, y: 0, width: min(frame.clip.width, tile.width),
      height: min(frame.clip.height, tile.height))
    guard frame.needsLayer else {
      self.init(group.commands, scale: scale, clip: frame.clip, tile: seen, level: level)
      return
    }
    let size = LayerTiles.size(of: seen, level: level)
    self.init(pixelCount: size.width * size.height)
    let inner = RenderCost(
      group.commands, scale: scale, clip: frame.clip,
      tile: PixelRect(x: 0, y: 0, width: size.width, height: size.height), level: level + 1)
    add(inner)
  }

  /// Creates the cost of a group with effects: its content, the source and result of the effects,
  /// and the layers inside.
  private init(
    withEffects group: DisplayGroup, scale: PixelScale, clip: PixelRect, tile: PixelRect, level: Int
  ) {
    self.init()
    let effects = group.effects
    guard !clip.isEmpty, let plan = EffectPlan(effects, scale: scale) else { return }
    if let backdrop = BackdropPlan(group, scale: scale, in: clip) {
      let part = PixelRect(
        x: 0, y: 0, width: min(backdrop.box.width, tile.width),
        height: min(backdrop.box.height, tile.height)
      ).widened(by: (backdrop.reach, backdrop.reach))
      // The backdrop, the filtered backdrop with sums of one channel, and the shape.
      for _ in 0..<3 { add(RenderCost(pixelsOf: part)) }
    }
    let seen = PixelRect(
      x: 0, y: 0, width: min(clip.width, tile.width), height: min(clip.height, tile.height))
    guard let first = plan.tiles(of: seen, level: level).first else { return }
    let area = plan.content(of: first)
    let size = PixelRect(x: 0, y: 0, width: area.width, height: area.height)
    // The content, and one of these: its colours, a filtered copy with sums of one channel, the
    // mask.
    let own = Int(saturating: min(2 * area.area, 1e15))
    pixelCount += own
    byteCount += own * 5
    let content = plan.content(of: clip)
    var inner = RenderCost()
    for commands in [group.commands, effects.mask ?? []] {
      inner.join(
        RenderCost(commands, scale: plan.scale, clip: content, tile: size, level: level + 1))
    }
    add(inner)
  }

  /// Adds memory held at the same time.
  mutating func add(_ other: RenderCost) {
    pixelCount += other.pixelCount
    byteCount += other.byteCount
  }

  /// Includes memory held at another time.
  private mutating func join(_ other: RenderCost) {
    pixelCount = max(pixelCount, other.pixelCount)
    byteCount = max(byteCount, other.byteCount)
  }
}

/// The opacity and clip that a group is drawn with.
struct GroupFrame {
  /// The group's visible pixels.
  let clip: PixelRect
  /// The clip shape; `nil` for none.
  let box: RoundedBox?
  let opacity: UInt8
  private let hasBackdrops: Bool

  /// `nil` if the group is invisible.
  init?(_ group: DisplayGroup, scale: PixelScale, clip: PixelRect) {
    opacity = UInt8(saturating: (group.opacity * 255).rounded())
    hasBackdrops = group.hasBackdrops
    box = group.clip.map { RoundedBox($0, scale: scale) }
    guard opacity > 0, box?.isDrawable ?? true else { return nil }
    self.clip = box?.touched(in: clip) ?? clip
    if self.clip.isEmpty { return nil }
  }

  /// Whether the group is drawn on a layer first. An opaque group with a clip of whole pixels is
  /// not, unless a group inside has a backdrop filter, which sees only this group's content.
  var needsLayer: Bool { opacity < 255 || box?.isMadeOfPixels == false || hasBackdrops }
}

extension RoundedBox {
  /// Whether its edges lie on pixel edges and its corners are square.
  fileprivate var isMadeOfPixels: Bool {
    upperReach + lowerReach == 0
      && [left, top, right, bottom].allSatisfy { $0 == $0.rounded() }
  }
}

/// Cuts layers into tiles, so that groups of any size and depth take little memory.
enum LayerTiles {
  /// The pixels of a tile of the outermost layer; each inner layer has half as many.
  private static let greatest = 1 << 20
  /// The minimum number of pixels of a tile.
  private static let least = 1 << 16

  /// Returns the tile size for an area.
  ///
  /// - Parameter level: The number of layers around this one.
  static func size(of rect: PixelRect, level: Int) -> PixelSize {
    let count = max(least, greatest >> min(level, 20))
    let width = min(rect.width, count)
    return PixelSize(width: width, height: min(rect.height, max(1, count / max(1, width))))
  }

  /// Returns an area cut into tiles, row by row.
  static func tiles(of rect: PixelRect, level: Int) -> [PixelRect] {
    guard !rect.isEmpty else { return [] }
    let size = size(of: rect, level: level)
    return stride(from: rect.top, to: rect.bottom, by: size.height).flatMap { y in
      stride(from: rect.left, to: rect.right, by: size.width).map { x in
        PixelRect(x: x, y: y, width: size.width, height: size.height).clipped(to: rect)
      }
    }
  }
}
