import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterSurface

@Suite(.timeLimit(.minutes(60))) @MainActor final class SurfaceScreenHostTests {
  let mailbox = DeliveryMailbox()
  let size = Size(width: 240, height: 320)
  let surface: SoftwareSurface
  let host: SurfaceScreenHost<SoftwareSurface>
  let stack: ScreenStack
  let pipeline: PrecomputePipeline
  var time = Duration.zero

  init() throws {
    surface = try SoftwareSurface(width: 240, height: 320)
    surface.isSeen = false
    host = SurfaceScreenHost(on: surface, size: size)
    pipeline = PrecomputePipeline(fonts: try .bundled())
    stack = ScreenStack(
      pipeline: pipeline, environment: LayoutEnvironment(width: 240), host: host,
      delivery: .manual(mailbox))
    stack.show(true)
  }

  /// Draws a frame.
  @discardableResult
  private func frame(after milliseconds: Int = 16) -> Bool {
    time += .milliseconds(milliseconds)
    return host.draw(at: time)
  }

  /// Draws until nothing moves and all content is shown.
  func settle() async throws {
    var quiet = 0
    while quiet < 5 {
      try await Task.sleep(for: .milliseconds(2))
      let isQuiet = mailbox.drain() == 0 && stack.isIdle
      let goesOn = frame()
      quiet = isQuiet && !goesOn ? quiet + 1 : 0
    }
  }

  /// Lets workers finish while the time stands still.
  func work() async throws {
    var quiet = 0
    while quiet < 5 {
      try await Task.sleep(for: .milliseconds(2))
      let lists = stack.screens.flatMap { screen in
        ScreenPart.allCases.compactMap { screen.list(of: $0) }
      }
      quiet = mailbox.drain() == 0 && lists.allSatisfy(\.isIdle) ? quiet + 1 : 0
      frame(after: 0)
    }
  }

  /// The visible pixels.
  var picture: Bitmap {
    surface.isSeen = true
    defer { surface.isSeen = false }
    frame(after: 0)
    return surface.bitmap
  }

  func click(_ x: Double, _ y: Double) {
    let point = Point(x: x, y: y)
    host.pointerDown(at: point, scrolls: false, time: time)
    host.pointerUp(at: point, time: time)
  }

  /// The middle of a row of the top screen, on the surface.
  private func place(_ name: String) throws -> Point {
    let top = try #require(stack.top)
    let frame = try #require(top.list?.frame(of: .name(name)))
    let body = stack.frames(of: top, in: size).body
    return Point(x: 40, y: body.minY + frame.minY + frame.height / 2)
  }

  /// The greatest difference of a channel.
  func distance(_ one: Bitmap, _ other: Bitmap) -> Int {
    zip(one.pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  // MARK: What is seen

  /// At rest the surface equals a second witness: the screens drawn by a picture host.
  @Test(arguments: [Theme.light, .dark])
  func atRestItShowsWhatAPictureShows(theme: Theme) async throws {
    let witness = HeadlessScreenHost(size: size)
    let other = ScreenStack(
      pipeline: pipeline, environment: LayoutEnvironment(width: 240), host: witness,
      delivery: .manual(mailbox))
    other.show(true)
    func compare(_ name: String) async throws {
      var quiet = 0
      while quiet < 5 {
        try await settle()
        quiet = mailbox.drain() == 0 && other.isIdle ? quiet + 1 : 0
      }
      let far = distance(picture, try witness.picture(of: other))
      #expect(far <= 1, "\(name)")
    }
    let environment = LayoutEnvironment(width: 240, theme: theme)
    for stack in [stack, other] {
      stack.setEnvironment(environment)
      try stack.push(PeopleModel("Names", ["Ada", "ليلى", "अनन्या"]))
    }
    try await compare("root")
    for stack in [stack, other] {
      let model = PeopleModel("Second", (0..<30).map { "Row \($0)" })
      model.state.note = "A note over the rows"
      try stack.push(model)
    }
    try await compare("pushed")
    for stack in [stack, other] { try stack.present(PeopleModel("A sheet", ["One", "Two"])) }
    try await compare("sheet")
    for stack in [stack, other] { try stack.push(PeopleModel("Over it", ["Three"])) }
    try await compare("pushed over a sheet")
    for stack in [stack, other] { stack.goBack() }
    try await compare("back")
    for stack in [stack, other] { try stack.present(PeopleModel("Cover"), as: .cover) }
    try await compare("cover")
    for stack in [stack, other] {
      stack.dismiss()
      stack.dismiss()
    }
    try await compare("dismissed")
  }

  @Test func screensSlideFromFrameToFrame() async throws {
    try stack.push(PeopleModel("First"))
    try await settle()
    let first = picture
    try stack.push(PeopleModel("Second", ["Other"]))
    try await work()
    // The entering screen is there before anything moves.
    frame(after: 0)
    var places: [Double] = []
    while host.isMoving {
      frame(after: 30)
      if let top = stack.top { places.append(host.motion.placement(of: top.id, at: time).offset.x) }
    }
    #expect(places.count > 6 && places.last == 0)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 > $1 } && (places.first ?? 0) > 100)
    #expect(picture != first)
    #expect((stack.top?.model as? PeopleModel)?.lives.last == .didAppear)
    stack.goBack()
    try await settle()
    #expect(distance(picture, first) == 0)
  }

  @Test func whatIsOvertakenGoesOnFromWhereItIs() async throws {
    try stack.push(PeopleModel("First"))
    try await settle()
    let second = try stack.push(PeopleModel("Second"))
    try await work()
    frame(after: 0)
    for _ in 0..<3 { frame(after: 30) }
    let before = host.motion.placement(of: second.id, at: time)
    #expect(before.offset.x > 0 && before.offset.x < 240)
    stack.goBack()
    #expect(host.motion.placement(of: second.id, at: time) == before)
    frame(after: 0)
    frame(after: 30)
    #expect(host.motion.placement(of: second.id, at: time).offset.x > before.offset.x)
    try await settle()
    #expect(stack.screens.count == 1 && host.motion.transition == nil)
    #expect((stack.top?.model as? PeopleModel)?.lives.last == .didAppear)
  }

  @Test func nothingMovesWhereThatIsAskedFor() async throws {
    host.animates = false
    try stack.push(PeopleModel("First"))
    try stack.push(PeopleModel("Second"))
    #expect(!host.isMoving && (stack.top?.model as? PeopleModel)?.lives.last == .didAppear)
    stack.goBack()
    #expect(stack.screens.count == 1)
  }

  @Test func nothingIsKeptOfScreensThatAreGone() async throws {
    for number in 0..<4 { try stack.push(PeopleModel("\(number)", (0..<40).map { "\($0)" })) }
    try stack.present(PeopleModel("Sheet"))
    try await settle()
    #expect(host.views.count == 5 && surface.made > surface.dropped)
    stack.tearDown()
    mailbox.drain()
    frame()
    #expect(host.views.isEmpty && surface.made == surface.dropped)
  }

  // MARK: What people do

  @Test func buttonsAndRowsAreTapped() async throws {
    let model = PeopleModel("Names")
    try stack.push(PeopleModel("Before"))
    try stack.push(model)
    try await settle()
    let row = try place("Bo")
    click(row.x, row.y)
    #expect(model.opened == ["Bo"])
    click(220, 20)
    try await settle()
    #expect(model.state.names == ["Ada", "Bo", "Cy"])
    #expect(host.isInteractive(at: Point(x: 220, y: 20)))
    #expect(!host.isInteractive(at: Point(x: 120, y: 300)))
    // The back button.
    click(18, 20)
    try await settle()
    #expect(stack.screens.count == 1)
  }

  @Test func whatIsBelowASheetHearsOfNothing() async throws {
    let below = PeopleModel("Below", (0..<40).map { "Row \($0)" })
    let screen = try stack.push(below)
    try await settle()
    let sheet = PeopleModel("Sheet", ["One", "Two"])
    try stack.present(sheet)
    try await settle()
    let frames = try stack.frames(of: #require(stack.top), in: size)
    #expect(frames.page.minY > 150)
    click(40, 60)
    host.wheel(by: 100, at: Point(x: 40, y: 60), time: time)
    host.key(.down, time: time)
    try await settle()
    #expect(below.opened.isEmpty && host.view(of: screen.id).hosts[.body]?.offset == 0)
    let row = try place("Two")
    click(row.x, row.y)
    #expect(sheet.opened == ["Two"])
  }

  @Test func keysGoBack() async throws {
    try stack.push(PeopleModel("First"))
    try stack.push(PeopleModel("Second"))
    try stack.present(PeopleModel("Sheet"))
    try await settle()
    // Escape first removes the focus.
    #expect(host.key(.tab, time: time) && host.key(.escape, time: time))
    #expect(stack.screens.count == 3)
    #expect(host.key(.escape, time: time))
    try await settle()
    #expect(stack.screens.count == 2)
    #expect(host.key(.back, time: time))
    try await settle()
    #expect(stack.screens.count == 1 && !host.key(.back, time: time))
  }

  @Test func theFocusGoesFromPartToPart() async throws {
    let model = PeopleModel("Names")
    model.state.search = ""
    try stack.push(model)
    try await settle()
    let (bar, body) = (stack.top?.list(of: .bar), stack.top?.list)
    var seen: [String] = []
    for _ in 0..<5 {
      #expect(host.key(.tab, time: time))
      let isWritten = host.fields.first?.isFocused == true
      seen.append(
        bar?.hasFocus == true
          ? "bar" : isWritten ? "field" : body?.hasFocus == true ? "row" : "nothing")
      if body?.hasFocus == true, !isWritten { host.key(.activate, time: time) }
    }
    #expect(seen == ["bar", "field", "row", "row", "bar"] && model.opened == ["Ada", "Bo"])
    for _ in 0..<2 { host.key(.backTab, time: time) }
    #expect(body?.hasFocus == true && bar?.hasFocus == false)
  }

  @Test func aProgramCanGiveAFieldTheFocusAlsoInASheet() async throws {
    let below = PeopleModel("Below")
    below.state.search = ""
    let screen = try stack.push(below)
    screen.focusField("search")
    try await settle()
    #expect(host.fields.map(\.isFocused) == [true] && screen.list?.hasFocus == true)
    let model = PeopleModel("Sheet")
    model.state.search = "x"
    let sheet = try stack.present(model)
    sheet.focusField("search")
    try await settle()
    #expect(host.fields.map(\.isFocused) == [true] && host.fields.first?.input.text == "x")
    #expect(screen.list?.hasFocus == false)
    // A press elsewhere removes the focus, in the list as well.
    host.fields.first?.isFocused = false
    #expect(sheet.list?.hasFocus == false)
    // A press in the field restores the focus, and tab continues from there.
    let field = try #require(host.fields.first)
    field.pointerDown(at: Point(x: 60, y: field.frame.minY + 8), time: time)
    #expect(host.key(.tab, time: time) && !field.isFocused)
    #expect(sheet.list?.focusedRow == RowIdentity(.name("Ada")))
  }

  @Test func aLongTitleLeavesTheButtonsInTheWindow() async throws {
    let short = PeopleModel("Short")
    try stack.push(short)
    try await settle()
    let height = try #require(stack.top?.list(of: .bar)?.snapshot.geometry.totalHeight)
    let model = PeopleModel("A title that is much longer than any bar is wide, and goes on")
    try stack.push(model)
    try await settle()
    #expect(stack.top?.list(of: .bar)?.snapshot.geometry.totalHeight == height)
    click(220, 20)
    try await settle()
    #expect(model.state.names.last == "Cy")
    click(18, 20)
    try await settle()
    #expect(stack.screens.count == 1)
  }

  @Test func theFocusIsSeenInABar() async throws {
    try stack.push(PeopleModel("Names"))
    try await settle()
    let before = picture
    host.key(.tab, time: time)
    try await settle()
    #expect(distance(picture, before) > 60)
  }

  /// Bar and overlay show the number of rows, with their pixels, in every frame that is drawn.
  @Test func barAndRowsChangeInOneFrame() async throws {
    let model = PeopleModel("0", [])
    let screen = try stack.push(model)
    try await settle()
    var frames = 0
    for count in 1...12 {
      model.state.names = (0..<count * 3).map { "Row \($0)" }
      model.state.title = "\(count * 3)"
      model.state.note = count.isMultiple(of: 2) ? nil : "\(count * 3)"
      for _ in 0..<40 {
        try await Task.sleep(for: .milliseconds(1))
        mailbox.drain()
        // The clock stands still for a frame that is held; otherwise a busy machine would draw it
        // early.
        guard host.nextFrame != nil, !host.holdsFrame(at: time) else { continue }
        frame(after: 1)
        frames += 1
        let bar = screen.list(of: .bar)?.snapshot.item(atRow: 0)?.cell.cell(as: BarCell.self)
        let rows = screen.list?.snapshot.rowCount ?? -1
        #expect(bar?.title == "\(rows)")
        let overlay = screen.list(of: .overlay)?.snapshot.item(atRow: 0)?.cell
        #expect(overlay?.cell(as: People.Line.self)?.text == (rows % 6 == 0 ? nil : "\(rows)"))
        let hosts = host.view(of: screen.id).hosts
        #expect(hosts[.bar]?.blankRowCount == 0 && hosts[.overlay]?.blankRowCount ?? 0 == 0)
      }
    }
    try await settle()
    #expect(screen.page?.bar?.title == "36" && frames > 0)
  }

  @Test func nothingIsDrawnWhileNothingChanges() async throws {
    let model = PeopleModel("Names")
    model.state.search = "x"
    try stack.push(model)
    try await settle()
    frame(after: 3_000)
    frame()
    #expect(host.nextFrame == nil)
    // The caret blinks.
    host.fields.first?.isFocused = true
    try await settle()
    #expect(host.nextFrame.map { $0 > time && $0 <= time + .milliseconds(530) } == true)
    host.fields.first?.isFocused = false
    model.state.names.append("Cy")
    try await settle()
    frame(after: 3_000)
    frame()
    #expect(host.nextFrame == nil)
  }

  /// A host that animates nothing draws a frame before a part has rows, and none after that unless
  /// it asks for one.
  @Test func partsAreDrawnAsSoonAsTheyHaveRows() async throws {
    surface.isSeen = true
    host.animates = false
    let below = PeopleModel("Names")
    try stack.push(below)
    try await settle()
    func look(_ name: String) async throws {
      frame()
      var quiet = 0
      while quiet < 5 {
        try await Task.sleep(for: .milliseconds(2))
        quiet = mailbox.drain() == 0 && stack.isIdle ? quiet + 1 : 0
        if let next = host.nextFrame, next <= time { frame() }
      }
      #expect(host.nextFrame.map { $0 > time } ?? true, "\(name)")
      let shown = surface.bitmap
      frame(after: 0)
      #expect(shown == surface.bitmap, "\(name)")
    }
    below.state.note = "A note over the rows"
    try await look("overlay")
    try stack.present(PeopleModel("A sheet", ["One"]))
    try await look("sheet")
    try stack.present(PeopleModel("", []), as: .cover)
    try await look("cover without rows")
  }

  /// Swipes from the edge to a place at a speed; returns whether the screen was popped.
  private func swipe(to x: Double, stepsOf milliseconds: Int) async throws -> Bool {
    try stack.push(PeopleModel("Second"))
    try await settle()
    let count = stack.screens.count
    host.pointerDown(at: Point(x: 4, y: 200), scrolls: true, time: time)
    for step in 1...6 {
      frame(after: milliseconds)
      host.pointerMoved(to: Point(x: 4 + (x - 4) * Double(step) / 6, y: 202), time: time)
    }
    let top = try #require(stack.screens.last)
    let offset = host.motion.placement(of: top.id, at: time).offset.x
    #expect(abs(offset - (x - 4)) < 1)
    host.pointerUp(at: Point(x: x, y: 202), time: time)
    try await settle()
    return stack.screens.count < count
  }

  @Test func aFingerFromTheEdgeGoesBack() async throws {
    try stack.push(PeopleModel("First"))
    #expect(try await swipe(to: 180, stepsOf: 60))
    #expect(try await swipe(to: 90, stepsOf: 12))
    #expect(try await !swipe(to: 90, stepsOf: 60))
    let lives = (stack.top?.model as? PeopleModel)?.lives
    #expect(lives?.suffix(3) == [.willDisappear, .willAppear, .didAppear])
    #expect(stack.screens.count == 2)
    // A vertical drag from there scrolls.
    host.pointerDown(at: Point(x: 4, y: 200), scrolls: true, time: time)
    host.pointerMoved(to: Point(x: 8, y: 240), time: time)
    host.pointerMoved(to: Point(x: 90, y: 240), time: time)
    host.pointerUp(at: Point(x: 90, y: 240), time: time)
    #expect(!host.isMoving && stack.screens.count == 2)
  }

  @Test func theLastRowIsScrolledAboveWhatIsOverIt() async throws {
    let model = PeopleModel("Names", (0..<30).map { "Row \($0)" })
    model.state.note = "A note over the rows"
    let screen = try stack.push(model)
    try await settle()
    let frames = stack.frames(of: screen, in: size)
    #expect(frames.overlay.height > 20 && frames.overlay.maxY == 320)
    host.key(.end, time: time)
    try await settle()
    let offset = try #require(host.view(of: screen.id).hosts[.body]?.offset)
    let last = try #require(screen.list?.frame(of: .name("Row 29")))
    #expect(frames.body.minY + last.maxY - offset == frames.overlay.minY)
    click(40, frames.overlay.minY - 10)
    #expect(model.opened == ["Row 29"])
  }

  // MARK: Anything

  @Test func anythingMayHappenAtAnyTime() async throws {
    var random = SeededGenerator()
    try stack.push(PeopleModel("First", (0..<30).map { "Row \($0)" }))
    for _ in 0..<300 {
      let point = Point(
        x: .random(in: -20...260, using: &random), y: .random(in: -20...340, using: &random))
      switch Int.random(in: 0..<14, using: &random) {
      case 0 where stack.screens.count < 6:
        try stack.push(PeopleModel("Pushed", (0..<20).map { "Row \($0)" }))
      case 1 where stack.screens.count < 6: try stack.present(PeopleModel("Sheet"))
      case 2: host.key(.back, time: time)
      case 3: host.key(SurfaceKey.allCases.randomElement(using: &random) ?? .tab, time: time)
      case 4: host.pointerDown(at: point, scrolls: .random(using: &random), time: time)
      case 5: host.pointerDown(at: Point(x: 3, y: point.y), scrolls: true, time: time)
      case 6, 7, 8: host.pointerMoved(to: point, time: time)
      case 9: host.pointerUp(at: point, time: time)
      case 10: host.wheel(by: .random(in: -300...300, using: &random), at: point, time: time)
      case 11: host.pointerLeft(time: time)
      case 12:
        stack.setEnvironment(LayoutEnvironment(width: .random(in: 100...240, using: &random)))
      default: try await Task.sleep(for: .milliseconds(1))
      }
      mailbox.drain()
      frame(after: .random(in: 0...120, using: &random))
      #expect(Set(host.views.keys).isSubset(of: stack.screens.map(\.id)))
    }
    host.pointerLeft(time: time)
    try await settle()
    #expect(stack.isIdle && host.motion.transition == nil)
    stack.tearDown()
    mailbox.drain()
    #expect(host.views.isEmpty)
  }
}
