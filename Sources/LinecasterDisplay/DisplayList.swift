public import LinecasterBase
public import LinecasterText

/// The drawing steps of a cell from back to front, ready for any renderer.
///
/// The list contains finished text layouts, so drawing does not shape, break or measure text.
///
///     var list = DisplayList(size: Size(width: 200, height: 60))
///     let box = DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40), cornerRadius: 8)
///     list.append(.fill(box, .color(Color(rgb: 0xE8F0FE))))
///     list.append(.text(layout, origin: Point(x: 20, y: 20)))
public struct DisplayList: Sendable {
  /// The size of the drawing area, in layout points, to which renderers clip.
  public var size: Size
  /// The steps from back to front.
  public private(set) var commands: [DisplayCommand] = []
  /// The nesting depth of the groups; `DisplayGroup.maximumDepth` + 1 if they were too deep.
  package private(set) var groupDepth = 0
  /// Whether any group has a backdrop filter.
  package private(set) var hasBackdrops = false

  /// Creates an empty list for an area of `size` layout points.
  public init(size: Size) {
    self.size = size
  }

  /// Adds a step in front of the existing ones.
  ///
  /// - Complexity: O(1), amortized.
  public mutating func append(_ command: DisplayCommand) {
    commands.append(command)
    groupDepth = max(groupDepth, command.groupDepth)
    hasBackdrops = hasBackdrops || command.changesBackdrop
  }

  /// The number of glyphs in the list, groups included.
  ///
  /// - Complexity: O(steps), on each access.
  public var glyphCount: Int {
    walk { _ in commands.reduce(0) { $0 + $1.glyphCount } }
  }

  /// Runs work over the steps and all their groups, on a stack with room for the nesting.
  ///
  /// - Parameter work: Receives the scope to use instead of `scope`.
  package func walk<Value, Failure: Error>(
    _ scope: WorkScope = .unlimited, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try scope.withRoom(forLevels: groupDepth, work)
  }
}

/// A drawing step, in layout points from the cell's top-left corner, y down.
public enum DisplayCommand: Sendable {
  /// Fills a shape with a colour or a gradient.
  case fill(DisplayShape, DisplayPaint)
  /// Draws lines along the inside of a shape's edges (CSS `border`).
  case border(DisplayShape, Border)
  /// Draws the shadow of a shape: outside of the shape, or inside if the shadow is inset (CSS
  /// `box-shadow`).
  case shadow(DisplayShape, Shadow)
  /// Draws a text layout with its top-left corner at a point on the page.
  ///
  /// Its boxes and attachments are drawn first, as in `TextLayout.inlineCommands(at:scale:)`, then
  /// its letters and lines.
  case text(TextLayout, origin: Point)
  /// Draws the shadow of a text layout and its decoration lines (CSS `text-shadow`). Add it before
  /// the text.
  ///
  /// The shadow's `spread` and `isInset` are ignored.
  case textShadow(TextLayout, origin: Point, Shadow)
  /// Draws a stroke along the outlines of a text's letters. Add it before or after the text.
  case textStroke(TextLayout, origin: Point, TextStroke)
  /// Draws an image in a shape's rectangle, clipped to the shape. A tint replaces the image's
  /// colours and keeps their opacity, as for UIKit's template images.
  case image(ImageReference, DisplayShape, ContentMode, tint: Color? = nil)
  /// Draws steps as one image, with an opacity, a clip and effects.
  case group(DisplayGroup)
}

extension DisplayCommand {
  /// Returns the step moved right by `dx` and down by `dy` layout points.
  ///
  /// - Complexity: O(steps) of a group; otherwise O(1).
  public func offset(x dx: Double, y dy: Double) -> DisplayCommand {
    walk { _ in moved(x: dx, y: dy) }
  }

  /// Runs work over the step and all its groups, on a stack with room for the nesting.
  package func walk<Value, Failure: Error>(
    _ scope: WorkScope = .unlimited, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try scope.withRoom(forLevels: groupDepth, work)
  }

  private func moved(x dx: Double, y dy: Double) -> DisplayCommand {
    switch self {
    case .fill(let shape, let paint): .fill(shape.offset(x: dx, y: dy), paint)
    case .border(let shape, let border): .border(shape.offset(x: dx, y: dy), border)
    case .shadow(let shape, let shadow): .shadow(shape.offset(x: dx, y: dy), shadow)
    case .text(let layout, let origin): .text(layout, origin: origin.offset(x: dx, y: dy))
    case .textShadow(let layout, let origin, let shadow):
      .textShadow(layout, origin: origin.offset(x: dx, y: dy), shadow)
    case .textStroke(let layout, let origin, let stroke):
      .textStroke(layout, origin: origin.offset(x: dx, y: dy), stroke)
    case .image(let image, let shape, let mode, let tint):
      .image(image, shape.offset(x: dx, y: dy), mode, tint: tint)
    case .group(let group): .group(group.offset(x: dx, y: dy))
    }
  }

