public import LinecasterBase

/// The look of an inline box: background, border, corners and shadows.
///
///     var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
///     code.padding = Insets(horizontal: 4)
///     code.decoration = InlineDecoration(
///       background: ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x23282E)),
///       corners: CornerRadii(all: 4))
///
/// Left, right, top and bottom are sides of the page in every writing mode. If a line ends inside a
/// box with `BoxDecorationBreak.slice`, the fragments have no corners, border or shadow there.
public struct InlineDecoration: Hashable, Sendable {
  /// The fill colour of the border box; `nil` for none.
  public var background: ThemeColor?
  /// The corner radii of the border box, in layout points.
  public var corners: CornerRadii
  /// The border colour; `nil` uses the text colour. `InlineBox.border` has the widths.
  public var borderColor: ThemeColor?
  /// The border's line pattern.
  public var borderPattern: BorderPattern
  /// The shadows of the border box, front to back. Inset shadows are inside the border.
  public var shadows: [Shadow]

  /// Creates a decoration: by default with square corners, without fill or shadows, and with its
  /// border in the text colour.
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

  /// Returns the decoration with all distances multiplied.
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

/// A value of any type that text carries without using it: the tag of a box or the content of an
/// attachment.
///
///     let name = InlineBox(style: TextStyle(), tag: InlinePayload(user.id))
///
/// The layout returns the value for a press on the box:
///
///     if let id = layout.tag(at: point)?.value as? User.ID { open(id) }
public struct InlinePayload: Hashable, Sendable {
  /// The wrapped value.
  public let value: any Hashable & Sendable

  /// Wraps a value, which should not contain closures.
  public init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  /// Returns whether both wrap equal values of one type.
  ///
  /// - Complexity: That of comparing the values.
  public static func == (left: InlinePayload, right: InlinePayload) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool { value == right.value as? Value }
    return isEqual(left.value)
  }

  /// Feeds the type and the value to the hasher.
  ///
  /// - Complexity: That of hashing the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: value)))
    hasher.combine(value)
  }
}
