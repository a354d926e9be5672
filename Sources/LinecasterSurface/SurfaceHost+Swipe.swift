import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterList

/// A row that a finger moves aside, to delete it.
struct RowSwipe: Hashable, Sendable {
  let row: RowIdentity
  let start: Point
  /// The distance of the finger, negative to the left.
  var distance = 0.0

  /// The share of the width beyond which the release deletes the row.
  static let deletingShare = 0.4
}

// MARK: - Input

extension SurfaceHost {
  /// Begins to move a deletable row aside if a finger moves towards the leading edge.
  ///
  /// - Returns: Whether it does.
  func beginsSwipe(from start: Point, to point: Point) -> Bool {
    let (x, y) = (point.x - start.x, point.y - start.y)
    guard abs(x) > abs(y), isTowardsLeading(x), let controller,
      let row = controller.hit(at: start)?.identity, controller.isDeletable(row)
    else { return false }
    controller.press(at: nil)
    gesture = .swiping(RowSwipe(row: row, start: start))
    swipe(to: point)
    return true
  }

  /// Moves the row with the finger.
  func swipe(to point: Point) {
    guard case .swiping(var swipe) = gesture else { return }
    let x = point.x - swipe.start.x
    swipe.distance = isTowardsLeading(x) ? x : 0
    gesture = .swiping(swipe)
    isOutdated = true
  }

  /// Ends the swipe: deletes the row if it was moved far enough. It moves back to its place, from
  /// which a new model removes it.
  ///
  /// - Returns: Whether there was an action to run.
  func endSwipe(isCancelled: Bool = false) -> Bool {
    guard case .swiping(let swipe) = gesture else { return false }
    gesture = .none
    settle(swipe)
    let isFar = abs(swipe.distance) > size.width * RowSwipe.deletingShare
    guard isFar, !isCancelled else { return false }
    return controller?.delete(swipe.row) ?? false
  }

  private func settle(_ swipe: RowSwipe) {
    isOutdated = true
    guard animates, swipe.distance != 0 else { return }
    var attributes = resting(swipe.row)
    attributes.transform.x += swipe.distance
    transitions.set(swipe.row, from: .init(attributes: attributes), at: now)
  }

  private func isTowardsLeading(_ distance: Double) -> Bool {
    snapshot?.environment.layoutDirection == .rightToLeft ? distance > 0 : distance < 0
  }
}

// MARK: - Drawing

extension SurfaceHost {
  /// The colour that a deletable row leaves behind while it moves aside.
  private static var swipeGround: ThemeColor {
    ThemeColor(light: Color(rgb: 0xC92A2A), dark: Color(rgb: 0xE03131))
  }

  /// Draws the ground of a row that a finger moves, and returns the row's frame.
  func swiped(_ row: RowIdentity, _ frame: Rect, in snapshot: TableSnapshot) -> Rect {
    guard case .swiping(let swipe) = gesture, swipe.row == row, swipe.distance != 0 else {
      return frame
    }
    let width = min(abs(swipe.distance), frame.width)
    let left = swipe.distance < 0 ? frame.maxX - width : frame.minX
    let free = Rect(x: left, y: frame.minY, width: width, height: frame.height)
    surface.fill(
      free.scaled(by: scale.factor).offset(x: corner.x, y: corner.y),
      with: Self.swipeGround.color(in: snapshot.environment.theme))
    return frame.offset(x: swipe.distance, y: 0)
  }
}
