import LinecasterBase
import LinecasterText

/// The blocks of a text whose lines come one by one.
///
/// Closed blocks leave the block machine at once. Those with labels that are not defined so far
/// wait, by label, to be read again.
struct GrowingDocument: Sendable {
  /// A block that is closed.
  struct ClosedBlock: Sendable {
    var node: MarkupNode
    var block: MarkupBlock
  }

  /// The place of a closed block: among the blocks, or among the footnotes.
  fileprivate enum Place: Hashable, Sendable {
    case block(Int)
    case footnote(Int)
  }

  /// The blocks after the closed ones, and what they define.
  struct View {
    var blocks: [MarkupNode]
    var footnotes: [MarkupNode]
    /// The closed blocks and footnotes that the definitions change.
    fileprivate var changed: [Place: MarkupNode] = [:]
  }

  let keepsLineBreaks: Bool
  private(set) var machine: BlockMachine
  private var closed: [ClosedBlock] = []
  private var footnotes: [MarkupNode] = []
  private var numbers = FootnoteNumbers()
  /// The places of the blocks that wait for a label.
  private var waiting: [LinkLabel: [Place]] = [:]
  /// The number of blocks before the first one that waits.
  private var settledCount = 0
  /// The number of footnotes before the first one that waits.
  private var settledFootnoteCount = 0
  /// The place of the first closed text that waits for a label; numbers before it are final.
  private var waitingOrdinal = Int.max
  /// The blocks that refer to footnotes.
  private var blocksWithNotes: Set<Place> = []
  /// The closed blocks that changed since they were last taken.
  private var changedBlocks: Set<Int> = []

  init(extensions: MarkupExtensions, keepsLineBreaks: Bool) {
    self.keepsLineBreaks = keepsLineBreaks
    machine = BlockMachine(extensions: extensions)
  }

  /// Reads a line, without its line end.
  mutating func add(_ line: ArraySlice<UInt8>, _ scope: WorkScope) throws(CancellationError) {
    try machine.add(line, scope)
  }

  /// Takes the closed blocks out of the machine, and reads those again that waited for new
  /// definitions. Called before blocks are asked for and not for each line: definitions one by one
  /// would have a text with all their labels read each time.
  mutating func settle() {
    WorkScope.finish { scope throws(CancellationError) in try settle(scope) }
  }

  private mutating func settle(_ scope: WorkScope) throws(CancellationError) {
    let added = machine.definitions.takeAdded()
    let (blocks, notes) = machine.takeClosed()
    guard !added.isEmpty || !blocks.isEmpty || !notes.isEmpty else { return }
    var touched: Set<Place> = []
    // Labels may have been defined after a text inside was read, but before the block was closed.
    for var node in blocks {
      try node.resolve(machine.definitions, machine.extensions, scope)
      touched.insert(.block(closed.count))
      closed.append(ClosedBlock(node: node, block: .thematicBreak))
    }
    for var node in notes {
      try node.resolve(machine.definitions, machine.extensions, scope)
      touched.insert(.footnote(footnotes.count))
      footnotes.append(node)
    }
    for place in touched { register(place) }
    for label in added {
      for place in waiting.removeValue(forKey: label) ?? [] {
        var node = self[place]
        try node.resolve(machine.definitions, machine.extensions, scope)
        self[place] = node
        register(place)
        touched.insert(place)
      }
    }
    if touched.contains(where: { blocksWithNotes.contains($0) }) {
      let numbers = FootnoteNumbers(nodesWithNotes([:], []))
      if !numbers.extends(self.numbers) { touched.formUnion(blocksWithNotes) }
      self.numbers = numbers
    }
    let writer = BlockWriter(keepsLineBreaks: keepsLineBreaks, numbers: numbers)
    for case .block(let index) in touched {
      closed[index].block = writer.block(closed[index].node)
      changedBlocks.insert(index)
    }
    while settledCount < closed.count, !closed[settledCount].node.isWaiting { settledCount += 1 }
    while settledFootnoteCount < footnotes.count,
      !footnotes[settledFootnoteCount].isWaiting
    {
      settledFootnoteCount += 1
    }
    waitingOrdinal = settledCount < closed.count ? closed[settledCount].node.waitingOrdinal : .max
    for footnote in footnotes[settledFootnoteCount...] where footnote.isWaiting {
      waitingOrdinal = min(waitingOrdinal, footnote.waitingOrdinal)
    }
  }

  private subscript(_ place: Place) -> MarkupNode {
    get {
      switch place {
      case .block(let index): closed[index].node
      case .footnote(let index): footnotes[index]
      }
    }
    set {
      switch place {
      case .block(let index): closed[index].node = newValue
      case .footnote(let index): footnotes[index] = newValue
      }
    }
  }

  /// Notes the labels that a block waits for.
  private mutating func register(_ place: Place) {
    let node = self[place]
    if node.hasNotes { blocksWithNotes.insert(place) }
    guard node.isWaiting else { return }
    var labels: Set<LinkLabel> = []
    node.visitContents { labels.formUnion($0.waiting) }
    for label in labels where waiting[label]?.last != place {
      waiting[label, default: []].append(place)
    }
  }

