import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import Testing

/// A screen in memory that shows a list.
@MainActor
final class FrameBuffer: TableHost {
  weak var list: AutoDiffController?
  private let height: Double
  private var offset = 0.0
  private var snapshot: TableSnapshot?
  private var images: [RowIdentity: CellImage] = [:]

  init(height: Double) { self.height = height }

  // What the list asks for.

  func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(offset: offset, length: height)
  }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    (snapshot, offset) = (batch.snapshot, batch.offset)
    done()
  }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    (self.snapshot, self.offset) = (snapshot, offset)
  }

  func display(_ rows: [DisplayedRow]) {
    for row in rows { images[row.identity] = row.image }
  }

  func recycle(_ rows: [RowIdentity]) {
    for row in rows { images[row] = nil }
  }

  func displayFailed(_ error: any Error) { print("rows cannot be drawn: \(error)") }

  // What the program asks for.

  func scroll(by distance: Double) {
    guard let snapshot else { return }
    offset = max(0, min(offset + distance, snapshot.geometry.totalHeight - height))
    list?.viewportDidChange()
  }

  func draw() throws -> Bitmap? {
    guard let snapshot else { return nil }
    let (environment, scale) = (snapshot.environment, snapshot.environment.scale)
    var screen = try Bitmap(
      width: scale.pixels(environment.width), height: scale.pixels(height),
      background: environment.background.color(in: environment.theme))
    for row in snapshot.geometry.rows(in: offset..<offset + height) {
      guard let identity = snapshot.identity(ofRow: row), let image = images[identity],
        let frame = snapshot.frame(ofRow: row)
      else { continue }
      let (x, y) = (frame.minX * scale.factor, (frame.minY - offset) * scale.factor)
      let (left, top) = (Int(exactly: x.rounded()) ?? 0, Int(exactly: y.rounded()) ?? 0)
      for band in image.bands { screen.draw(band.bitmap, atX: left, y: top + band.top) }
    }
    return screen
  }
}

/// The sample of the chapter on a host in 100 lines.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SmallHostSampleTests {
  struct Message: Cell {
    var text: String

    func body(in environment: LayoutEnvironment) -> some Layout { Text(text).padding(8) }
  }

  /// The pixels that the host for images shows of the same messages.
  private func headless(_ messages: [String], at offset: Double) async throws -> Bitmap? {
    let host = HeadlessHost(.points(300))
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 200, scale: PixelScale(2)), host: host)
    let items = messages.enumerated().map { TableItem(.number($0), cell: Message(text: $1)) }
    _ = try await list.update(with: TableModel(items: items)).outcome
    host.offset = offset
    list.viewportDidChange()
    repeat { try await Task.sleep(for: .milliseconds(2)) } while !list.isSettled
    return try host.composition()?.bitmap()
  }

  @Test func showsWhatTheHeadlessHostShows() async throws {
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let environment = LayoutEnvironment(width: 200, scale: PixelScale(2))
    let messages = (0..<50).map { "Message \($0), \(String(repeating: "long ", count: $0 % 7))" }
    var isOpen = true
    var pictures: [Bitmap] = []
    func show(_ screen: Bitmap) { pictures.append(screen) }

    let buffer = FrameBuffer(height: 300)
    let list = AutoDiffController(pipeline: pipeline, environment: environment, host: buffer)
    buffer.list = list
    list.update {
      TableModel(
        items: messages.enumerated().map { number, text in
          TableItem(.number(number), cell: Message(text: text))
        })
    }
    while isOpen {
      try await Task.sleep(for: .milliseconds(8))  // the main actor takes in what has arrived
      if let screen = try buffer.draw() { show(screen) }
      isOpen = !(list.isSettled && list.isIdle && !pictures.isEmpty)
    }
    #expect(try await pictures.last == headless(messages, at: 0))

    buffer.scroll(by: 400)
    buffer.list?.tap(at: Point(x: 20, y: 40))
    repeat { try await Task.sleep(for: .milliseconds(8)) } while !list.isIdle
    #expect(try await buffer.draw() == headless(messages, at: 400))
  }
}
