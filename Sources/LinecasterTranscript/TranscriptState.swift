import LinecasterBase
import LinecasterDiff
import LinecasterList
import LinecasterScenes

/// The messages of a transcript, and the rows that show them.
///
/// Rows are kept in sections of a few hundred, without headers or insets, so an update copies one
/// section and not the whole list.
struct TranscriptState: Sendable {
  /// A change of the messages.
  enum Command: Sendable {
    /// A message is new, at the end.
    case add(ItemIdentifier, sender: String)
    /// Complete messages are new, at the start.
    case insertAtStart([(identifier: ItemIdentifier, sender: String, text: [UInt8])])
    /// A message has more text.
    case append([UInt8], to: ItemIdentifier)
    /// The text of a message is complete, or failed.
    case end(ItemIdentifier, failure: String?)
    /// A message has no text, and grows again.
    case restart(ItemIdentifier)
    /// A message is gone.
    case remove(ItemIdentifier)
  }

  /// The number of rows from which a section takes no more.
  static let sectionLimit = 256

  /// A sentence of a message.
  struct Sentence: Hashable, Sendable {
    let message: ItemIdentifier
    let text: String
  }

  let style: TranscriptStyle
  let makeItem: @Sendable (TranscriptRow) -> TableItem
  /// Whether new messages at the end are read out.
  var readsMessages = false
  private var sentences: [Sentence] = []
  private var messages: [ItemIdentifier: TranscriptMessage] = [:]
  /// The last message that was added at the end.
  private var last: ItemIdentifier?
  /// The rows of all messages.
  private(set) var model = TableModel(sections: [TableSection(Self.section(0), items: [])])
  private var sectionCount = 1

  init(style: TranscriptStyle, makeItem: @escaping @Sendable (TranscriptRow) -> TableItem) {
    self.style = style
    self.makeItem = makeItem
  }

  private static func section(_ number: Int) -> ItemIdentifier {
    .pair("transcript", .number(number))
  }

  private mutating func newSection(_ items: [TableItem]) -> TableSection {
    defer { sectionCount += 1 }
    return TableSection(Self.section(sectionCount), items: items)
  }
}

extension TranscriptState {
  /// Performs commands.
  ///
  /// - Returns: The changes of the rows.
  /// - Complexity: O(text of the commands + text of the open blocks + rows from the changed ones to
  ///   the end of the list).
  mutating func perform(_ commands: [Command]) -> [TableEdit] {
    var edits: [TableEdit] = []
    var touched: [ItemIdentifier] = []
    for command in commands {
      // Text comes before what follows it.
      if case .append = command {} else { edits += update(&touched) }
      edits += perform(command, &touched)
    }
    return edits + update(&touched)
  }

  /// Updates the rows of messages with new text.
  private mutating func update(_ touched: inout [ItemIdentifier]) -> [TableEdit] {
    defer { touched = [] }
    return touched.flatMap { update($0) }
  }

  /// Performs a command; text only waits, with its message among the touched ones.
  private mutating func perform(
    _ command: Command, _ touched: inout [ItemIdentifier]
  ) -> [TableEdit] {
    switch command {
    case .add(let identifier, let sender): return add(identifier, from: sender)
    case .insertAtStart(let messages): return insertAtStart(messages)
    case .append(let bytes, let message):
      messages[message]?.append(bytes)
      if !touched.contains(message) { touched.append(message) }
      return []
    case .end(let message, let failure):
      messages[message]?.end(failure: failure)
      return update(message)
    case .restart(let message):
      guard let rows = messages[message]?.rowIdentifiers else { return [] }
      messages[message]?.restart()
      // A failure has no place in the new text.
      let failure = ItemIdentifier.pair(message, "failure")
      return rows.contains(failure) ? apply(.remove(failure)) : []
    case .remove(let message):
      let rows = messages.removeValue(forKey: message)?.rowIdentifiers ?? []
      return rows.flatMap { apply(.remove($0)) }
    }
  }

  private mutating func add(_ identifier: ItemIdentifier, from sender: String) -> [TableEdit] {
    guard messages[identifier] == nil, let section = model.sections.last else { return [] }
    let message = TranscriptMessage(
      identifier, from: sender, style: style, isRead: readsMessages)
    messages[identifier] = message
    // A growing message stays the last one of its section, so new sections can follow it.
    let isLastGrowing = last.flatMap { messages[$0]?.isGrowing } ?? false
    last = identifier
    let items = [makeItem(message.firstRow)]
    let edit: TableEdit =
      isLastGrowing || section.items.count >= Self.sectionLimit
      ? .insertSection(newSection(items), below: section.identifier)
      : .append(items, to: section.identifier)
    return apply(edit)
  }