  /// The number of glyphs in the step.
  var glyphCount: Int {
    switch self {
    case .text(let layout, _), .textShadow(let layout, _, _), .textStroke(let layout, _, _):
      layout.glyphCount
    case .group(let group): group.commands.reduce(0) { $0 + $1.glyphCount }
    case .fill, .border, .shadow, .image: 0
    }
  }
}

/// Steps that are drawn as one image, like a transparency layer of Core Graphics.
///
///     let badge = DisplayGroup(
///       [.fill(box, .color(.black)), .text(layout, origin: Point(x: 20, y: 20))],
///       opacity: 0.5, clip: box)
///     list.append(.group(badge))
public struct DisplayGroup: Sendable {
  /// The maximum nesting depth of groups: two for each level of the deepest cell, plus a reserve.
  public static let maximumDepth = 600

  /// The steps from back to front.
  ///
  /// There are no steps if groups were nested more deeply than `maximumDepth`, so releasing a list
  /// never overflows a thread's stack; see `isTooDeep`.
  public let commands: [DisplayCommand]
  /// The opacity of the whole group, from 0 to 1.
  public let opacity: Double
  /// The clip, which is applied before the effects; `nil` for none.
  public let clip: DisplayShape?
  /// The effects on the group's pixels.
  public var effects: DisplayEffects { box?.effects ?? DisplayEffects() }
  /// The effects; `nil` if they change nothing.
  private let box: EffectBox?
  /// The nesting depth, this group included.
  let depth: Int

  /// Whether any group directly among the steps has a backdrop filter.
  package let hasBackdrops: Bool
  /// Whether a group inside blends with what this group draws on, or with this group's other steps.
  package let hasBlends: Bool

  /// Whether the effects change anything.
  package var hasEffects: Bool { box != nil }
  /// The backdrop filter; `nil` for none.
  package var backdrop: DisplayBackdrop? { box?.effects.backdrop }

  /// Creates a group. The opacity is clamped to 0...1, and NaN becomes 0.
  ///
  /// - Complexity: O(commands), each nested group counting as one.
  public init(
    _ commands: [DisplayCommand], opacity: Double = 1, clip: DisplayShape? = nil,
    effects: DisplayEffects = DisplayEffects()
  ) {
    let all = commands + (effects.mask ?? [])
    let depth = 1 + all.reduce(0) { max($0, $1.groupDepth) }
    self.depth = min(depth, Self.maximumDepth + 1)
    self.commands = depth > Self.maximumDepth ? [] : commands
    box = depth > Self.maximumDepth || effects.isPlain ? nil : EffectBox(effects)
    hasBackdrops = self.commands.contains(where: \.changesBackdrop)
    hasBlends = self.commands.contains(where: \.blends)
    self.opacity = opacity > 0 ? min(opacity, 1) : 0
    self.clip = clip
  }

  /// Returns the group moved right by `dx` and down by `dy` layout points.
  fileprivate func offset(x dx: Double, y dy: Double) -> DisplayGroup {
    guard !isTooDeep else { return self }
    return DisplayGroup(
      commands.map { $0.offset(x: dx, y: dy) }, opacity: opacity,
      clip: clip?.offset(x: dx, y: dy),
      effects: box?.effects.offset(x: dx, y: dy) ?? DisplayEffects())
  }

  /// Whether the group dropped its steps because they were nested too deeply. Drawing such a group
  /// is an error.
  public var isTooDeep: Bool { depth > Self.maximumDepth }
}

extension DisplayGroup {
  /// Whether the group is composited on its own before it is drawn (CSS `isolation`).
  fileprivate var isIsolated: Bool { hasEffects || opacity < 1 }

  /// Whether the group blends with the steps beneath it, or has a group inside that does.
  package var blends: Bool { effects.blend != .normal || hasBlends && !isIsolated }

  /// The group with normal blending.
  package var withoutBlending: DisplayGroup {
    var effects = effects
    effects.blend = .normal
    return DisplayGroup(commands, opacity: opacity, clip: clip, effects: effects)
  }

  /// The steps, each clipped as the group is, if one of them blends with what is beneath the group;
  /// `nil` for other groups.
  ///
  /// A clip does not isolate its content (CSS Compositing 1 §2.2), but the layer of a clipped
  /// group would. Groups that blend are therefore clipped inside their own layers.
  ///
  /// - Complexity: O(steps), those of plain groups inside included.
  package var clippedSteps: [DisplayCommand]? {
    guard let clip, hasBlends, !isIsolated, !hasBackdrops else { return nil }
    return commands.flatMap { $0.clipped(to: clip) }
  }
}

