public import LinecasterBase
public import LinecasterDisplay
public import LinecasterText

/// The result of a hit test in a cell.
///
///     if let hit = arrangement.hit(Point(x: 12, y: 8)), hit.isTagged(Action.reply) { reply() }
public struct CellHit: Hashable, Sendable {
  /// The regions that contain the point, innermost first.
  public let regions: [Region]

  package init(regions: [Region]) {
    self.regions = regions
  }

  /// The tag of the innermost region with a tag; `nil` for none.
  public var tag: InlinePayload? { regions.lazy.compactMap(\.tag).first }
  /// The link of the innermost region with a link; `nil` for none.
  public var link: String? { regions.lazy.compactMap(\.link).first }

  /// The tooltip at the point: that of the innermost region with one, or the label of a control
  /// without text; `nil` for none.
  package var tooltip: String? {
    regions.lazy.compactMap { region in
      let isWordless = region.role?.isInteractive == true && region.texts.isEmpty
      return region.tooltip ?? (isWordless ? region.label : nil)
    }.first
  }

  /// Returns whether the innermost region with a tag has the given tag.
  public func isTagged(_ tag: some Hashable & Sendable) -> Bool { self.tag == InlinePayload(tag) }
}

/// A laid-out text of a cell, with its place.
public struct PlacedText: Sendable {
  /// The layout of the text, which maps points to text positions and ranges to rectangles.
  public let layout: TextLayout
  /// The top-left corner of the layout, in layout points from the cell's top-left corner.
  public let origin: Point
  /// The transform of the text, if a node around it is rotated, scaled or moved.
  public var transform = DisplayTransform.identity

  init(layout: TextLayout, origin: Point, transform: DisplayTransform = .identity) {
    self.layout = layout
    self.origin = origin
    self.transform = transform
  }

  /// Maps a point of the cell to the layout's own frame, in which lines run from left to right.
  public func local(_ point: Point) -> Point {
    layout.axes.layout(place(of: point).offset(x: -origin.x, y: -origin.y))
  }

  /// Maps a point to the place before the transform.
  private func place(of point: Point) -> Point {
    transform == .identity ? point : transform.inverse?.apply(point) ?? point
  }
}

extension CellArrangement {
  /// Returns the regions at a point; `nil` outside of the cell.
  ///
  /// The point is in layout points from the cell's top-left corner. If regions overlap, the result
  /// has the front one and the regions around it. Corners count as square.
  ///
  /// - Complexity: O(regions). Thread-safe.
  public func hit(_ point: Point) -> CellHit? {
    guard Rect(origin: .zero, size: size).contains(point) else { return nil }
    guard let front = regions.lastIndex(where: { $0.contains(point) }) else {
      return CellHit(regions: [])
    }
    var found: [Region] = []
    var next: Int? = front
    while let index = next, regions.indices.contains(index) {
      found.append(regions[index])
      // Enclosing regions have lower indices.
      next = regions[index].parent.flatMap { $0 < index ? $0 : nil }
    }
    return CellHit(regions: found)
  }

  /// The texts of the cell in layout order, which is reading order.
  ///
  /// - Complexity: O(drawing steps), on each access.
  public var texts: [PlacedText] {
    var texts: [PlacedText] = []
    // Commands that follow a group wait here while the group is read.
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

  /// Returns the text at a point, or else the nearest one above or below the point; `nil` if the
  /// cell has no text.
  ///
  /// - Complexity: O(drawing steps).
  public func text(nearest point: Point) -> PlacedText? {
    texts.min { $0.distance(to: point) < $1.distance(to: point) }
  }
}

extension PlacedText {
  /// Returns the distance to the text's box; vertical distance counts more than horizontal.
  func distance(to point: Point) -> Double {
    let size = layout.axes.pageSize
    let point = place(of: point)
    let dx = max(origin.x - point.x, point.x - origin.x - size.width, 0)
    let dy = max(origin.y - point.y, point.y - origin.y - size.height, 0)
    return dy * 1_000 + dx
  }
}

extension Rect {
  /// Whether the rectangle contains a point; right and bottom edges are outside.
  package func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }
}
