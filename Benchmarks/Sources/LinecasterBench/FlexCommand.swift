import ArgumentParser
import BenchMeasurement
import Foundation
import LinecasterBase
import LinecasterBoxLayout

/// Measures flexbox alone, on the same trees as the peers.
struct FlexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flex", abstract: "Measure flexbox on a folder of trees, and a grid of cards.",
    discussion: """
      Modes: build, layout (at width 320), unchanged, rewidth (360), rewidth-back (320), \
      dirty-leaf (one text of each tree longer) and free. A grid of 10,000 cards is measured too, \
      at widths 1,200 and 1,000. Each layout reuses the result of the \
      last one, as in the peers; "measured" counts the size requests to texts.
      """)

  @Argument(help: "The folder of a corpus, or one with a .txt file per tree, 20 numbers per node.")
  var folder: String

  @OptionGroup var options: BenchmarkOptions

  func run() throws {
    let trees = try BoxTreeFile.all(in: CorpusFolder.part("flex", of: folder))
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options).run { areCounted in
        trees.flatMap { FlexWorkloads(tree: $0, isSmall: areCounted).all } + GridWorkloads.all
      }
    }
  }
}

/// The workloads for one tree.
@MainActor
private struct FlexWorkloads {
  private let tree: BoxTreeFile
  private let copies: Int

  /// - Parameter isSmall: Whether to use a tenth of the copies, because counting is slow.
  init(tree: BoxTreeFile, isSmall: Bool) {
    self.tree = tree
    copies = isSmall ? max(1, tree.copies / 10) : tree.copies
  }

  /// Every workload, in the order of a tree's life.
  var all: [Workload] {
    [
      workload("build") {
        let (tree, copies) = (tree, copies)
        return {
          let stopwatch = Stopwatch(.thread)
          let forest = FlexForest(tree, copies: copies)
          let nanoseconds = stopwatch.nanoseconds
          return .init(facts: forest.facts, nanoseconds: nanoseconds)
        }
      },
      layout("layout", before: [], width: 320),
      layout("unchanged", before: [320], width: 320),
      layout("rewidth", before: [320], width: 360),
      layout("rewidth-back", before: [320, 360], width: 320),
    ] + (hasText ? [layout("dirty-leaf", before: [320, 360, 320], width: 320, isDirty: true)] : [])
      + [free]
  }

  private var hasText: Bool { tree.nodes.contains { $0.characters > 0 } }

  private var free: Workload {
    workload("free") {
      var forest = FlexForest(tree, copies: copies)
      try forest.layOut(width: 320)
      return {
        forest.removeAll()
        return .init()
      }
    }
  }

  /// Measures a layout after earlier ones, with or without a changed text.
  private func layout(
    _ mode: String, before: [Double], width: Double, isDirty: Bool = false
  ) -> Workload {
    workload(mode) {
      var forest = FlexForest(tree, copies: copies)
      for width in before { try forest.layOut(width: width) }
      if isDirty { forest.changeLastTexts() }
      return {
        let stopwatch = Stopwatch(.thread)
        try forest.layOut(width: width)
        let nanoseconds = stopwatch.nanoseconds
        return .init(facts: forest.facts, nanoseconds: nanoseconds)
      }
    }
  }

  private func workload(
    _ mode: String, prepare: @escaping @MainActor () throws -> Workload.Part
  ) -> Workload {
    Workload(
      mode: mode, corpus: tree.name, unit: "node", units: tree.nodes.count * copies,
      prepare: prepare)
  }
}

/// Copies of a tree with texts of different lengths, and their layouts.
private struct FlexForest {
  private var layouts: [BoxLayout] = []
  /// The text lengths, tree by tree; 0 for other nodes.
  private var characters: [Int32] = []
  private let nodeCount: Int
  /// The number of text measurements in the last layout of all trees.
  private var measureCallCount = 0

  /// The width of a character and the height of a line, in layout points.
  private static let character = 7.0
  private static let line = 20.0

  /// Builds the copies.
  init(_ file: BoxTreeFile, copies: Int) {
    nodeCount = file.nodes.count
    layouts.reserveCapacity(copies)
    characters.reserveCapacity(copies * nodeCount)
    for copy in 0..<copies { add(file.nodes.span, copy: copy) }
  }

  private mutating func add(_ nodes: Span<BoxTreeNode>, copy: Int) {
    var tree = BoxTree()
    tree.reserveCapacity(nodes.count)
    var open = 0
    for index in nodes.indices {
      while open > nodes[index].depth {
        tree.closeContainer()
        open -= 1
      }
      if nodes[index].isContainer {
        tree.openContainer(nodes[index].style)
        open += 1
      } else {
        tree.addLeaf(nodes[index].style, isMeasured: nodes[index].characters > 0)
      }
      characters.append(Int32(Self.length(nodes[index].characters, copy: copy)))
    }
    while open > 0 {
      tree.closeContainer()
      open -= 1
    }
    layouts.append(BoxLayout(tree))
  }

