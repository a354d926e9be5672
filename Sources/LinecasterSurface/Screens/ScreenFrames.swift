import LinecasterBase
import LinecasterCells
import LinecasterList

/// Where the parts of a screen are seen, in layout points from the top left corner of its host.
struct ScreenFrames: Hashable, Sendable {
  /// All of the screen; the parts are in it.
  let page: Rect
  /// What is above.
  let bar: Rect
  /// What is between that and the end of the page.
  let body: Rect
  /// What is over the end of the body.
  let overlay: Rect
  /// How much darker all that is below the screen is, 0 to 1; 0 where none of it is seen.
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
  /// The screens that are seen while a transition is on its way, from back to front, without those
  /// that are children of others.
  func seen(during transition: ScreenTransition?) -> [ScreenController] {
    let visible = visible
    let leaving = Set(transition?.leaving ?? [])
    let gone = screens.filter { screen in
      leaving.contains(screen.id) && !visible.contains { $0 === screen }
    }
    let comesFromBehind = transition.map { [.pop, .dismiss].contains($0.kind) } ?? false
    return (comesFromBehind ? visible + gone : gone + visible).filter { parent(of: $0) == nil }
  }

  /// Where the parts of a screen are: of a sheet, at the bottom and as high as what is in it.
  ///
  /// - Parameters:
  ///   - placement: How far the screen is from where it rests.
  ///   - size: How large the host is, in layout points.
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

  /// The screens that are shown in regions of another one's rows, each with where that is in the
  /// list of the other; those whose regions are not in sight are left out.
  ///
  /// They take the widths of their regions.
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
