import LinecasterBase
import LinecasterList
import LinecasterScenes

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
  /// The blocks, then the footnotes.
  private var blocks: [Block] = []
  /// The number of blocks that are not footnotes.
  private var blockCount = 0

  init(_ identifier: ItemIdentifier, from sender: String, style: TranscriptStyle) {
    self.identifier = identifier
    self.sender = sender
    self.style = style
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
  /// - Returns: The changes, in order.
  /// - Complexity: O(changed blocks), as ``MarkupStream/updatePreview()``.
  mutating func update() -> [Change] {
    guard var stream else { return [] }
    let update = stream.updatePreview()
    self.stream = stream.state == .growing ? stream : nil
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
    return changes
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
