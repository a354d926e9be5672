import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

@Suite struct DisplayRasterizerDamageTests {
  private let samples: ScriptSamples
  private let rasterizer = DisplayRasterizer()
  private static let background = Color(red: 250, green: 240, blue: 230, alpha: 200)

  init() throws {
    samples = try ScriptSamples()
  }

  /// Draws the second list into a drawing of the first, and compares with drawing it alone.
  @discardableResult
  private func check(
    _ old: DisplayList, _ new: DisplayList, scale: PixelScale, seed: UInt64
  ) throws -> [PixelRect] {
    let before = try rasterizer.rasterize(old, scale: scale, background: Self.background)
    let after = try rasterizer.rasterize(new, scale: scale, background: Self.background)
    var redrawn = before
    let rects = try rasterizer.redraw(
      &redrawn, from: old, to: new, scale: scale, background: Self.background)
    let isSame = redrawn == after
    #expect(isSame, "seed \(seed)")
    #expect(try rects == rasterizer.changes(from: old, to: new, scale: scale))
    if before.bounds == after.bounds {
      let isUnchanged = isSameOutside(rects, before, after)
      #expect(isUnchanged, "seed \(seed)")
    }
    return rects
  }

  private func isSameOutside(_ rects: [PixelRect], _ one: Bitmap, _ other: Bitmap) -> Bool {
    var (one, other) = (one, other)
    for rect in rects {
      let patch = Bitmap(
        uncheckedWidth: rect.width, height: rect.height,
        pixels: [UInt8](repeating: 0, count: rect.width * rect.height * 4))
      one.draw(patch, atX: rect.left, y: rect.top)
      other.draw(patch, atX: rect.left, y: rect.top)
    }
    return one == other
  }

  /// A group becomes a layer when its content filters its backdrop, and layers round differently.
  @Test func groupsThatBecomeLayersDiffer() throws {
    let size = Size(width: 60, height: 40)
    let all = DisplayShape(Rect(origin: .zero, size: size))
    func fill(_ angle: Double, _ first: UInt32, _ last: UInt32) -> DisplayCommand {
      let stops = [GradientStop].even(
        Color(rgb: first).opacity(0.4), Color(rgb: last).opacity(0.6))
      return .fill(all, .linear(LinearGradient(angle: angle, stops: stops)))
    }
    var effects = DisplayEffects()
    effects.backdrop = DisplayBackdrop(
      DisplayShape(Rect(x: 2, y: 2, width: 5, height: 5)), filters: [.saturate(2)])
    let filter = DisplayGroup([], effects: effects)
    let content = [fill(30, 0xE9A35A, 0x28E75A), fill(140, 0x4361EE, 0xD6336C)]
    func list(_ commands: [DisplayCommand]) -> DisplayList {
      var list = DisplayList(size: size)
      list.append(fill(70, 0x0B7285, 0xFFD166))
      list.append(.group(DisplayGroup(commands)))
      return list
    }
    let (plain, layer) = (list(content), list([.group(filter)] + content))
    for (old, new) in [(plain, layer), (layer, plain)] {
      try check(old, new, scale: .one, seed: 0)
    }
    // The rounding itself, without which the above shows nothing.
    let area = [PixelRect(x: 0, y: 0, width: 10, height: 10)]
    let pictures = try [plain, layer].map { try rasterizer.rasterize($0) }
    #expect(!isSameOutside(area, pictures[0], pictures[1]))
  }

  /// Lists that share many steps of every kind.
  @Test(arguments: [1, 1.25, 2])
  func redrawingWhatDiffersIsDrawingAnew(scale: Double) throws {
    var random = SeededGenerator()
    let steps = DamageSamples(samples: samples, size: Size(width: 140, height: 60))
    for _ in 0..<TestSettings.transitions(usually: 12) {
      let old = steps.commands(6, &random)
      var new = old
      for _ in 0..<Int.random(in: 0...2, using: &random) { new = steps.edit(new, &random) }
      try check(steps.list(old), steps.list(new), scale: PixelScale(scale), seed: random.seed)
    }
  }

