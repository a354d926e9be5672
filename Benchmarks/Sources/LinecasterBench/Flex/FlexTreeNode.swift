import LinecasterFlexbox

/// A node of a tree file: its depth, its style and the text it measures.
struct FlexTreeNode {
  /// The number of ancestors.
  let depth: Int
  let style: FlexStyle
  /// Whether nodes follow that are deeper.
  var isContainer = false
  /// The length of the text in a measured leaf; 0 for nodes without text.
  let characters: Int

  /// The numbers on a line.
  static let numberCount = 20

  /// Reads a line of numbers; nil where it has others. -1 stands for automatic.
  init?(_ line: Substring) {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == Self.numberCount, numbers.allSatisfy({ $0.magnitude < 1e6 }) else {
      return nil
    }
    depth = Int(numbers[0])
    characters = Int(numbers[19])
    var style = FlexStyle.yoga
    style.direction = numbers[1] == 1 ? .row : .column
    style.wrap = numbers[2] == 1 ? .wrap : .nowrap
    style.justifyContent = Self.justify(numbers[3])
    style.alignItems = numbers[4] == 0 ? .stretch : numbers[4] == 1 ? .flexStart : .center
    style.grow = numbers[5]
    style.shrink = numbers[6]
    style.basis = Self.length(numbers[7])
    style.width = numbers[9] >= 0 ? .percent(numbers[9]) : Self.length(numbers[8])
    style.height = Self.length(numbers[10])
    if numbers[11] >= 0 { style.minWidth = .points(numbers[11]) }
    style.maxWidth = Self.length(numbers[12])
    style.margin = FlexEdges(
      left: .points(numbers[16]), top: .points(numbers[13]), right: .points(numbers[14]),
      bottom: .points(numbers[15]))
    style.padding = FlexEdges(all: .points(numbers[17]))
    style.position = numbers[18] == 1 ? .absolute : .relative
    self.style = style
  }

  private static func length(_ number: Double) -> FlexLength {
    number >= 0 ? .points(number) : .auto
  }

  private static func justify(_ number: Double) -> FlexJustify {
    switch number {
    case 1: .center
    case 2: .flexEnd
    case 3: .spaceBetween
    default: .flexStart
    }
  }
}
