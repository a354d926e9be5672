import LinecasterBase
import LinecasterCells
import LinecasterList

/// The frames of a screen's parts, in layout points from the top left corner of the host.
struct ScreenFrames: Hashable, Sendable {
  /// The frame of the whole screen, which contains all parts.
  let page: Rect
  /// The frame of the bar.
  let bar: Rect
  /// The frame of the rows, from the bar to the end of the page.
  let body: Rect
  /// The frame of the overlay at the bottom of the body.
  let overlay: Rect
  /// The darkening of everything below the screen, 0 to 1; 0 if nothing of it is visible.
  let veil: Double

  /// The frame of a part.
  subscript(part: ScreenPart) -> Rect {
    switch part {
    case .bar: bar
    case .body: body
    case .overlay: overlay
    }
  }
}

extension ScreenStack {
  /// Returns the visible screens during a transition, from back to front, without children.
  func seen(during transition: ScreenTransition?) -> [ScreenController] {
    let visible = visible
    let leaving = Set(transition?.leaving ?? [])
    let gone = screens.filter { screen in
      leaving.contains(screen.id) && !visible.contains { $0 === screen }
    }
    let comesFromBehind = transition.map { [.pop, .dismiss].contains($0.kind) } ?? false
    return (comesFromBehind ? visible + gone : gone + visible).filter { parent(of: $0) == nil }
  }

  /// Returns the frames of a screen's parts; a sheet is at the bottom, and as high as its contents.
  ///
  /// - Parameters:
  ///   - placement: The screen's distance from its resting place.
  ///   - size: The size of the host, in layout points.
  func frames(
    of screen: ScreenController, at placement: ScreenTransition.Placement = .init(), in size: Size
  ) -> ScreenFrames {
    let scale = environment.scale
    func height(_ part: ScreenPart) -> Double {
      let total = screen.list(of: part)?.snapshot.geometry.totalHeight ?? 0
      return scale.roundedUp(min(max(0, total), size.height))
    }
    let (bar, overlay, whole) = (height(.bar), height(.overlay), scale.roundedUp(size.height))
    let isSheet = screen.presentation == .sheet
    let pageHeight = isSheet ? min(whole, bar + height(.body) + overlay) : whole
    let page = Rect(
      x: scale.rounded(placement.offset.x),
      y: whole - pageHeight + scale.rounded(placement.offset.y), width: size.width,
      height: pageHeight)
    func part(_ y: Double, _ height: Double) -> Rect {
      Rect(x: page.minX, y: y, width: page.width, height: height)
    }
    let way = size.height > 0 ? min(max(placement.offset.y / size.height, 0), 1) : 0
    return ScreenFrames(
      page: page, bar: part(page.minY, bar),
      body: part(page.minY + bar, max(0, page.height - bar)),
      overlay: part(page.maxY - overlay, overlay), veil: isSheet ? 0.35 * (1 - way) : 0)
  }

  /// Returns the child screens in regions of a screen's rows, each with its frame in that screen's
  /// list; those with regions out of sight are left out.
  ///
  /// Sets the children's widths to those of their regions.
  func regions(of screen: ScreenController) -> [(child: ScreenController, frame: Rect)] {
    let children = children(of: screen).filter { $0.region != nil }
    guard !children.isEmpty, let list = screen.list else { return [] }
    let frames = list.frames(ofTags: Set(children.compactMap(\.region)))
    return children.compactMap { child in
      guard let frame = child.region.flatMap({ frames[$0] }) else { return nil }
      child.fit(frame.width)
      return (child, frame)
    }
  }
}

extension LayoutEnvironment {
  /// The colour behind rows, in the current theme.
  var ground: Color { background.color(in: theme) }
}
