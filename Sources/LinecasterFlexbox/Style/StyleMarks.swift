/// Which properties of a style need a second look when it is added to a tree.
///
/// Styles keep them up to date while they are written, so that adding a node, which happens more
/// often, asks once.
struct StyleMarks: OptionSet, Hashable {
  let rawValue: UInt16

  static let width = StyleMarks(rawValue: 1)
  static let height = StyleMarks(rawValue: 1 << 1)
  static let minWidth = StyleMarks(rawValue: 1 << 2)
  static let minHeight = StyleMarks(rawValue: 1 << 3)
  static let maxWidth = StyleMarks(rawValue: 1 << 4)
  static let maxHeight = StyleMarks(rawValue: 1 << 5)
  static let basis = StyleMarks(rawValue: 1 << 6)
  static let boxSizing = StyleMarks(rawValue: 1 << 7)
  static let margin = StyleMarks(rawValue: 1 << 8)
  static let padding = StyleMarks(rawValue: 1 << 9)

  static let border = StyleMarks(rawValue: 1 << 10)
  static let inset = StyleMarks(rawValue: 1 << 11)
  static let rowGap = StyleMarks(rawValue: 1 << 12)
  static let columnGap = StyleMarks(rawValue: 1 << 13)
  static let aspectRatio = StyleMarks(rawValue: 1 << 14)

  /// What the arena keeps apart from the nodes.
  static let extras: StyleMarks = [.border, .inset, .rowGap, .columnGap, .aspectRatio]

  @inline(__always)
  mutating func set(_ mark: StyleMarks, _ isMarked: Bool) {
    if isMarked { insert(mark) } else { remove(mark) }
  }
}