  /// The premise of redrawing: a step's pixels do not depend on the part that is drawn.
  @Test(arguments: [1, 1.25, 2])
  func partsOfADrawingAreThoseOfTheWhole(scale: Double) throws {
    var random = SeededGenerator()
    let scale = PixelScale(scale)
    let steps = DamageSamples(samples: samples, size: Size(width: 90, height: 60))
    for _ in 0..<TestSettings.transitions(usually: 40) {
      let command = steps.command(&random)
      let list = steps.list([command])
      let whole = try rasterizer.rasterize(list, scale: scale, background: Self.background)
      var canvas = rasterizer.canvas(on: whole, scale: scale)
      let rect = PixelRect(
        x: .random(in: 0..<whole.width, using: &random),
        y: .random(in: 0..<whole.height, using: &random),
        width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random)
      ).clipped(to: whole.bounds)
      try canvas.redraw(list, inside: rect, background: Self.background, .unlimited)
      let isSame = canvas.bitmap == whole
      #expect(isSame, "\(command), seed \(random.seed)")
    }
  }

  private static let long =
    "Many words stand before the one that changes, and many more of them come after it, so that "
    + "a small part of the text is drawn again and all of the other lines stay as they are. "

  private func list(_ text: String) -> DisplayList {
    var list = DisplayList(size: Size(width: 300, height: 200))
    list.append(
      .fill(DisplayShape(Rect(x: 0, y: 0, width: 300, height: 200)), .color(.white)))
    let style = TextStyle(size: 14, color: .black)
    list.append(.text(samples.layout(text, style, width: 290), origin: Point(x: 5, y: 5)))
    return list
  }

  @Test func aChangedWordLeavesTheOtherLinesAlone() throws {
    let old = list(Self.long + "Last come ten words that nobody changes at all, ever.")
    // Digits have equal widths.
    let first = list("At 12:34. " + Self.long)
    let second = list("At 12:58. " + Self.long)
    let minutes = try check(first, second, scale: PixelScale(2), seed: 0)
    #expect(minutes.reduce(0) { $0 + $1.area } < 2 * 20 * 40)
    #expect(!minutes.isEmpty)
    let longer = list(Self.long + "Last come ten words that nobody alters at all, ever.")
    let words = try check(old, longer, scale: PixelScale(2), seed: 0)
    let height = words.reduce(0) { max($0, $1.bottom) } - words.reduce(400) { min($0, $1.top) }
    #expect(!words.isEmpty && height < 2 * 20 * 2)
  }

  @Test func sameListsHaveNoChanges() throws {
    var random = SeededGenerator()
    let list = samples.list(Size(width: 200, height: 90), commands: 8, &random)
    #expect(try check(list, list, scale: PixelScale(1.25), seed: random.seed).isEmpty)
    // The same text, typeset again.
    #expect(try rasterizer.changes(from: self.list("same"), to: self.list("same")).isEmpty)
  }

  @Test func anotherColourOrPlaceIsAChange() throws {
    let layout = samples.layout("colour", TextStyle(size: 14, color: .black))
    let other = samples.layout("colour", TextStyle(size: 14, color: Color(rgb: 0x010000)))
    var lists = [(layout, 3.0), (other, 3), (layout, 3.25)].map { layout, x in
      var list = DisplayList(size: Size(width: 90, height: 30))
      list.append(.text(layout, origin: Point(x: x, y: 3)))
      return list
    }
    for new in lists.dropFirst() {
      #expect(try !check(lists[0], new, scale: .one, seed: 0).isEmpty)
    }
    lists[1].size.width = 91
    let all = try check(lists[0], lists[1], scale: .one, seed: 0)
    #expect(all == [PixelRect(x: 0, y: 0, width: 91, height: 30)])
  }

  @Test func layersAndLargeGlyphsAreFound() throws {
    let face = try FontFace(path: FontFixtures.layers)
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    func list(_ text: String, _ size: Double) -> DisplayList {
      var list = DisplayList(size: Size(width: 120, height: 80))
      let layout = typesetter.prepare(Paragraph(text, style: TextStyle(size: size, color: .black)))
        .layout(width: .infinity)
      list.append(.text(layout, origin: .zero))
      return list
    }
    #expect(try !check(list("A", 50), list("B", 50), scale: .one, seed: 0).isEmpty)
    let large = try check(list("A", 50), list("A", 9000), scale: .one, seed: 0)
    #expect(large == [PixelRect(x: 0, y: 0, width: 120, height: 80)])
  }

  @Test func cancelledWorkIsAnError() throws {
    let list = list("old")
    var bitmap = try rasterizer.rasterize(list)
    #expect(throws: CancellationError.self) {
      try rasterizer.redraw(&bitmap, from: list, to: self.list("new"), isCancelled: { true })
    }
  }
}

