public import LinecasterList
public import LinecasterScenes
import Synchronization

/// A list of messages in Markdown that grow while they are shown, for example the answers of an
/// assistant.
///
///     let transcript = Transcript()
///     transcript.show(in: controller)
///     transcript.add("question", from: "Ada", "Which *scripts* join their letters?")
///     transcript.begin("answer", from: "Assistant")
///     for await part in answer { transcript.append(part, to: "answer") }
///     transcript.finish("answer")
///
/// Text may be appended at any rate, from any thread: workers parse it, and the list shows it at
/// most once a frame. An update costs the open block of each growing message, however many
/// messages there are and however long they are. The list follows its end while the reader is
/// there.
///
/// The controller must show no other model. All functions are thread-safe; unknown messages are
/// ignored.
///
/// ## Topics
///
/// ### Create a transcript
///
/// - ``init(style:item:)``
/// - ``show(in:)``
///
/// ### Add messages
///
/// - ``add(_:from:_:)``
/// - ``insertAtStart(_:)``
/// - ``remove(_:)``
///
/// ### Add a growing message
///
/// - ``begin(_:from:)``
/// - ``append(_:to:)``
/// - ``append(bytes:to:)``
/// - ``finish(_:)``
/// - ``fail(_:_:)``
/// - ``replaceText(of:with:)``
///
/// ### Read messages
///
/// - ``text(of:)``
/// - ``state(of:)``
/// - ``onSentence(_:)``
public final class Transcript: Sendable {
  /// A complete message.
  public struct Message: Hashable, Sendable {
    /// The identifier of the message, which must be unique in the transcript.
    public var identifier: ItemIdentifier
    /// The name of the sender.
    public var sender: String
    /// The text, in Markdown.
    public var text: String

    /// Creates a message.
    public init(_ identifier: ItemIdentifier, from sender: String, _ text: String) {
      self.identifier = identifier
      self.sender = sender
      self.text = text
    }
  }

  /// A message as the program sees it.
  private struct Record {
    var bytes: [UInt8]
    var state: MarkupStream.State
  }

  /// The list that shows the transcript.
  private struct Connection {
    weak let controller: AutoDiffController?
    let delivery: Delivery
  }

  /// The commands that no worker has taken, and the updates that show them.
  private struct Pending {
    var records: [ItemIdentifier: Record] = [:]
    var commands: [TranscriptState.Command] = []
    var connection: Connection?
    /// Whether an update is requested or under way.
    var isUpdating = false
    /// Whether the list may not show the rows so far.
    var needsAll = true
    var lastStart: Duration?
    var listener: Listener?
  }

  /// A function that takes the sentences of messages.
  private typealias Listener = @MainActor @Sendable (ItemIdentifier, String) -> Void

  private let pending = Mutex(Pending())
  private let state: Mutex<TranscriptState>

  /// The shortest time between two updates.
  private static let frame = Duration.milliseconds(16)

  /// Creates an empty transcript.
  ///
  /// - Parameters:
  ///   - style: The look of the rows.
  ///   - item: Makes the item of a row, for example with actions, or with a cell around it; called
  ///     on workers. Equal rows must give equal items, with the identifier of the row.
  public init(
    style: TranscriptStyle = TranscriptStyle(),
    item: @escaping @Sendable (TranscriptRow) -> TableItem = { row in
      TableItem(row.identifier, cell: row)
    }
  ) {
    state = Mutex(TranscriptState(style: style, makeItem: item))
  }

  /// Shows the transcript in a list, which must show nothing else.
  @MainActor public func show(in controller: AutoDiffController) {
    let isRequested = pending.withLock { pending in
      pending.connection = Connection(controller: controller, delivery: controller.delivery)
      pending.needsAll = true
      defer { pending.isUpdating = true }
      return pending.isUpdating
    }
    if !isRequested { update() }
  }
}

// MARK: - Messages

extension Transcript {
  /// Adds a complete message at the end.
  public func add(_ identifier: ItemIdentifier, from sender: String, _ text: String) {
    begin(identifier, from: sender)
    append(text, to: identifier)
    finish(identifier)
  }

  /// Adds a growing message at the end.
  public func begin(_ identifier: ItemIdentifier, from sender: String) {
    send { pending in
      guard pending.records[identifier] == nil else { return [] }
      pending.records[identifier] = Record(bytes: [], state: .growing)
      return [.add(identifier, sender: sender)]
    }
  }

  /// Appends text to a growing message.
  public func append(_ text: String, to message: ItemIdentifier) {
    append(bytes: text.utf8, to: message)
  }

  /// Appends UTF-8 bytes to a growing message; a character may be split between two calls.
  ///
  /// - Complexity: O(bytes).
  public func append(bytes: some Sequence<UInt8>, to message: ItemIdentifier) {
    let bytes = Array(bytes)
    guard !bytes.isEmpty else { return }
    send { pending in
      guard pending.records[message]?.state == .growing else { return [] }
      pending.records[message]?.bytes += bytes
      // Text for the message that had text last is one piece with it.
      if case .append(var before, message) = pending.commands.last {
        pending.commands.removeLast()
        before += bytes
        return [.append(before, to: message)]
      }
      return [.append(bytes, to: message)]
    }
  }

  /// Ends the text of a growing message.
  public func finish(_ message: ItemIdentifier) { end(message, failure: nil) }

  /// Ends the text of a growing message because its source failed. The text so far stays, and the
  /// reason is shown below it.
  public func fail(_ message: ItemIdentifier, _ reason: String) { end(message, failure: reason) }

