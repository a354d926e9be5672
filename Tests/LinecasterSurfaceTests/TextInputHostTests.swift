import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterSurface

/// A worker and a main queue that run only on request.
@MainActor final class InputBench {
  /// The pending work, in order.
  final class Line: Sendable {
    let work = Mutex<[@Sendable () -> Void]>([])
    let delivered = Mutex<[@MainActor @Sendable () -> Void]>([])
  }

  final class Pasteboard: TextClipboard {
    var text: String?
  }

  let surface: SoftwareSurface
  let host: TextInputHost<SoftwareSurface>
  let clipboard = Pasteboard()
  let typesetter: Typesetter
  private let line = Line()
  var submitted: [String] = []
  var changes = 0
  var cuts = 0
  var time = Duration.zero

  init(_ input: TextInput = TextInput(), width: Double = 120, height: Double = 30) throws {
    typesetter = Typesetter(fonts: try .bundled())
    surface = try SoftwareSurface(width: 200, height: 200)
    host = TextInputHost(
      on: surface, input: input, frame: Rect(x: 10, y: 20, width: width, height: height),
      environment: LayoutEnvironment(width: 200),
      pipeline: PrecomputePipeline(arranger: CellArranger(typesetter: typesetter)),
      appearance: TextInputAppearances.plain,
      delivery: Delivery { [line] work in line.delivered.withLock { $0.append(work) } },
      work: { [line] work in line.work.withLock { $0.append(work) } })
    host.clipboard = clipboard
    host.isFocused = true
    host.onChange = { [weak self] _ in self?.changes += 1 }
    host.onSubmit = { [weak self] in self?.submitted.append($0.text) }
    host.onCut = { [weak self] in self?.cuts += 1 }
  }