  /// Returns the length of a text in a copy, the same as in the peers.
  private static func length(_ characters: Int, copy: Int) -> Int {
    characters > 0 ? characters + copy * 37 % characters : 0
  }

  /// Lays out every tree that is out of date.
  mutating func layOut(width: Double) throws {
    measureCallCount = 0
    let available = AvailableSpace(width: width)
    for (index, layout) in layouts.enumerated() {
      let first = index * nodeCount
      try layout.update(in: available) { node, constraint in
        Self.measure(characters[first + node.index], constraint.width)
      }
      measureCallCount += layout.measureCallCount
    }
  }

  private static func measure(_ length: Int32, _ extent: BoxExtent) -> BoxMeasurement {
    let natural = character * Double(length)
    let width =
      switch extent {
      case .undefined: natural
      case .minContent: character
      case .atMost(let limit), .exactly(let limit): min(natural, limit)
      }
    let lines = (natural / max(width, character)).rounded(.up)
    return BoxMeasurement(size: Size(width: width, height: line * lines))
  }

  /// Makes the last text of each tree one character longer.
  mutating func changeLastTexts() {
    guard let text = characters.prefix(nodeCount).lastIndex(where: { $0 > 0 }) else { return }
    for (index, layout) in layouts.enumerated() {
      characters[index * nodeCount + text] += 1
      layout.setNeedsMeasure(BoxID(index: text))
    }
  }

  /// Frees all memory.
  mutating func removeAll() {
    layouts = []
    characters = []
  }

  /// The sum of the heights, and the number of text measurements.
  var facts: [Sample.Fact] {
    let root = BoxID(index: 0)
    let height = layouts.reduce(0) { $0 + $1.frame(of: root).height }
    return [
      .init("trees", layouts.count), .init("height", Int(height.rounded())),
      .init("measured", measureCallCount),
    ]
  }
}

/// A tree file, read the same way as by the peers.
private struct BoxTreeFile {
  /// The name of the file without its extension.
  let name: String
  /// The nodes in pre-order.
  let nodes: [BoxTreeNode]

  /// Returns the trees in a folder, sorted by name.
  static func all(in folder: String) throws -> [BoxTreeFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.hasSuffix(".txt") }.sorted()
    guard !files.isEmpty else {
      throw BenchmarkFailure("\(folder): it has no trees; \(CorpusFolder.advice)")
    }
    return try files.map { try BoxTreeFile(path: "\(folder)/\($0)") }
  }

  init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    name = url.deletingPathExtension().lastPathComponent
    var nodes = try lines.enumerated().map { number, line in
      guard let node = BoxTreeNode(line) else {
        throw BenchmarkFailure("\(path):\(number + 1): expected \(BoxTreeNode.numberCount) numbers")
      }
      return node
    }
    guard !nodes.isEmpty else { throw BenchmarkFailure("\(path): it has no nodes") }
    for index in nodes.indices.dropLast() {
      nodes[index].isContainer = nodes[index + 1].depth > nodes[index].depth
    }
    self.nodes = nodes
  }

  /// The number of copies that the peers lay out.
  var copies: Int { name.hasPrefix("cell") ? 10_000 : nodes.count > 5_000 ? 10 : 100 }
}

/// A node of a tree file: its depth, its style and the text it measures.
private struct BoxTreeNode {
  /// The number of ancestors.
  let depth: Int
  let style: BoxStyle
  /// Whether deeper nodes follow.
  var isContainer = false
  /// The length of the text in a measured leaf; 0 for nodes without text.
  let characters: Int

  /// The number of values on a line.
  static let numberCount = 20

  /// Parses a line; `nil` if its numbers are invalid. -1 stands for `auto`.
  init?(_ line: Substring) {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == Self.numberCount, numbers.allSatisfy({ $0.magnitude < 1e6 }) else {
      return nil
    }
    depth = Int(numbers[0])
    characters = Int(numbers[19])
    var style = BoxStyle.yoga
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
    style.margin = BoxEdges(
      left: .points(numbers[16]), top: .points(numbers[13]), right: .points(numbers[14]),
      bottom: .points(numbers[15]))
    style.padding = BoxEdges(all: .points(numbers[17]))
    style.position = numbers[18] == 1 ? .absolute : .relative
    self.style = style
  }

  private static func length(_ number: Double) -> BoxLength {
    number >= 0 ? .points(number) : .auto
  }

  private static func justify(_ number: Double) -> BoxJustify {
    switch number {
    case 1: .center
    case 2: .flexEnd
    case 3: .spaceBetween
    default: .flexStart
    }
  }
}