  private func end(_ message: ItemIdentifier, failure: String?) {
    send { pending in
      guard pending.records[message]?.state == .growing else { return [] }
      pending.records[message]?.state = failure.map { .failed($0) } ?? .finished
      return [.end(message, failure: failure)]
    }
  }

  /// Replaces the text of a message, which grows from there until its end. Blocks that are equal
  /// stay as they are.
  public func replaceText(of message: ItemIdentifier, with text: String) {
    send { pending in
      guard pending.records[message] != nil else { return [] }
      pending.records[message] = Record(bytes: Array(text.utf8), state: .growing)
      return [.restart(message), .append(Array(text.utf8), to: message)]
    }
  }

  /// Removes a message.
  public func remove(_ message: ItemIdentifier) {
    send { pending in
      pending.records.removeValue(forKey: message) == nil ? [] : [.remove(message)]
    }
  }

  /// Inserts complete messages above all others, for example older ones. What is read stays in
  /// place.
  public func insertAtStart(_ messages: [Message]) {
    send { pending in
      let new = messages.filter { message in
        guard pending.records[message.identifier] == nil else { return false }
        pending.records[message.identifier] = Record(
          bytes: Array(message.text.utf8), state: .finished)
        return true
      }
      guard !new.isEmpty else { return [] }
      return [.insertAtStart(new.map { ($0.identifier, $0.sender, Array($0.text.utf8)) })]
    }
  }

  /// Returns the Markdown of a message so far, for example to copy it; `nil` for unknown messages.
  public func text(of message: ItemIdentifier) -> String? {
    pending.withLock { $0.records[message]?.bytes }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the progress of a message; `nil` for unknown messages.
  public func state(of message: ItemIdentifier) -> MarkupStream.State? {
    pending.withLock { $0.records[message]?.state }
  }

  /// Calls `body` with each sentence of the messages that are added from now on, once it is
  /// complete and the list takes it in, for example to have a screen reader speak it.
  ///
  ///     transcript.onSentence { _, sentence in print(sentence) }
  ///
  /// Sentences are those of UAX 29, without the marks of Markdown; each line of code is one, and so
  /// is the reason of a failure. Messages that are inserted at the start are not read.
  ///
  /// - Parameter body: Called with the message and the sentence; `nil` calls nothing.
  public func onSentence(
    _ body: (@MainActor @Sendable (_ message: ItemIdentifier, _ sentence: String) -> Void)?
  ) {
    pending.withLock { $0.listener = body }
  }
}

// MARK: - Updates

extension Transcript {
  /// Adds commands, and requests an update unless one is under way.
  private func send(_ command: (inout Pending) -> [TranscriptState.Command]) {
    let delivery = pending.withLock { pending -> Delivery? in
      let commands = command(&pending)
      pending.commands += commands
      guard !commands.isEmpty, !pending.isUpdating, let connection = pending.connection else {
        return nil
      }
      pending.isUpdating = true
      return connection.delivery
    }
    delivery?.send { [self] in update() }
  }

  /// Requests an update of the list.
  @MainActor private func update() {
    let (connection, needsAll) = pending.withLock { pending in
      pending.lastStart = pending.connection?.delivery.now
      defer { pending.needsAll = false }
      return (pending.connection, pending.needsAll)
    }
    guard let connection, let controller = connection.controller else {
      return pending.withLock { ($0.connection, $0.isUpdating) = (nil, false) }
    }
    let handle: UpdateHandle
    if needsAll {
      handle = controller.update(anchor: .end) { [self] in model() }
    } else {
      let made = MadeEdits()
      handle = controller.update(anchor: .end) { [self] in made.value { edits() } }
    }
    handle.whenResolved { [self] outcome in
      connection.delivery.send { self.ended(outcome) }
    }
  }

  /// Handles the end of an update, and requests the next one in a frame if there is more to show.
  @MainActor private func ended(_ outcome: UpdateOutcome) {
    let next = pending.withLock { pending -> (Delivery, Duration)? in
      switch outcome {
      case .applied: break
      case .superseded, .cancelled, .failed: pending.needsAll = true
      }
      let isLost = if case .superseded = outcome { true } else { false }
      guard let connection = pending.connection, isLost || !pending.commands.isEmpty else {
        pending.isUpdating = false
        return nil
      }
      let passed = pending.lastStart.map { connection.delivery.now - $0 } ?? Self.frame
      return (connection.delivery, Self.frame - passed)
    }
    guard let (delivery, delay) = next else { return }
    delivery.send(after: max(.zero, delay)) { [self] in update() }
  }

  private func model() -> TableModel {
    state.withLock { state in
      _ = perform(&state)
      return state.model
    }
  }

  private func edits() -> [TableEdit] { state.withLock { perform(&$0) } }

  /// Performs the commands that wait, and passes the completed sentences on.
  private func perform(_ state: inout TranscriptState) -> [TableEdit] {
    let (listener, delivery) = pending.withLock { ($0.listener, $0.connection?.delivery) }
    state.readsMessages = listener != nil
    let edits = state.perform(takeCommands())
    let sentences = state.takeSentences()
    if let listener, !sentences.isEmpty {
      delivery?.send { for sentence in sentences { listener(sentence.message, sentence.text) } }
    }
    return edits
  }

  private func takeCommands() -> [TranscriptState.Command] {
    pending.withLock { pending in
      defer { pending.commands = [] }
      return pending.commands
    }
  }
}

/// The edits of an update, which are made once.
private final class MadeEdits: Sendable {
  private let edits = Mutex<[TableEdit]?>(nil)

  func value(_ make: () -> [TableEdit]) -> [TableEdit] {
    edits.withLock { edits in
      let value = edits ?? make()
      edits = value
      return value
    }
  }
}