extension DisplayCommand {
  /// The step clipped to a shape, without a layer around what blends.
  fileprivate func clipped(to clip: DisplayShape) -> [DisplayCommand] {
    guard case .group(let group) = self, blends, !group.hasBackdrops else {
      return [.group(DisplayGroup([self], clip: clip))]
    }
    guard group.effects.blend != .normal else {
      return (group.clippedSteps ?? group.commands).flatMap { $0.clipped(to: clip) }
    }
    let blending = DisplayEffects(blend: group.effects.blend)
    return [.group(DisplayGroup([.group(group.withoutBlending)], clip: clip, effects: blending))]
  }

  /// Whether the step is a group with a backdrop filter.
  package var changesBackdrop: Bool {
    if case .group(let group) = self { group.backdrop != nil } else { false }
  }

  /// Whether the step is a group that blends with the steps beneath it.
  fileprivate var blends: Bool { if case .group(let group) = self { group.blends } else { false } }

  /// The nesting depth of groups, the step itself included.
  var groupDepth: Int {
    switch self {
    case .group(let group): group.depth
    case .text(let layout, _): layout.groupDepth
    case .fill, .border, .shadow, .textShadow, .textStroke, .image: 0
    }
  }
}

/// A reference to effects, because few groups have any.
final class EffectBox: Sendable {
  let effects: DisplayEffects

  init(_ effects: DisplayEffects) { self.effects = effects }
}

/// A rectangle with optional rounded corners, in layout points.
///
///     let frame = Rect(x: 10, y: 10, width: 180, height: 40)
///     let bubble = DisplayShape(
///       frame, corners: CornerRadii(topLeft: 12, topRight: 12, bottomRight: 12))
///     list.append(.fill(bubble, .color(.black)))
public struct DisplayShape: Hashable, Sendable {
  /// The bounding rectangle of the shape.
  public let rect: Rect
  /// The corner radii, reduced to fit the rectangle.
  public let corners: CornerRadii

  /// Creates a shape. Radii that do not fit the rectangle are reduced as in CSS.
  ///
  /// Edges are clamped to a billion points. A rectangle with a NaN becomes the empty rectangle.
  public init(_ rect: Rect, corners: CornerRadii) {
    self.rect = rect.limited
    self.corners = corners.reduced(width: self.rect.width, height: self.rect.height)
  }

  /// Creates a shape with equal corners. The radius is clamped to 0 through half of the shorter
  /// side.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    self.init(rect, corners: CornerRadii(all: cornerRadius))
  }

  /// The largest corner radius; 0 for a plain rectangle.
  public var cornerRadius: Double { corners.maximum }

  /// Returns the shape moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> DisplayShape {
    DisplayShape(rect.offset(x: dx, y: dy), corners: corners)
  }

  /// Returns the shape with its edges moved inwards. Each radius shrinks by the smaller of the two
  /// distances at its corner, so equal distances leave a band of constant width.
  public func inset(by insets: Insets) -> DisplayShape {
    DisplayShape(
      rect.inset(by: insets),
      corners: CornerRadii(
        topLeft: corners.topLeft - min(insets.top, insets.left),
        topRight: corners.topRight - min(insets.top, insets.right),
        bottomRight: corners.bottomRight - min(insets.bottom, insets.right),
        bottomLeft: corners.bottomLeft - min(insets.bottom, insets.left)))
  }
}

extension Shadow {
  /// Returns the edge that is blurred to draw the shadow of a shape.
  ///
  /// Outer shadows fill its inside, inset ones its outside. Square corners stay square; round ones
  /// grow with the spread. Radii shorter than the spread grow by less, so a nearly square shape
  /// casts a nearly square shadow.
  package func outline(of shape: DisplayShape) -> DisplayShape {
    let grown = isInset ? -spread : spread
    let rect = shape.rect.inset(by: Insets(all: -grown)).offset(x: offset.x, y: offset.y)
    return DisplayShape(rect, corners: shape.corners.map { Self.radius($0, grownBy: grown) })
  }

  private static func radius(_ radius: Double, grownBy spread: Double) -> Double {
    guard radius > 0 else { return 0 }
    guard spread > 0, radius < spread else { return max(0, radius + spread) }
    let missing = 1 - radius / spread
    return radius + spread * (1 - missing * missing * missing)
  }
}

/// The rendering mode of letters, chosen by the reader or the page. It does not affect text layout.
///
///     var environment = LayoutEnvironment(width: 320, scale: PixelScale(1.25))
///     environment.textRendering = .plain
public enum TextRendering: String, Hashable, Sendable, CaseIterable {
  /// Chooses by the scale: `screen` up to 1.5 device pixels per layout point, otherwise `plain`.
  case automatic = "auto"
  /// Draws unhinted outlines with plain blending.
  case plain
  /// Aligns horizontal strokes with pixel rows, and gives light text on dark the same weight as
  /// dark text on light.
  case screen
}