  private func nodesWithNotes(_ changed: [Place: MarkupNode], _ more: [MarkupNode]) -> [MarkupNode]
  {
    blocksWithNotes.map { changed[$0] ?? self[$0] } + changed.values + more
  }
}

// MARK: - The text so far

extension GrowingDocument {
  /// Reads an unfinished line, and closes all blocks.
  func view(line: [UInt8]) -> View {
    WorkScope.finish { scope throws(CancellationError) in
      var machine = machine
      if !line.isEmpty { try machine.add(MarkupLines.repaired(line[...]), scope) }
      return try view(closing: &machine, scope)
    }
  }

  /// Closes all blocks of a copy of the machine.
  func view(
    closing machine: inout BlockMachine, _ scope: WorkScope
  ) throws(CancellationError) -> View {
    var view = View(blocks: try machine.finish(scope), footnotes: machine.footnotes)
    for label in machine.definitions.takeAdded() {
      for place in waiting[label] ?? [] where view.changed[place] == nil {
        var node = self[place]
        try node.resolve(machine.definitions, machine.extensions, scope)
        view.changed[place] = node
      }
    }
    return view
  }

  private func numbers(_ view: View) -> FootnoteNumbers {
    let more = view.blocks + view.footnotes
    guard !view.changed.isEmpty || more.contains(where: \.hasNotes) else { return numbers }
    return FootnoteNumbers(nodesWithNotes(view.changed, more))
  }

  /// The tree of a view.
  func tree(_ view: View) -> MarkupTree {
    MarkupTree(
      closed.indices.map { view.changed[.block($0)] ?? closed[$0].node } + view.blocks,
      footnotes.indices.map { view.changed[.footnote($0)] ?? footnotes[$0] } + view.footnotes)
  }

  /// The blocks of a view, then the footnotes.
  ///
  /// - Parameter isEnded: Whether no more lines come.
  func blocks(_ view: View, isEnded: Bool) -> [MarkupStream.Block] {
    let writer = writer(view)
    let isRenumbered = !writer.numbers.extends(numbers)
    return closed.indices.map {
      block(at: $0, view, writer, isRenumbered: isRenumbered, isEnded: isEnded)
    }
      + openBlocks(view, writer, isEnded: isEnded) + notes(view, writer, isEnded: isEnded)
  }

  /// The blocks of a view that differ from the last one.
  mutating func update(_ view: View, isEnded: Bool) -> MarkupStream.Update {
    let writer = writer(view)
    let provisional = view.changed.keys.compactMap { place in
      if case .block(let index) = place { index } else { nil }
    }
    var changed = changedBlocks.union(provisional)
    if isEnded { changed.formUnion(closed.indices) }
    let isRenumbered = !writer.numbers.extends(numbers)
    if isRenumbered {
      for case .block(let index) in blocksWithNotes { changed.insert(index) }
    }
    // What is provisional may be otherwise the next time.
    changedBlocks = isRenumbered ? changed : Set(provisional)
    let blocks = changed.sorted().map {
      block(at: $0, view, writer, isRenumbered: isRenumbered, isEnded: isEnded)
    }
    return MarkupStream.Update(
      blocks: blocks + openBlocks(view, writer, isEnded: isEnded),
      count: closed.count + view.blocks.count, footnotes: notes(view, writer, isEnded: isEnded))
  }

  private func writer(_ view: View) -> BlockWriter {
    BlockWriter(keepsLineBreaks: keepsLineBreaks, numbers: numbers(view))
  }

  private func block(
    at index: Int, _ view: View, _ writer: BlockWriter, isRenumbered: Bool, isEnded: Bool
  ) -> MarkupStream.Block {
    let item = closed[index]
    let changed = view.changed.isEmpty ? nil : view.changed[.block(index)]
    let isOutdated = isRenumbered && item.node.hasNotes
    return MarkupStream.Block(
      id: index,
      content: changed.map(writer.block) ?? (isOutdated ? writer.block(item.node) : item.block),
      isFinal: isEnded || item.node.isSettled(before: waitingOrdinal))
  }

  private func openBlocks(
    _ view: View, _ writer: BlockWriter, isEnded: Bool
  ) -> [MarkupStream.Block] {
    view.blocks.enumerated().map { index, node in
      MarkupStream.Block(
        id: closed.count + index, content: writer.block(node), isFinal: isEnded)
    }
  }

  private func notes(
    _ view: View, _ writer: BlockWriter, isEnded: Bool
  ) -> [MarkupStream.Block] {
    guard !footnotes.isEmpty || !view.footnotes.isEmpty else { return [] }
    let nodes = footnotes.indices.map { view.changed[.footnote($0)] ?? footnotes[$0] }
    return writer.numbers.sorted(nodes + view.footnotes).map { index, node in
      let isFinal =
        index < footnotes.count && footnotes[index].isSettled(before: waitingOrdinal)
        && numbers.contains(node, before: waitingOrdinal)
      return MarkupStream.Block(
        id: -1 - index, content: writer.block(node), isFinal: isEnded || isFinal)
    }
  }
}
