import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterListSupport
import LinecasterScenes
import LinecasterText

@testable import LinecasterTranscript

/// A transcript and the list that shows it, on a simulated machine.
@MainActor
final class TranscriptBench {
  let machine: SimulatedMachine
  let pipeline: PrecomputePipeline
  let host = RecordingHost()
  let list: AutoDiffController
  let transcript: Transcript
  private let style: TranscriptStyle

  init(
    seed: UInt64 = 1, width: Double = 320, height: Double = 400,
    style: TranscriptStyle = TranscriptStyle(),
    item: @escaping @Sendable (TranscriptRow) -> TableItem = {
      TableItem($0.identifier, cell: $0)
    }
  ) throws {
    self.style = style
    machine = SimulatedMachine(seed: seed)
    pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine)
    host.length = height
    list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: width), host: host,
      delivery: machine.delivery)
    transcript = Transcript(style: style, item: item)
  }

  /// Shows the transcript and runs the machine.
  func show() {
    transcript.show(in: list)
    machine.run()
  }

  /// The shown rows.
  var rows: [TranscriptRow] {
    (0..<list.snapshot.rowCount).compactMap {
      list.snapshot.item(atRow: $0)?.cell.cell(as: TranscriptRow.self)
    }
  }

  /// The pieces of the shown rows of a message.
  func pieces(of message: ItemIdentifier) -> [MarkupPiece] {
    rows.compactMap {
      if $0.message == message, case .piece(let piece) = $0.content { piece } else { nil }
    }
  }

  /// The pieces of a complete text.
  func pieces(ofText text: String) -> [MarkupPiece] {
    Markup(text, extensions: [.gitHub, .cjkFriendly]).blocks.flatMap {
      $0.pieces(by: style.highlighter)
    }
  }

  /// The distance from the bottom of the viewport to the end of the list.
  var wayToEnd: Double {
    list.snapshot.geometry.totalHeight - host.offset - (host.length ?? 0)
  }
}
