public import LinecasterBase
public import LinecasterText

/// What a cell looks like: drawing steps from back to front, ready for any renderer.
///
/// The list holds finished text layouts, so drawing it shapes, breaks and measures nothing.
///
///     var list = DisplayList(size: Size(width: 200, height: 60))
///     let box = DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40), cornerRadius: 8)
///     list.append(.fill(box, .color(Color(rgb: 0xE8F0FE))))
///     list.append(.text(layout, origin: Point(x: 20, y: 20)))
public struct DisplayList: Sendable {
  /// The area that the steps may draw in; renderers clip to it.
  public var size: Size
  /// The steps from back to front.
  public private(set) var commands: [DisplayCommand] = []
  /// The number of groups inside each other; `DisplayGroup.maximumDepth` + 1 where they were too
  /// deep.
  package private(set) var groupDepth = 0
  /// Whether groups among the steps change what is beneath them.
  package private(set) var hasBackdrops = false

  /// Makes an empty list for an area of `size` layout points.
  public init(size: Size) {
    self.size = size
  }

  /// Adds a step in front of the others.
  public mutating func append(_ command: DisplayCommand) {
    commands.append(command)
    groupDepth = max(groupDepth, command.groupDepth)
    hasBackdrops = hasBackdrops || command.changesBackdrop
  }

  /// The number of glyphs that drawing the list draws.
  public var glyphCount: Int {
    walk { _ in commands.reduce(0) { $0 + $1.glyphCount } }
  }

  /// Does work over the steps and all groups among them, on a stack that has room for those.
  ///
  /// - Parameter work: Gets the scope that it must use instead of the one given.
  package func walk<Value, Failure: Error>(
    _ scope: WorkScope = .unlimited, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try scope.withRoom(forLevels: groupDepth, work)
  }
}

/// One step of drawing, in layout points from the cell's top-left corner, y down.
public enum DisplayCommand: Sendable {
  /// Fill a shape with a colour or a gradient.
  case fill(DisplayShape, DisplayPaint)
  /// Draw lines along the inside of a shape's edges.
  case border(DisplayShape, Border)
  /// Draw the shadow of a shape: outside of it, or inside for an inset one; never both.
  case shadow(DisplayShape, Shadow)
  /// Draw a text layout with its top-left corner on the page at a point: its boxes and attachments,
  /// as `TextLayout.inlineCommands(at:scale:)` has them, then its letters and lines.
  case text(TextLayout, origin: Point)
  /// Draw the shadow of a text layout and its lines; it comes before the text.
  ///
  /// The spread and `isInset` of the shadow mean nothing here.
  case textShadow(TextLayout, origin: Point, Shadow)
  /// Draw a line along the outlines of the letters of a text; it comes before or after the text.
  case textStroke(TextLayout, origin: Point, TextStroke)
  /// Draw an image in a shape's rectangle, clipped to the shape; with a tint, as a template: where
  /// it is opaque, in that colour.
  case image(ImageReference, DisplayShape, ContentMode, tint: Color? = nil)
  /// Draw steps as one: with an opacity, clipped to a shape.
  case group(DisplayGroup)
}

extension DisplayCommand {
  /// The step moved right by `dx` and down by `dy` layout points.
  ///
  /// - Complexity: O(steps of its groups).
  public func offset(x dx: Double, y dy: Double) -> DisplayCommand {
    walk { _ in moved(x: dx, y: dy) }
  }

  /// Does work over the step and all groups in it, on a stack that has room for those.
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

  /// The number of glyphs that the step draws.
  var glyphCount: Int {
    switch self {
    case .text(let layout, _), .textShadow(let layout, _, _), .textStroke(let layout, _, _):
      layout.glyphCount
    case .group(let group): group.commands.reduce(0) { $0 + $1.glyphCount }
    case .fill, .border, .shadow, .image: 0
    }
  }
}

/// Steps that are drawn as one image.
///
///     let badge = DisplayGroup(
///       [.fill(box, .color(.black)), .text(layout, origin: Point(x: 20, y: 20))],
///       opacity: 0.5, clip: box)
///     list.append(.group(badge))
public struct DisplayGroup: Sendable {
  /// The most groups inside each other: two a level of the deepest cell, and some more.
  public static let maximumDepth = 600

  /// The steps from back to front.
  ///
  /// Empty where groups were nested deeper than `maximumDepth`, so that taking a list apart never
  /// ends the stack of a thread; see `isTooDeep`.
  public let commands: [DisplayCommand]
  /// What the opacity of the whole is multiplied with, 0 to 1.
  public let opacity: Double
  /// What of the whole is seen, before it is changed; nil for all of it.
  public let clip: DisplayShape?
  /// What becomes of its pixels.
  public var effects: DisplayEffects { box?.effects ?? DisplayEffects() }
  /// Nil where effects change nothing.
  private let box: EffectBox?
  /// The number of groups inside each other, this one included.
  let depth: Int

  /// Whether groups among the steps, not those in these, change what is beneath them.
  package let hasBackdrops: Bool

  /// Whether effects change anything.
  package var hasEffects: Bool { box != nil }
  /// What becomes of the pixels beneath; nil where these stay.
  package var backdrop: DisplayBackdrop? { box?.effects.backdrop }

  /// Makes a group; an opacity outside of 0…1 is clamped, and one that is not a number is 0.
  ///
  /// - Complexity: O(commands), groups among them counting as one.
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
    self.opacity = opacity > 0 ? min(opacity, 1) : 0
    self.clip = clip
  }

  /// The group moved right by `dx` and down by `dy` layout points.
  fileprivate func offset(x dx: Double, y dy: Double) -> DisplayGroup {
    guard !isTooDeep else { return self }
    return DisplayGroup(
      commands.map { $0.offset(x: dx, y: dy) }, opacity: opacity,
      clip: clip?.offset(x: dx, y: dy),
      effects: box?.effects.offset(x: dx, y: dy) ?? DisplayEffects())
  }

  /// Whether groups in it were nested too deep and left out; drawing it is an error.
  public var isTooDeep: Bool { depth > Self.maximumDepth }
}

extension DisplayCommand {
  /// Whether it is a group that changes what is beneath it.
  package var changesBackdrop: Bool {
    if case .group(let group) = self { group.backdrop != nil } else { false }
  }

  /// The number of groups inside each other, the step itself included.
  var groupDepth: Int {
    switch self {
    case .group(let group): group.depth
    case .text(let layout, _): layout.groupDepth
    case .fill, .border, .shadow, .textShadow, .textStroke, .image: 0
    }
  }
}