  private mutating func insertAtStart(
    _ new: [(identifier: ItemIdentifier, sender: String, text: [UInt8])]
  ) -> [TableEdit] {
    var items: [TableItem] = []
    for (identifier, sender, text) in new where messages[identifier] == nil {
      var message = TranscriptMessage(identifier, from: sender, style: style)
      message.append(text)
      message.end(failure: nil)
      _ = message.update()
      messages[identifier] = message
      items += message.rows.map(makeItem)
    }
    let starts = stride(from: 0, to: items.count, by: Self.sectionLimit).reversed()
    return starts.flatMap { start in
      let part = items[start..<min(start + Self.sectionLimit, items.count)]
      return apply(.insertSection(newSection(Array(part)), below: nil))
    }
  }

  /// Updates the rows of a message.
  private mutating func update(_ message: ItemIdentifier) -> [TableEdit] {
    guard let (changes, read) = messages[message]?.update() else { return [] }
    sentences += read.map { Sentence(message: message, text: $0) }
    return changes.flatMap { change -> [TableEdit] in
      switch change {
      case .replace(let row): return apply(.replace(makeItem(row)))
      case .remove(let row): return apply(.remove(row))
      case .insert(let rows, let above): return insert(rows.map(makeItem), below: above)
      }
    }
  }

  /// Inserts rows below another one, in new sections if its section is full.
  private mutating func insert(
    _ items: [TableItem], below row: ItemIdentifier
  ) -> [TableEdit] {
    guard let (section, isLast) = section(ofRow: row) else { return [] }
    let room = max(0, Self.sectionLimit - section.items.count)
    guard isLast, items.count > room else {
      return apply(.insert(items, at: .below(row)))
    }
    var edits: [TableEdit] = []
    if room > 0 {
      edits += apply(.append(Array(items[..<room]), to: section.identifier))
    }
    var above = section.identifier
    for start in stride(from: room, to: items.count, by: Self.sectionLimit) {
      let part = items[start..<min(start + Self.sectionLimit, items.count)]
      let new = newSection(Array(part))
      edits += apply(.insertSection(new, below: above))
      above = new.identifier
    }
    return edits
  }

  /// Returns the section of a row, and whether the row is its last one.
  private func section(ofRow row: ItemIdentifier) -> (TableSection, isLast: Bool)? {
    for section in model.sections.indices.reversed() {
      let items = model.sections[section].items
      guard let index = items.lastIndex(where: { $0.identifier == row }) else { continue }
      return (model.sections[section], index == items.count - 1)
    }
    return nil
  }

  /// Returns the sentences that have been completed since the last call.
  mutating func takeSentences() -> [Sentence] {
    defer { sentences = [] }
    return sentences
  }

  /// Applies an edit to the rows.
  ///
  /// - Returns: The edit; nothing if it does not fit.
  private mutating func apply(_ edit: TableEdit) -> [TableEdit] {
    do throws(TableEditError) {
      _ = try model.apply(edit)
      return [edit]
    } catch {
      return []
    }
  }
}

/// A message of a transcript: its stream, and the rows that it has so far.
struct TranscriptMessage: Sendable {
  /// The rows of a block.
  struct Block: Sendable {
    /// The number of the block in its stream.
    let number: Int
    var pieces: [MarkupPiece]
  }

  /// A change of the rows, in terms of the rows of the message.
  enum Change: Sendable {
    /// A row has other content.
    case replace(TranscriptRow)
    /// Rows are new, below the row with an identifier.
    case insert([TranscriptRow], below: ItemIdentifier)
    /// A row is gone.
    case remove(ItemIdentifier)
  }

  let identifier: ItemIdentifier
  let sender: String
  let style: TranscriptStyle
  /// The stream of the text; `nil` once the text is complete.
  private(set) var stream: MarkupStream? = MarkupStream()
  private var failure: String?
  /// The reader of the text; `nil` if it is not read out.
  private var reader: SentenceReader?
  /// The blocks, then the footnotes.
  private var blocks: [Block] = []
  /// The number of blocks that are not footnotes.
  private var blockCount = 0

  init(
    _ identifier: ItemIdentifier, from sender: String, style: TranscriptStyle,
    isRead: Bool = false
  ) {
    self.identifier = identifier
    self.sender = sender
    self.style = style
    reader = isRead ? SentenceReader() : nil
  }

  var isGrowing: Bool { stream != nil }

  mutating func append(_ bytes: [UInt8]) { stream?.append(bytes: bytes) }

  /// Ends the text.
  ///
  /// - Parameter failure: The reason if its source failed; `nil` if it is complete.
  mutating func end(failure: String?) {
    guard stream != nil else { return }
    if let failure { stream?.fail(failure) } else { stream?.finish() }
    self.failure = failure
  }

  /// Starts the text anew; its rows stay until the next update.
  mutating func restart() {
    stream = MarkupStream()
    failure = nil
    if reader != nil { reader = SentenceReader() }
  }
}

// MARK: - Rows

