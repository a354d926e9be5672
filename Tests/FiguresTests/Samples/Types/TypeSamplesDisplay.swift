import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterRaster
import LinecasterText
import Testing

/// The samples in the comments of LinecasterDisplay, each drawn.
@Suite struct TypeSamplesDisplay {
  private let layout: TextLayout
  private let box = DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40), cornerRadius: 8)

  init() throws {
    layout = Typesetter(fonts: try .bundled()).prepare(Paragraph("Drawn once")).layout()
  }

  /// Draws what a sample appends, on white, and returns the pixel at a place.
  private func color(
    atX x: Int, y: Int, _ append: (inout DisplayList) -> Void
  ) throws -> Color? {
    var list = DisplayList(size: Size(width: 200, height: 60))
    append(&list)
    return try DisplayRasterizer().rasterize(list, background: .white).color(atX: x, y: y)
  }

  @Test func lists() throws {
    var list = DisplayList(size: Size(width: 200, height: 60))
    let box = DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40), cornerRadius: 8)
    list.append(.fill(box, .color(Color(rgb: 0xE8F0FE))))
    list.append(.text(layout, origin: Point(x: 20, y: 20)))
    let bitmap = try DisplayRasterizer().rasterize(list, background: .white)
    #expect(bitmap.color(atX: 15, y: 20) == Color(rgb: 0xE8F0FE) && list.glyphCount > 8)
  }

  @Test func groups() throws {
    let color = try color(atX: 15, y: 20) { list in
      let badge = DisplayGroup(
        [.fill(box, .color(.black)), .text(layout, origin: Point(x: 20, y: 20))],
        opacity: 0.5, clip: box)
      list.append(.group(badge))
    }
    #expect(color == Color(rgb: 0x7F7F7F))
  }

  @Test func shapes() throws {
    func draw(_ list: inout DisplayList) {
      let frame = Rect(x: 10, y: 10, width: 180, height: 40)
      let bubble = DisplayShape(
        frame, corners: CornerRadii(topLeft: 12, topRight: 12, bottomRight: 12))
      list.append(.fill(bubble, .color(.black)))
    }
    #expect(try color(atX: 10, y: 10, draw) == .white)
    #expect(try color(atX: 10, y: 49, draw) == .black)
  }

  @Test func borders() throws {
    let color = try color(atX: 100, y: 48) { list in
      let line = BorderEdge(width: 1, color: .black, pattern: .dashed)
      list.append(.border(box, Border(all: line)))
      list.append(.border(box, Border(bottom: BorderEdge(width: 3, color: .black))))
    }
    #expect(color == .black)
  }

  @Test func linearGradients() throws {
    func draw(_ list: inout DisplayList) {
      let sky = LinearGradient(angle: 90, stops: .even(Color(rgb: 0x1A5FB4), .white))
      list.append(.fill(box, .linear(sky)))
    }
    let (left, right) = (try color(atX: 11, y: 30, draw), try color(atX: 188, y: 30, draw))
    #expect(try #require(left).red < 40 && #require(right).red > 240)
  }

  @Test func radialGradients() throws {
    func draw(_ list: inout DisplayList) {
      let sun = RadialGradient(
        center: Point(x: 0.5, y: 0), isCircle: true, stops: .even(.white, Color(rgb: 0xF5A623)))
      list.append(.fill(box, .radial(sun)))
    }
    let (center, edge) = (try color(atX: 100, y: 10, draw), try color(atX: 11, y: 30, draw))
    #expect(try #require(center).blue > 240 && #require(edge).blue < 80)
  }

  @Test func conicGradients() throws {
    let circle = DisplayShape(Rect(x: 10, y: 10, width: 40, height: 40), cornerRadius: 20)
    func draw(_ list: inout DisplayList) {
      let ring = ConicGradient(angle: 0, stops: .even(Color(rgb: 0x2DA44E), .white))
      list.append(.fill(circle, .conic(ring)))
    }
    let (start, end) = (try color(atX: 31, y: 15, draw), try color(atX: 28, y: 15, draw))
    #expect(try #require(start).red < 60 && #require(end).red > 240)
  }

  @Test func transforms() throws {
    let commands = [DisplayCommand.fill(box, .color(.black))]
    let color = try color(atX: 11, y: 12) { list in
      let tilt = DisplayTransform.rotation(-8, around: Point(x: 100, y: 30))
      list.append(.group(DisplayGroup(commands, effects: DisplayEffects(transform: tilt))))
    }
    #expect(color == .white)
  }

  @Test func effects() throws {
    let gradient = LinearGradient(angle: 90, stops: .even(.black, .white))
    var effects = DisplayEffects(blend: .multiply)
    effects.filters = [.grayscale(1), .blur(2)]
    effects.paint = DisplayFill(box, .linear(gradient))
    let group = DisplayGroup([.text(layout, origin: Point(x: 20, y: 20))], effects: effects)
    #expect(try color(atX: 25, y: 30) { $0.append(.group(group)) } != .white)
  }

  @Test func shadows() throws {
    let color = try color(atX: 100, y: 51) { list in
      let shadow = Shadow(Color.black.opacity(0.3), offset: Point(x: 0, y: 2), blur: 6)
      list.append(.shadow(box, shadow))
      list.append(.fill(box, .color(.white)))
    }
    #expect(try #require(color).red < 250)
  }
}