/// Random steps of every kind, and random edits of them.
struct DamageSamples {
  let samples: ScriptSamples
  let size: Size

  func list(_ commands: [DisplayCommand]) -> DisplayList {
    var list = DisplayList(size: size)
    for command in commands { list.append(command) }
    return list
  }

  func commands(_ count: Int, _ random: inout SeededGenerator, depth: Int = 0) -> [DisplayCommand] {
    (0..<count).map { _ in command(&random, depth: depth) }
  }

  /// Half of the steps are texts and fills; groups may be nested.
  func command(_ random: inout SeededGenerator, depth: Int = 0) -> DisplayCommand {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .border(shape(&random), border(&random))
    case 1: .shadow(shape(&random), shadow(&random))
    case 2: .fill(shape(&random), .linear(gradient(&random)))
    case 3:
      .image(
        ImageReference("none"), shape(&random), .allCases.randomElement(using: &random) ?? .fit)
    case 4: textShadow(&random)
    case 5 where depth < 3: .group(group(commands(3, &random, depth: depth + 1), &random))
    default: samples.command(in: size, &random)
    }
  }

  private func group(
    _ commands: [DisplayCommand], _ random: inout SeededGenerator
  ) -> DisplayGroup {
    DisplayGroup(
      commands, opacity: random.oneIn(2) ? 1 : .random(in: 0...1, using: &random),
      clip: random.oneIn(2) ? nil : shape(&random),
      effects: random.oneIn(2) ? DisplayEffects() : effects(&random))
  }

  /// Random effects of groups.
  private func effects(_ random: inout SeededGenerator) -> DisplayEffects {
    var effects = DisplayEffects()
    let center = Point(x: size.width / 2, y: size.height / 2)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: effects.transform = .rotation(.random(in: 0...360, using: &random), around: center)
    case 1:
      effects.transform = .scale(
        x: .random(in: -2...2, using: &random), y: .random(in: -2...2, using: &random),
        around: center)
    case 2: effects.transform = .translation(x: .random(in: -9...9, using: &random), y: 3.3)
    default: break
    }
    if random.oneIn(3) { effects.blend = random.anyCase(of: BlendMode.self) }
    if random.oneIn(3) { effects.filters = [.blur(.random(in: 0...6, using: &random)), .sepia(1)] }
    if random.oneIn(4) { effects.mask = [.fill(shape(&random), .linear(gradient(&random)))] }
    if random.oneIn(4) {
      effects.backdrop = DisplayBackdrop(
        shape(&random), filters: [.blur(.random(in: 0...9, using: &random)), .saturate(2)])
    }
    if random.oneIn(4) {
      effects.paint = DisplayFill(shape(&random), .linear(gradient(&random)))
    }
    return effects
  }

  /// Removes, adds or moves a step, or edits the content of a group.
  func edit(_ commands: [DisplayCommand], _ random: inout SeededGenerator) -> [DisplayCommand] {
    var commands = commands
    guard let place = commands.indices.randomElement(using: &random) else {
      return [command(&random)]
    }
    if case .group(let group) = commands[place] {
      commands[place] = .group(
        DisplayGroup(
          edit(group.commands, &random), opacity: group.opacity, clip: group.clip,
          effects: group.effects))
      return commands
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: commands.remove(at: place)
    case 1: commands.insert(command(&random), at: place)
    default: commands.swapAt(place, 0)
    }
    return commands
  }
}

