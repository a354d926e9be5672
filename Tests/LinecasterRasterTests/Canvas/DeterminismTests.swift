import Dispatch
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterRaster

@Suite struct DeterminismTests {
  private static let renderings: [GlyphRendering] = [
    .plain, GlyphRendering(hinting: .light, antialiasing: .rgb),
    GlyphRendering(hinting: .full, placement: .exact, contrast: 0.6, gamma: 1.8),
    GlyphRendering(antialiasing: .verticalBGR, smoothsSubpixels: false),
  ]

  /// Lists with steps of every kind, each drawn by a new rasterizer, and then by four threads that
  /// share one with too small a cache, in different orders.
  @Test(arguments: renderings)
  func bytesDependOnNothingElse(rendering: GlyphRendering) throws {
    var display = try RandomDisplay(SeededGenerator())
    let lists = (0..<5).map { _ in display.list() }
    let alone = try lists.map {
      try DisplayRasterizer(rendering: rendering).rasterize($0, background: .white)
    }
    let shared = DisplayRasterizer(
      glyphCache: GlyphCache(byteLimit: 20_000), rendering: rendering)
    let orders = (0..<4).map { _ in lists.indices.shuffled(using: &display.random) }
    let same = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: orders.count) { worker in
      for index in orders[worker] {
        let drawn = try? shared.rasterize(lists[index], background: .white)
        same.withLock { $0 += drawn == alone[index] ? 1 : 0 }
      }
    }
    #expect(same.withLock { $0 } == orders.count * lists.count, "seed \(display.random.seed)")
  }
}

/// Provides the first image of random displays, and possibly others.
struct NoiseImages: ImageProvider {
  let image: Bitmap
  var others: Set<ImageReference> = []

  func bitmap(for image: ImageReference) -> Bitmap? {
    image == RandomDisplay.images[0] || others.contains(image) ? self.image : nil
  }
}

/// Random display lists with steps of every kind.
struct RandomDisplay {
  static let size = Size(width: 90, height: 60)
  /// An image of the provider, and one that is missing.
  static let images = [ImageReference("noise"), ImageReference("absent")]
  /// The plainest rendering, and one with channels of their own and a contrast.
  static let renderings: [GlyphRendering] = [
    .plain, GlyphRendering(hinting: .full, antialiasing: .rgb, placement: .exact, contrast: 0.5),
  ]

  var random: SeededGenerator
  private let typesetter: Typesetter

  init(_ random: SeededGenerator) throws {
    self.random = random
    typesetter = Typesetter(fonts: try .bundled())
  }

  mutating func list() -> DisplayList {
    var list = DisplayList(size: Self.size)
    for _ in 0..<Int.random(in: 3...8, using: &random) { list.append(command(depth: 0)) }
    return list
  }

  private mutating func command(depth: Int) -> DisplayCommand {
    switch Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &random) {
    case 0: .fill(shape(), .color(color()))
    case 1: .fill(shape(), paint())
    case 2: .border(shape(), border())
    case 3: .shadow(shape(), shadow())
    case 4: .text(layout(), origin: point())
    case 5: .textShadow(layout(), origin: point(), shadow())
    case 6:
      .image(
        Self.images[random.oneIn(5) ? 1 : 0], shape(),
        ContentMode.allCases[.random(in: 0..<4, using: &random)])
    default:
      .group(
        DisplayGroup(
          (0..<3).map { _ in command(depth: depth + 1) },
          opacity: random.oneIn(3) ? 1 : number(0...1), clip: random.oneIn(3) ? nil : shape()))
    }
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let number = Double.random(in: range, using: &random)
    return random.oneIn(3) ? number.rounded() : number
  }

  private mutating func point() -> Point { Point(x: number(-20...80), y: number(-20...50)) }

  mutating func shape() -> DisplayShape {
    let rect = Rect(origin: point(), size: Size(width: number(0...90), height: number(0...60)))
    return DisplayShape(rect, corners: random.oneIn(3) ? .square : corners())
  }

  private mutating func corners() -> CornerRadii {
    let radius = number(0...30)
    return CornerRadii(
      topLeft: radius, topRight: random.oneIn(2) ? radius : number(0...50),
      bottomRight: radius, bottomLeft: random.oneIn(2) ? radius : 0)
  }

  mutating func color() -> Color {
    func channel() -> UInt8 { .random(in: 0...255, using: &random) }
    return Color(
      red: channel(), green: channel(), blue: channel(), alpha: random.oneIn(2) ? 255 : channel())
  }

  private mutating func paint() -> DisplayPaint {
    let stops = (0..<3).map { GradientStop(color(), at: Double($0) / 2) }
    guard random.oneIn(2) else {
      return .linear(LinearGradient(angle: number(0...360), stops: stops))
    }
    return .radial(
      RadialGradient(
        extent: RadialGradient.Extent.allCases[.random(in: 0..<4, using: &random)],
        isCircle: random.oneIn(2), stops: stops))
  }

  mutating func border() -> Border {
    func edge() -> BorderEdge {
      BorderEdge(
        width: number(0...7), color: color(),
        pattern: BorderPattern.allCases[.random(in: 0..<3, using: &random)])
    }
    guard random.oneIn(2) else { return Border(all: edge()) }
    return Border(top: edge(), right: edge(), bottom: edge(), left: edge())
  }

  mutating func shadow() -> Shadow {
    Shadow(
      color(), offset: Point(x: number(-9...9), y: number(-9...9)),
      blur: random.oneIn(4) ? 0 : number(0...24), spread: number(-6...9),
      isInset: random.oneIn(3))
  }

  private mutating func layout() -> TextLayout {
    var style = TextStyle(size: number(8...30), color: color())
    style.decorations = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      TextDecoration(
        TextDecoration.Position.allCases[.random(in: 0..<3, using: &random)],
        pattern: TextDecoration.Pattern.allCases[.random(in: 0..<5, using: &random)],
        color: color(), thickness: number(0.3...5))
    }
    guard random.oneIn(2) else {
      return typesetter.prepare(Paragraph("gypsy 日本 jug", style: style)).layout(width: 70)
    }
    var rich = RandomRichText(random: random)
    let paragraph = rich.paragraph(["gypsy", "日本", "12", "😀", "jug"], style)
    random = rich.random
    return typesetter.prepare(paragraph).layout(width: 70)
  }
}
