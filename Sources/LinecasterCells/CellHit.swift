public import LinecasterBase
public import LinecasterDisplay
public import LinecasterText

/// What is at a point of a cell.
///
///     if let hit = arrangement.hit(Point(x: 12, y: 8)), hit.isTagged(Action.reply) { reply() }
public struct CellHit: Hashable, Sendable {
  /// The regions that the point is in, the innermost first.
  public let regions: [Region]

  package init(regions: [Region]) {
    self.regions = regions
  }

  /// The tag of the innermost region that has one.
  public var tag: InlinePayload? { regions.lazy.compactMap(\.tag).first }
  /// The link of the innermost region that has one.
  public var link: String? { regions.lazy.compactMap(\.link).first }

  /// Whether the innermost region with a tag has this one.
  public func isTagged(_ tag: some Hashable & Sendable) -> Bool { self.tag == InlinePayload(tag) }
}

/// A text of a cell, laid out, and where it is.
public struct PlacedText: Sendable {
  /// The lines, which answer what is at a point and where a range is.
  public let layout: TextLayout
  /// The corner of the layout, in layout points from the cell's top-left corner.
  public let origin: Point
  /// Where the text is seen, where a node around it is turned, scaled or moved.
  public var transform = DisplayTransform.identity

  init(layout: TextLayout, origin: Point, transform: DisplayTransform = .identity) {
    self.layout = layout
    self.origin = origin
    self.transform = transform
  }

  /// Where a point of the cell is in the layout's own frame, which has lines from left to right.
  public func local(_ point: Point) -> Point {
    layout.axes.layout(place(of: point).offset(x: -origin.x, y: -origin.y))
  }

  /// Where a point would be seen if nothing were turned.
  private func place(of point: Point) -> Point {
    transform == .identity ? point : transform.inverse?.apply(point) ?? point
  }
}

extension CellArrangement {
  /// The regions at a point in layout points from the cell's top-left corner; nil outside of the
  /// cell.
  ///
  /// Where regions lie over each other, what is in front counts, with those around it. Corners
  /// count as square.
  ///
  /// - Complexity: O(regions). Any thread.
  public func hit(_ point: Point) -> CellHit? {
    guard Rect(origin: .zero, size: size).contains(point) else { return nil }
    guard let front = regions.lastIndex(where: { $0.contains(point) }) else {
      return CellHit(regions: [])
    }
    var found: [Region] = []
    var next: Int? = front
    while let index = next, regions.indices.contains(index) {
      found.append(regions[index])
      // Those around come before.
      next = regions[index].parent.flatMap { $0 < index ? $0 : nil }
    }
    return CellHit(regions: found)
  }

  /// The texts of the cell in the order of its layout, which is that of reading.
  ///
  /// - Complexity: O(drawing steps); made again each time.
  public var texts: [PlacedText] {
    var texts: [PlacedText] = []
    // The commands that follow a group wait here while those in it are read.
    var waiting = [(commands: displayList.commands[...], transform: DisplayTransform.identity)]
    while var (commands, transform) = waiting.popLast() {
      while let command = commands.popFirst() {
        switch command {
        case .text(let layout, let origin):
          texts.append(PlacedText(layout: layout, origin: origin, transform: transform))
        case .group(let group):
          waiting.append((commands, transform))
          commands = group.commands[...]
          if group.hasEffects { transform = group.effects.transform.followed(by: transform) }
        case .fill, .border, .shadow, .textShadow, .textStroke, .image: break
        }
      }
    }
    return texts
  }

  /// The text at a point, or else the nearest above or below it; nil in cells without text.
  ///
  /// - Complexity: O(drawing steps).
  public func text(nearest point: Point) -> PlacedText? {
    texts.min { $0.distance(to: point) < $1.distance(to: point) }
  }
}

extension PlacedText {
  /// How far a point is from the box of the text, the way down counting more than that to a side.
  func distance(to point: Point) -> Double {
    let size = layout.axes.pageSize
    let point = place(of: point)
    let dx = max(origin.x - point.x, point.x - origin.x - size.width, 0)
    let dy = max(origin.y - point.y, point.y - origin.y - size.height, 0)
    return dy * 1_000 + dx
  }
}

extension Rect {
  /// Whether a point is in the rectangle; right and bottom edges are outside.
  package func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }
}