// MARK: - Parts of steps

extension DamageSamples {
  private func shape(_ random: inout SeededGenerator) -> DisplayShape {
    let rect = Rect(
      x: .random(in: -20...size.width, using: &random),
      y: .random(in: -10...size.height, using: &random),
      width: .random(in: 0...70, using: &random), height: .random(in: 0...40, using: &random))
    return DisplayShape(
      rect, cornerRadius: random.oneIn(2) ? 0 : .random(in: 0...15, using: &random))
  }

  private func color(_ random: inout SeededGenerator) -> Color {
    Color(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: 90, alpha: random.oneIn(2) ? 255 : .random(in: 0...255, using: &random))
  }

  private func edge(_ random: inout SeededGenerator) -> BorderEdge {
    BorderEdge(
      width: .random(in: 0...6, using: &random), color: color(&random),
      pattern: .allCases.randomElement(using: &random) ?? .solid)
  }

  private func border(_ random: inout SeededGenerator) -> Border {
    random.oneIn(2)
      ? Border(all: edge(&random))
      : Border(
        top: edge(&random), right: edge(&random), bottom: edge(&random), left: edge(&random))
  }

  private func shadow(_ random: inout SeededGenerator) -> Shadow {
    Shadow(
      color(&random),
      offset: Point(x: .random(in: -4...4, using: &random), y: .random(in: -4...4, using: &random)),
      blur: random.oneIn(3) ? 0 : .random(in: 0...12, using: &random),
      spread: .random(in: -3...3, using: &random), isInset: random.oneIn(3))
  }

  private func gradient(_ random: inout SeededGenerator) -> LinearGradient {
    LinearGradient(
      angle: .random(in: 0...360, using: &random),
      stops: .even(color(&random), color(&random)))
  }

  private func textShadow(_ random: inout SeededGenerator) -> DisplayCommand {
    let style = TextStyle(size: 14, color: .black, decorations: [TextDecoration(.underline)])
    return .textShadow(
      samples.layout("Shadow", style),
      origin: Point(
        x: .random(in: -10...size.width, using: &random),
        y: .random(in: -10...size.height, using: &random)), shadow(&random))
  }
}

@Suite struct CommonSequenceTests {
  private func check(_ pairs: [CommonSequence.Pair], _ old: [Int], _ new: [Int]) {
    #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
    for (pair, next) in zip(pairs, pairs.dropFirst()) {
      #expect(pair.old < next.old && pair.new < next.new)
    }
  }

  /// The length of the longest common subsequence, by brute force.
  private func longest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> Int {
    guard let first = old.first, !new.isEmpty else { return 0 }
    let without = longest(old.dropFirst(), new)
    guard let place = new.firstIndex(of: first) else { return without }
    return max(without, 1 + longest(old.dropFirst(), new[(place + 1)...]))
  }

  @Test func pairsAreTheLongestCommonSequence() {
    var random = SeededGenerator()
    for _ in 0..<150 {
      let old = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random)
      }
      let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random)
      }
      let pairs = CommonSequence.pairs(old, new) { $0 == $1 }
      check(pairs, old, new)
      #expect(pairs.count == longest(old[...], new[...]), "seed \(random.seed)")
      check(CommonSequence.pairs(old, new), old, new)
      let (unique, moved) = (Array(Set(old)).sorted(), Array(Set(new)).shuffled(using: &random))
      let rising = CommonSequence.pairs(unique, moved)
      check(rising, unique, moved)
      #expect(rising.count == longest(unique[...], moved[...]), "seed \(random.seed)")
    }
  }

  @Test func longListsKeepTheirStartAndEnd() {
    let old = Array(0..<1000)
    let new = Array(0..<400) + Array(2000..<2300) + Array(700..<1000)
    let pairs = CommonSequence.pairs(old, new) { $0 == $1 }
    check(pairs, old, new)
    #expect(pairs.count == 700)
  }
}
