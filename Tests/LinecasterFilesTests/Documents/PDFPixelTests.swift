import Foundation
import LinecasterBase
import LinecasterDisplay
@testable import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import LinecasterWitness
import Testing

/// PDF files drawn by poppler, compared with our own pixels.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: try TestTools.hasProgram("pdftoppm"), "pdftoppm is not installed"))
struct PDFPixelTests {
  /// A kind of step with its commands.
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let commands: @Sendable () throws -> [DisplayCommand]

    init(_ name: String, _ commands: @escaping @Sendable () throws -> [DisplayCommand]) {
      (testDescription, self.commands) = (name, commands)
    }
  }

  private static let box = DisplayShape(
    Rect(x: 40, y: 20, width: 200, height: 80),
    corners: CornerRadii(topLeft: 20, topRight: 5, bottomRight: 30))
  private static let red = Color(rgb: 0xD03030)
  private static let ink = Color(red: 20, green: 60, blue: 160, alpha: 160)

  private static func group(_ effects: DisplayEffects, opacity: Double = 1) -> [DisplayCommand] {
    let other = DisplayShape(Rect(x: 90, y: 40, width: 120, height: 70), cornerRadius: 12)
    return [
      .fill(box, .color(red)),
      .group(
        DisplayGroup(
          [.fill(other, .color(ink)), .border(other, edge)], opacity: opacity, effects: effects)),
    ]
  }

  private static let edge = Border(all: BorderEdge(width: 3, color: .black))
  private static let stops: [GradientStop] = [
    GradientStop(.white, at: -0.2), GradientStop(red, at: 0.3),
    GradientStop(Color(red: 0, green: 80, blue: 255, alpha: 40), at: 0.8),
    GradientStop(.black, at: 0.8), GradientStop(.black, at: 1),
  ]

  static let samples: [Sample] = [
    Sample("fills") { [.fill(box, .color(ink))] },
    Sample("text") {
      [
        .text(
          try DocumentText.layout("Official text of السلام and 中文 👋", size: 22),
          origin: Point(x: 10, y: 10))
      ]
    },
    // Devanagari has no italic font, and Cherokee no bold one.
    Sample("letters made to lean, and made bold") {
      let layout = try DocumentText.layout("नमस्ते दुनिया ᎣᏏᏲ ᏣᎳᎩ", size: 30) {
        ($0.weight, $0.slant) = (.bold, .italic)
      }
      return [.text(layout, origin: Point(x: 10, y: 10))]
    },
    Sample("vertical text") {
      let layout = try DocumentText.layout(
        "縦書きの文章、Latin beside 12月。「ー」", size: 20, width: 110,
        in: ParagraphStyle(writingMode: .verticalRightToLeft))
      return [.text(layout, origin: Point(x: 20, y: 5))]
    },
    Sample("linear gradients") {
      [.fill(box, .linear(LinearGradient(angle: 60, stops: stops)))]
    },
    Sample("radial gradients") {
      [.fill(box, .radial(RadialGradient(center: Point(x: 0.3, y: 0.4), stops: stops)))]
    },
    Sample("conic gradients") {
      [.fill(box, .conic(ConicGradient(stops: .even(.white, red, .black))))]
    },
    Sample("borders") {
      let dotted = BorderEdge(width: 4, color: red, pattern: .dotted)
      let dashed = BorderEdge(width: 3, color: .black, pattern: .dashed)
      return [
        .border(box, Border(top: dotted, right: dashed, bottom: dotted, left: dashed)),
        .border(box.inset(by: Insets(all: 12)), edge),
      ]
    },
    Sample("shadows") {
      [
        .shadow(box, Shadow(ink, offset: Point(x: 6, y: 8), blur: 10, spread: 2)),
        .shadow(box, Shadow(red, offset: Point(x: 5, y: 5), isInset: true)),
        .shadow(box, Shadow(.black, offset: Point(x: -4, y: 4))),
      ]
    },
    Sample("text with shadows and lines") {
      let layout = try DocumentText.layout("Underlined", size: 40) {
        $0.decorations = [TextDecoration(.underline), TextDecoration(.strikethrough)]
      }
      let origin = Point(x: 10, y: 10)
      return [
        .textShadow(layout, origin: origin, Shadow(red, offset: Point(x: 4, y: 4))),
        .textShadow(layout, origin: origin, Shadow(ink, offset: Point(x: 0, y: 30), blur: 6)),
        .textStroke(layout, origin: origin, TextStroke(ink, width: 3)),
        .text(layout, origin: origin),
      ]
    },
    Sample("opacity") { group(DisplayEffects(), opacity: 0.5) },
    Sample("multiply") { group(DisplayEffects(blend: .multiply)) },
    Sample("difference") { group(DisplayEffects(blend: .difference), opacity: 0.7) },
    Sample("luminosity") { group(DisplayEffects(blend: .luminosity)) },
    Sample("transforms") {
      group(
        DisplayEffects(transform: .rotation(20, around: Point(x: 150, y: 60))), opacity: 0.8)
    },
    Sample("filters") { group(DisplayEffects(filters: [.blur(3), .sepia(1)])) },
    Sample("paints") {
      group(DisplayEffects(paint: DisplayFill(box, .linear(LinearGradient(stops: stops)))))
    },
    Sample("masks") {
      let fade = LinearGradient(angle: 90, stops: .even(.black, .clear))
      return group(
        DisplayEffects(
          transform: .rotation(-10, around: Point(x: 150, y: 60)),
          mask: [.fill(box, .linear(fade))]), opacity: 0.9)
    },
    Sample("backdrops") {
      group(DisplayEffects(backdrop: DisplayBackdrop(box, filters: [.invert(1), .blur(2)])))
    },
    Sample("clips") {
      [
        .group(
          DisplayGroup(
            [.fill(DisplayShape(Rect(x: 0, y: 0, width: 300, height: 120)), .color(red))],
            clip: box))
      ]
    },
  ]

  @Test(arguments: samples, [1.0, 2.0])
  func samplesLookTheSame(sample: Sample, scale: Double) throws {
    let pdftoppm = try #require(OtherProgram("pdftoppm"))
    var document = DrawnDocument(try sample.commands())
    document.scale = PixelScale(scale)
    let (one, two) = (try document.drawn(by: pdftoppm), try document.picture().bitmap())
    let difference = try #require(PixelDifference(one, two))
    // Antialiasing differs, and letters have no hints: channels differ by three levels on average,
    // and one pixel of fifty by a quarter of the range.
    #expect(difference.mean < 3 && difference.share < 0.02, "\(difference)")
    // White paper would differ more.
    let paper = try Bitmap(width: two.width, height: two.height, background: .white)
    #expect(try #require(PixelDifference(paper, two)).mean > 4 * difference.mean)
    if let folder = ProcessInfo.processInfo.environment["LINECASTER_KEEP_DOCUMENTS"] {
      let name = sample.testDescription.replacing(" ", with: "-")
      try PNGEncoder().write(one, to: "\(folder)/\(name)-\(scale)-pdf.png")
      try PNGEncoder().write(two, to: "\(folder)/\(name)-\(scale)-own.png")
    }
  }

  /// Images keep their opacity, place and tint.
  @Test func imagesLookTheSame() throws {
    let pdftoppm = try #require(OtherProgram("pdftoppm"))
    struct Swatches: ImageProvider {
      func bitmap(for image: ImageReference) -> Bitmap? {
        guard var swatch = try? Bitmap(width: 40, height: 20, background: .clear) else {
          return nil
        }
        let part = try? Bitmap(
          width: 20, height: 20, background: Color(red: 200, green: 80, blue: 0, alpha: 128))
        if let part { swatch.draw(part, atX: 10, y: 0) }
        return swatch
      }
    }
    let image = ImageReference("swatch")
    var document = DrawnDocument([
      .image(image, Self.box, .stretch),
      .image(image, DisplayShape(Rect(x: 10, y: 10, width: 60, height: 60)), .fill, tint: .black),
      .image(ImageReference("swatch"), Self.box, .fit),
    ])
    document.rasterizer = DisplayRasterizer(images: Swatches())
    document.scale = PixelScale(2)
    let difference = try #require(
      PixelDifference(document.drawn(by: pdftoppm), document.picture().bitmap()))
    #expect(difference.mean < 3 && difference.share < 0.02, "\(difference)")
  }
}
