public import LinecasterBase

/// How a box in a text is drawn: what is behind its letters and along its edges.
///
///     var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
///     code.padding = Insets(horizontal: 4)
///     code.decoration = InlineDecoration(
///       background: ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x23282E)),
///       corners: CornerRadii(all: 4))
///
/// Sides are those of the page, whatever way lines run. Where a line ends inside a box that is
/// sliced, its fragments have neither corners nor a line nor a shadow there.
public struct InlineDecoration: Hashable, Sendable {
  /// The colour that its border box is filled with; nil for none.
  public var background: ThemeColor?
  /// The radii of the corners of its border box, in layout points.
  public var corners: CornerRadii
  /// The colour of its border, whose widths the box has; nil for that of its text.
  public var borderColor: ThemeColor?
  /// How the border is drawn.
  public var borderPattern: BorderPattern
  /// The shadows of the border box, and inset ones inside of its border; the first is in front.
  public var shadows: [Shadow]

  /// Makes a decoration; what is left out is nothing, square and in the colour of the text.
  public init(
    background: ThemeColor? = nil, corners: CornerRadii = .square,
    borderColor: ThemeColor? = nil, borderPattern: BorderPattern = .solid, shadows: [Shadow] = []
  ) {
    self.background = background
    self.corners = corners
    self.borderColor = borderColor
    self.borderPattern = borderPattern
    self.shadows = shadows
  }

  /// The decoration with all distances multiplied.
  func scaled(by factor: Double) -> InlineDecoration {
    var scaled = self
    scaled.corners = corners.map { $0 * factor }
    scaled.shadows = shadows.map { shadow in
      var shadow = shadow
      shadow.offset = Point(x: shadow.offset.x * factor, y: shadow.offset.y * factor)
      shadow.blur *= factor
      shadow.spread *= factor
      return shadow
    }
    return scaled
  }
}

/// A value of any type that a text carries and never looks into: the tag of a box, or what an
/// attachment shows.
///
///     let name = InlineBox(style: TextStyle(), tag: InlinePayload(user.id))
///
/// Where the box is pressed, the layout has the value:
///
///     if let id = layout.tag(at: point)?.value as? User.ID { open(id) }
public struct InlinePayload: Hashable, Sendable {
  /// The value.
  public let value: any Hashable & Sendable

  /// Wraps a value; closures do not belong in it.
  public init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  /// Whether both are equal values of one type.
  public static func == (left: InlinePayload, right: InlinePayload) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool { value == right.value as? Value }
    return isEqual(left.value)
  }

  /// Feeds the type and the value to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: value)))
    hasher.combine(value)
  }
}
