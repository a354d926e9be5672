import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster

/// Measures cards as servers draw them: from JSON to pixels and files.
struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Measure cards of 1,200 × 630 pixels, from JSON to a file.",
    discussion: """
      Modes: card-raw, the pixels; card-png, card-png-fast, card-png-small and card-png-compact, a \
      PNG file; card-jpeg and card-webp, lossy files; large-draw and large-png, the wall time of a \
      picture of 4,000 × 4,000 pixels on all processors.
      """)

  @Argument(help: "A text file; each card gets its next 46 words.")
  var path: String

  @Option(help: "The number of cards.")
  var cards = 100

  @OptionGroup var options: BenchmarkOptions

  func validate() throws {
    guard 1...10_000 ~= cards else { throw ValidationError("--cards must be from 1 to 10000.") }
  }

  func run() throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > CardDescription.wordCount else {
      throw BenchmarkFailure("\(path): has fewer than \(CardDescription.wordCount + 1) words")
    }
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options).run { areCounted in
        try CardWorkloads(words: words, count: areCounted ? 5 : cards).all
          + LargePicture(words: words).all
      }
    }
  }
}

/// A card as the peers draw it: a title, a text, and a box with two words beside it.
private struct CardDescription {
  static let wordCount = 46

  /// Returns the scene of a card as JSON, with words chosen by its number.
  static func json(_ number: Int, of words: [String]) throws -> [UInt8] {
    let start = wordCount * number % (words.count - wordCount)
    let words = words[start..<start + wordCount]
    let box: [String: Any] = [
      "Box": ["color": "#4361EE", "size": ["width": 96, "height": 96], "cornerRadius": 24]
    ]
    let row: [String: Any] = [
      "Row": [
        "spacing": 24, "alignment": "center",
        "content": [box, text(words.suffix(2), 28, "#CBD5E1")],
      ]
    ]
    let body: [String: Any] = [
      "Column": [
        "spacing": 24,
        "content": [
          text(words.prefix(14), 64, "#FFFFFF", "bold"),
          text(words.dropFirst(14).prefix(30), 32, "#94A3B8"), row,
        ],
      ],
      "padding": 80, "background": "#111827", "frame": ["height": 630],
    ]
    let scene: [String: Any] = ["width": 1200, "body": body]
    return Array(try JSONSerialization.data(withJSONObject: scene, options: .sortedKeys))
  }

  /// Returns the scene of a page full of words as JSON.
  static func page(of words: [String]) throws -> [UInt8] {
    var body = text(words.prefix(2600), 15, "#203040")
    body["padding"] = 20
    body["background"] = "#F8F9FB"
    body["frame"] = ["height": 1000]
    let scene: [String: Any] = ["width": 1000, "body": body]
    return Array(try JSONSerialization.data(withJSONObject: scene, options: .sortedKeys))
  }

  private static func text(
    _ words: ArraySlice<String>, _ size: Int, _ color: String, _ weight: String = "regular"
  ) -> [String: Any] {
    let style: [String: Any] = [
      "size": size, "weight": weight, "color": color, "families": ["Noto Sans"],
    ]
    return ["Text": ["string": words.joined(separator: " "), "style": style]]
  }
}

/// Cards with new text, drawn one after another on one thread.
@MainActor
private struct CardWorkloads {
  private let cards: [[UInt8]]
  /// A card drawn before the measurement.
  private let first: [UInt8]
  // Shared by all modes, as in the peers, so only the first mode meets new glyphs.
  private let arranger: CellArranger
  private let rasterizer = DisplayRasterizer()

  init(words: [String], count: Int) throws {
    arranger = CellArranger(typesetter: Typesetter(fonts: try FontCollection.bundled()))
    cards = try (0..<count).map { try CardDescription.json($0, of: words) }
    first = try CardDescription.json(0, of: Array(words.suffix(CardDescription.wordCount + 1)))
  }

  var all: [Workload] {
    [
      workload("card-raw") { $0.pixels.count },
      png("card-png", PNGEncoder()),
      png("card-png-fast", PNGEncoder(compression: .fast)),
      png("card-png-small", PNGEncoder(compression: .small)),
      png("card-png-compact", PNGEncoder(colors: .compact)),
      workload("card-jpeg") { try JPEGEncoder().encode($0).count },
      workload("card-webp") { try WebPEncoder(quality: .lossy(80)).encode($0).count },
    ]
  }

  private func png(_ mode: String, _ encoder: PNGEncoder) -> Workload {
    workload(mode) { try encoder.encode($0).count }
  }

  /// Makes a workload that draws and encodes every card.
  private func workload(
    _ mode: String, _ encode: @escaping @MainActor (Bitmap) throws -> Int
  ) -> Workload {
    Workload(mode: mode, corpus: "card", unit: "card", units: cards.count) {
      @MainActor func bytes(of card: [UInt8]) throws -> Int {
        let scene = try Scene(json: card)
        let arrangement = try arranger.arrange(
          scene.layout, in: LayoutEnvironment(width: scene.width))
        return try encode(
          rasterizer.rasterize(
            arrangement.displayList, background: scene.background.light))
      }
      blackHole(try bytes(of: first))
      return {
        var count = 0
        for card in cards { count += try bytes(of: card) }
        return .init(facts: [.init("bytes", count / cards.count)])
      }
    }
  }
}

/// A page of text at scale 4, drawn and encoded on all processors.
@MainActor
private struct LargePicture {
  private let list: DisplayList
  private let scale = PixelScale(4)

  init(words: [String]) throws {
    let scene = try Scene(json: CardDescription.page(of: words))
    let arranger = CellArranger(typesetter: Typesetter(fonts: try FontCollection.bundled()))
    list = try arranger.arrange(
      scene.layout, in: LayoutEnvironment(width: scene.width)
    ).displayList
  }

  var all: [Workload] {
    [
      workload("large-draw") { rasterizer in
        let bitmap = try rasterizer.rasterize(list, scale: scale, background: .white)
        return bitmap.pixels.count
      },
      workload("large-png") { rasterizer in
        let bitmap = try rasterizer.rasterize(list, scale: scale, background: .white)
        return try PNGEncoder().encode(bitmap).count
      },
    ]
  }

  /// Makes a workload with its glyphs in the cache.
  private func workload(
    _ mode: String, _ draw: @escaping @MainActor (DisplayRasterizer) throws -> Int
  ) -> Workload {
    Workload(mode: mode, corpus: "page", unit: "picture", units: 1) {
      let rasterizer = DisplayRasterizer()
      blackHole(try draw(rasterizer))
      return { .init(facts: [.init("bytes", try draw(rasterizer))]) }
    }
    .with { $0.clock = .wall }
  }
}
