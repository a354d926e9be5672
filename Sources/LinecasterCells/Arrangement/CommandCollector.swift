import LinecasterDisplay

/// Collects drawing steps of a tree in pre-order, putting those of some nodes into groups.
struct CommandCollector {
  /// A group whose steps are not all known.
  private struct OpenGroup {
    /// The first node after those whose steps are in it.
    let end: Int
    let opacity: Double
    let clip: DisplayShape?
    var commands: [DisplayCommand] = []
  }

  private(set) var list: DisplayList
  private(set) var count = 0
  private var open: [OpenGroup] = []

  init(list: DisplayList) {
    self.list = list
  }

  /// Starts a group that takes all steps up to those of a node.
  mutating func openGroup(until end: Int, opacity: Double = 1, clip: DisplayShape? = nil) {
    open.append(OpenGroup(end: end, opacity: opacity, clip: clip))
  }

  /// Ends the groups that stop before a node; called for each node, and for the one after the last.
  mutating func closeGroups(before node: Int) {
    while let group = open.last, group.end <= node {
      open.removeLast()
      guard !group.commands.isEmpty else { continue }
      append(.group(DisplayGroup(group.commands, opacity: group.opacity, clip: group.clip)))
    }
  }

  mutating func append(_ command: DisplayCommand) {
    count += 1
    if open.isEmpty {
      list.append(command)
    } else {
      open[open.count - 1].commands.append(command)
    }
  }
}
