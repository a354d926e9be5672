internal import LinecasterGeometry

extension FlexFrames {
  /// What is wrong with the frames, in a sentence; nil where all holds.
  ///
  /// Every number is finite, no extent is negative, nodes without a box have zero frames, and each
  /// relative frame is the absolute one less the origin of its parent.
  ///
  /// - Complexity: O(nodes).
  public func checkInvariants() -> String? {
    for node in 0..<count {
      let frame = frames[node].absolute
      let numbers = [frame.minX, frame.minY, frame.width, frame.height]
      guard numbers.allSatisfy(\.isFinite) else { return "Node \(node) has no finite frame." }
      guard frame.width >= 0, frame.height >= 0 else { return "Node \(node) has a negative size." }
      if records[node].display != .flex, frame != .zero {
        return "Node \(node) has a frame without having a box."
      }
      guard isConsistent(node) else { return "Node \(node) is not where its parent is." }
    }
    return nil
  }

  private func isConsistent(_ node: Int) -> Bool {
    let parent = boxParent(of: node)
    guard parent >= 0, frames[node].relative != .zero else { return true }
    let difference = abs(
      frames[node].relative.minX + frames[parent].absolute.minX - frames[node].absolute.minX)
    return difference <= 1e-6 * max(1, abs(frames[node].absolute.minX))
  }
}