  /// Runs one piece of work on the worker; returns false if none waits.
  func workOnce() -> Bool {
    guard let work = line.work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      return false
    }
    work()
    return true
  }

  /// Runs the delivered work on the main actor.
  func deliver() {
    let delivered = line.delivered.withLock { delivered in
      defer { delivered = [] }
      return delivered
    }
    for work in delivered { work() }
  }

  /// Runs until no work is pending.
  func settle() {
    repeat { deliver() } while workOnce()
    deliver()
  }

  func type(_ text: String) { for letter in text { host.insert(String(letter)) } }

  /// Draws a frame and returns its pixels.
  func frame(after milliseconds: Int = 16) -> Bitmap {
    time += .milliseconds(milliseconds)
    surface.fill(Rect(x: 0, y: 0, width: 200, height: 200), with: .white)
    host.draw(at: time)
    return surface.bitmap
  }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct TextInputHostTests {
  @Test func showsWhatIsTyped() throws {
    let bench = try InputBench()
    bench.settle()
    let empty = bench.frame()
    bench.type("words")
    #expect(bench.host.input.text == "words" && bench.changes == 5)
    bench.settle()
    let full = bench.frame()
    let isDrawn = full != empty
    #expect(isDrawn && bench.surface.made == 1 && bench.surface.changedPixels > 0)
    // The pixels equal those of a new host.
    let other = try InputBench(TextInput("words"))
    other.settle()
    let isSame = other.frame() == full
    #expect(isSame)
  }

  @Test func theMainActorShapesAndDrawsNothing() throws {
    let bench = try InputBench()
    bench.settle()
    let (before, pixels) = (bench.typesetter.statistics, bench.surface.changedPixels)
    bench.type("a word that is new, еще слово")
    _ = bench.frame()
    #expect(bench.host.input.utf16Count == 29)
    let after = bench.typesetter.statistics
    #expect(after.glyphs == before.glyphs && after.shapeCalls == before.shapeCalls)
    #expect(after.paragraphs == before.paragraphs && bench.surface.changedPixels == pixels)
    bench.settle()
    #expect(bench.typesetter.statistics.glyphs > before.glyphs)
  }

  @Test func statesThatWereOvertakenAreNotDrawn() throws {
    let bench = try InputBench()
    bench.settle()
    let before = bench.typesetter.statistics.paragraphs
    bench.type("abcdefghij")
    bench.settle()
    // Only the first letter and the last state are laid out.
    #expect(bench.typesetter.statistics.paragraphs - before <= 2)
    #expect(bench.host.drawn?.laidOut.prepared.input.text == "abcdefghij")
  }

  @Test func keysThatNeedLinesWaitForThemAndAllBehind() throws {
    let bench = try InputBench(TextInput("one two", kind: .area))
    bench.settle()
    bench.type("!")
    // The lines of the new text are not yet known.
    bench.host.key(.home)
    bench.type(">")
    bench.host.key(.right, .shift)
    bench.type("O")
    #expect(bench.host.input.text == "one two!" && bench.host.isBusy)
    bench.settle()
    #expect(bench.host.input.text == ">One two!" && !bench.host.isBusy)
  }

  /// Any order of work on the workers and the main actor ends with the result of the keys one by
  /// one.
  @Test func anyScheduleEndsAlike() throws {
    for episode in 0..<30 {
      var random = SeededGenerator(salt: UInt64(episode) + 80_000)
      let steps = (0..<40).map { _ in Int.random(in: 0..<10, using: &random) }
      let (slow, quick) = (
        try InputBench(TextInput("one שלום\ntwo", kind: .area)),
        try InputBench(TextInput("one שלום\ntwo", kind: .area))
      )
      slow.settle()
      quick.settle()
      for step in steps {
        press(step, slow)
        press(step, quick)
        quick.settle()
        if random.oneIn(3) { _ = slow.workOnce() }
        if random.oneIn(3) { slow.deliver() }
      }
      slow.settle()
      let isSame = slow.host.input == quick.host.input
      #expect(isSame, "seed \(random.seed)")
      #expect(slow.submitted == quick.submitted && slow.clipboard.text == quick.clipboard.text)
      let (text, shown) = (slow.host.input.text, slow.host.drawn?.laidOut.prepared.input.text)
      #expect(shown == text, "seed \(random.seed)")
    }
  }

  private func press(_ step: Int, _ bench: InputBench) {
    switch step {
    case 0: bench.type("word ")
    case 1: bench.host.key(.left)
    case 2: bench.host.key(.up, .shift)
    case 3: bench.host.key(.end)
    case 4: bench.host.key(.backspace)
    case 5: bench.host.key(.enter)
    case 6: bench.host.key(.letter("x"), .control)
    case 7: bench.host.key(.letter("v"), .control)
    case 8: bench.host.key(.right, [.control, .shift])
    default: bench.host.key(.enter, .control)
    }
  }

  @Test func textGoesThroughTheClipboard() throws {
    let bench = try InputBench()
    bench.type("one two")
    bench.host.key(.left, [.control, .shift])
    bench.settle()
    bench.host.key(.letter("x"), .control)
    bench.settle()
    #expect(bench.clipboard.text == "two" && bench.host.input.text == "one ")
    bench.host.key(.letter("v"), .control)
    bench.host.key(.letter("v"), .control)
    #expect(bench.host.input.text == "one twotwo")
    bench.host.key(.letter("z"), .control)
    bench.host.key(.letter("z"), .control)
    bench.host.key(.letter("z"), [.control, .shift])
    #expect(bench.host.input.text == "one two")
    bench.host.replace(with: TextInput("secret", kind: .password))
    bench.host.key(.letter("a"), .control)
    bench.host.key(.letter("x"), .control)
    bench.settle()
    #expect(bench.clipboard.text == "two" && bench.host.input.text == "secret")
  }

  @Test func longTextsAreTheWorkers() throws {
    let long = String(repeating: "words of a long text\n", count: 20_000)
    let bench = try InputBench(TextInput(long, kind: .area))
    bench.host.key(.letter("a"), .control)
    bench.host.key(.letter("c"), .control)
    bench.host.key(.letter("v"), .control)
    bench.type("!")
    // Nothing has happened on the main actor yet.
    #expect(bench.host.input.selection.isEmpty && bench.changes == 0)
    bench.settle()
    #expect(bench.clipboard.text?.utf8.count == long.utf8.count)
    #expect(bench.host.input.utf16Count == long.utf16.count + 1 && bench.changes > 0)
    bench.clipboard.text = String(repeating: "x", count: 2_000_000)
    bench.host.key(.letter("v"), .control)
    bench.settle()
    #expect(bench.host.input.utf16Count == 1 << 20 && bench.cuts == 1)
  }

  /// Keys that arrive while the worker is busy are handled as one piece of work.
  @Test func keysThatWaitAreOneWork() throws {
    let bench = try InputBench(
      TextInput(String(repeating: "words ", count: 12_000), kind: .area), height: 60)
    bench.settle()
    bench.type("abc")
    for _ in 0..<40 { bench.host.key(.left) }
    bench.type("X")
    // The first key, and then all the others.
    bench.deliver()
    #expect(bench.workOnce())
    bench.deliver()
    var works = 0
    while bench.host.input.utf16Count != 72_004, bench.workOnce() {
      works += 1
      bench.deliver()
    }
    #expect(works <= 3)
    #expect(bench.host.input.selection.head == 72_004 - 40)
    bench.settle()
  }

  @Test func returnEndsAFieldAndItsKeysGoOn() throws {
    let bench = try InputBench()
    bench.host.onSubmit = { [weak bench] in
      bench?.submitted.append($0.text)
      bench?.host.replace(with: TextInput())
    }
    bench.type("one")
    bench.host.key(.left)
    bench.type("X")
    bench.host.key(.enter)
    bench.type("two")
    bench.settle()
    #expect(bench.submitted == ["onXe"] && bench.host.input.text == "two")
  }

  @Test func inputMethodsMarkAndSettle() throws {
    let bench = try InputBench(TextInput("x"))
    bench.host.compose("にほん", selected: 3..<3)
    bench.settle()
    #expect(bench.host.input.markedRange == 1..<4)
    let caret = bench.host.caretFrame
    #expect(bench.host.frame.contains(caret.origin) && caret.height > 5)
    #expect(bench.host.key(.escape) && bench.host.input.text == "x")
    #expect(!bench.host.key(.escape))
    bench.host.compose("に", selected: 1..<1)
    bench.host.insert("日")
    #expect(bench.host.input.text == "x日" && bench.host.input.markedRange == nil)
    bench.host.compose("に", selected: 1..<1)
    bench.host.isFocused = false
    #expect(bench.host.input.text == "x日に" && bench.host.input.markedRange == nil)
    #expect(!bench.host.insert("y") && !bench.host.compose("y", selected: 0..<0))
  }

  @Test func thePointerSelectsAndGivesTheFocus() throws {
    let bench = try InputBench(TextInput("one two three"), width: 180)
    bench.host.isFocused = false
    bench.settle()
    let start = Point(x: 20, y: 35)
    #expect(bench.host.pointerDown(at: start, time: bench.time) && bench.host.isFocused)
    bench.settle()
    #expect(bench.host.input.selection.range == 0..<0)
    #expect(bench.host.pointerMoved(to: Point(x: 300, y: 35), time: bench.time))
    bench.settle()
    #expect(bench.host.input.selection.range == 0..<13)
    #expect(bench.host.pointerUp(time: bench.time) && !bench.host.pointerUp(time: bench.time))
    #expect(!bench.host.pointerMoved(to: start, time: bench.time))
    bench.host.pointerDown(at: start, clicks: 2, time: bench.time)
    bench.settle()
    #expect(bench.host.input.selectedText == "one")
    #expect(!bench.host.pointerDown(at: Point(x: 5, y: 5), time: bench.time))
    #expect(!bench.host.isFocused)
  }

  @Test func theCaretBlinks() throws {
    let bench = try InputBench(TextInput("x"))
    bench.settle()
    let seen = bench.frame()
    let gone = bench.frame(after: 530)
    let blinks = seen != gone && bench.frame(after: 530) == seen
    #expect(blinks)
    _ = bench.frame(after: 530)
    // A key press shows the caret at once.
    bench.host.key(.home, time: bench.time)
    bench.settle()
    let moved = bench.frame(after: 0)
    let isSeen = moved != gone && moved != seen
    #expect(isSeen)
    bench.host.isFocused = false
    bench.settle()
    let unfocused = bench.frame()
    let rests = bench.frame(after: 530) == unfocused
    #expect(rests)
  }

  /// A wheel scrolls an area away from its caret until the caret moves; areas that fit pass the
  /// event on.
  @Test func aWheelScrollsAnArea() throws {
    let lines = (0..<40).map { "line \($0)" }.joined(separator: "\n")
    let bench = try InputBench(TextInput(lines, kind: .area), height: 60)
    bench.settle()
    let atEnd = bench.frame()
    let inside = Point(x: 40, y: 40)
    let caret = bench.host.caretFrame
    #expect(bench.host.wheel(by: -30, at: inside, time: bench.time))
    #expect(bench.host.wheel(by: -12, at: inside, time: bench.time))
    bench.settle()
    #expect(bench.host.caretFrame == caret.offset(x: 0, y: 42))
    bench.host.wheel(by: -1e9, at: inside, time: bench.time)
    bench.settle()
    let atStart = bench.frame()
    #expect(bench.host.drawn?.placed.offset.y == 0 && bench.host.drawn?.placed.caretInSight == nil)
    #expect(atStart != atEnd)
    bench.host.wheel(by: 1e9, at: inside, time: bench.time)
    bench.settle()
    #expect(bench.frame() == atEnd)
    // A move of the caret scrolls it into view.
    bench.host.wheel(by: -200, at: inside, time: bench.time)
    bench.settle()
    bench.host.key(.left)
    bench.host.key(.right)
    bench.settle()
    #expect(bench.frame() == atEnd)
    #expect(!bench.host.wheel(by: 9, at: Point(x: 5, y: 5), time: bench.time))
    #expect(!bench.host.wheel(by: .nan, at: inside, time: bench.time))
    let short = try InputBench(TextInput("one line", kind: .area), height: 60)
    short.settle()
    #expect(!short.host.wheel(by: 9, at: inside, time: short.time))
    let field = try InputBench(TextInput(String(repeating: "wide ", count: 99)))
    field.settle()
    #expect(!field.host.wheel(by: 9, at: inside, time: field.time))
  }

  @Test func otherKeysAreForOthers() throws {
    let bench = try InputBench(TextInput("x"))
    #expect(!bench.host.key(.up) && !bench.host.key(.pageDown) && !bench.host.key(.letter("d")))
    #expect(!bench.host.key(.letter("q"), .control))
    let area = try InputBench(TextInput("x", kind: .area))
    #expect(area.host.key(.up) && area.host.key(.enter))
    area.settle()
    #expect(area.host.input.text == "x\n")
    area.host.isFocused = false
    #expect(!area.host.key(.up))
  }

  @Test func whatCannotBeDrawnIsTold() throws {
    let bench = try InputBench()
    bench.host.frame = Rect(x: 0, y: 0, width: 1e8, height: 1e8)
    bench.settle()
    #expect(bench.host.failure != nil)
    bench.host.frame = Rect(x: 0, y: 0, width: 100, height: 30)
    bench.settle()
    #expect(bench.host.failure == nil)
  }
}