extension TranscriptMessage {
  /// The rows of a message without text.
  var firstRow: TranscriptRow { row(senderIdentifier, .sender) }

  /// All rows, from top to bottom.
  var rows: [TranscriptRow] {
    var rows = [firstRow]
    for block in blocks {
      rows += block.pieces.indices.map { row(of: block, at: $0) }
    }
    if let failure, !isGrowing { rows.append(row(failureIdentifier, .failure(ExactText(failure)))) }
    return rows
  }

  /// The identifiers of all rows.
  var rowIdentifiers: [ItemIdentifier] { rows.map(\.identifier) }

  private var senderIdentifier: ItemIdentifier { .pair(identifier, "sender") }
  private var failureIdentifier: ItemIdentifier { .pair(identifier, "failure") }

  private func identifier(ofBlock number: Int, piece: Int) -> ItemIdentifier {
    .pair(identifier, .number(number << 24 | piece))
  }

  private func row(
    _ identifier: ItemIdentifier, _ content: TranscriptRow.Content
  ) -> TranscriptRow {
    TranscriptRow(identifier, of: self.identifier, from: sender, content, style: style)
  }

  private func row(of block: Block, at piece: Int) -> TranscriptRow {
    row(identifier(ofBlock: block.number, piece: piece), .piece(block.pieces[piece]))
  }

  /// The identifier of the last row above the block at an index.
  private func lastRow(above index: Int) -> ItemIdentifier {
    for block in blocks[..<index].reversed() where !block.pieces.isEmpty {
      return identifier(ofBlock: block.number, piece: block.pieces.count - 1)
    }
    return senderIdentifier
  }

  /// Updates the rows to the text so far.
  ///
  /// - Returns: The changes, in order, and the sentences that are complete if it is read out.
  /// - Complexity: O(changed blocks), as ``MarkupStream/updatePreview()``.
  mutating func update() -> (changes: [Change], sentences: [String]) {
    guard var stream else { return ([], []) }
    let update = stream.updatePreview()
    self.stream = stream.state == .growing ? stream : nil
    let isEnded = !isGrowing
    var sentences = reader?.read(update, isEnded: isEnded) ?? []
    if reader != nil, isEnded, let failure { sentences.append(failure) }
    var changes = removeBlocks(from: update.count, to: blockCount)
    for block in update.blocks {
      if block.id == blockCount {
        blocks.insert(Block(number: block.id, pieces: []), at: blockCount)
        blockCount += 1
      }
      changes += set(block.content, ofBlockAt: block.id)
    }
    changes += setFootnotes(update.footnotes)
    if let failure, !isGrowing {
      let row = row(failureIdentifier, .failure(ExactText(failure)))
      changes.append(.insert([row], below: lastRow(above: blocks.count)))
    }
    return (changes, sentences)
  }

  /// Removes the blocks from one index up to another.
  private mutating func removeBlocks(from start: Int, to end: Int) -> [Change] {
    guard start < end else { return [] }
    let changes = (start..<end).reversed().flatMap { set([], ofBlockAt: $0) }
    blocks.removeSubrange(start..<end)
    blockCount -= max(0, min(end, blockCount) - start)
    return changes
  }

  private mutating func setFootnotes(_ footnotes: [MarkupStream.Block]) -> [Change] {
    var changes: [Change] = []
    if blocks[blockCount...].map(\.number) != footnotes.map(\.id) {
      // Footnotes are few, and their order changes with the references to them.
      for index in (blockCount..<blocks.count).reversed() { changes += set([], ofBlockAt: index) }
      blocks.removeSubrange(blockCount...)
      blocks += footnotes.map { Block(number: $0.id, pieces: []) }
    }
    for (index, note) in footnotes.enumerated() {
      changes += set(note.content, ofBlockAt: blockCount + index)
    }
    return changes
  }

  private mutating func set(_ content: MarkupBlock, ofBlockAt index: Int) -> [Change] {
    let pieces = content.pieces(by: style.highlighter, reusing: blocks[index].pieces)
    return set(pieces, ofBlockAt: index)
  }

  private mutating func set(_ pieces: [MarkupPiece], ofBlockAt index: Int) -> [Change] {
    let old = blocks[index].pieces
    blocks[index].pieces = pieces
    let block = blocks[index]
    var changes: [Change] = []
    for piece in 0..<min(old.count, pieces.count) where old[piece] != pieces[piece] {
      changes.append(.replace(row(of: block, at: piece)))
    }
    for piece in (min(old.count, pieces.count)..<old.count).reversed() {
      changes.append(.remove(identifier(ofBlock: block.number, piece: piece)))
    }
    if pieces.count > old.count {
      let above =
        old.isEmpty
        ? lastRow(above: index) : identifier(ofBlock: block.number, piece: old.count - 1)
      let rows = (old.count..<pieces.count).map { row(of: block, at: $0) }
      changes.append(.insert(rows, below: above))
    }
    return changes
  }
}
