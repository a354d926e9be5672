import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster

/// Measures text alone, in the same modes as the peers.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text", abstract: "Measure text, one paragraph per line of each file.",
    discussion: """
      Modes: first, warm, repeat, rewidth, natural, draw-first, draw-warm and, with two \
      processors, threads and threads-warm; 15 px Noto Sans, 320 px wide. Fallback fonts are \
      Debian's, as for the peers, if all are installed, else the bundled ones. \
      Each file is measured in a fresh process in each round. With --only rich: text with spans, \
      with boxes and with attachments, and queries of carets, presses and selections.
      """)

  @Argument(help: "Text files, or folders of them, for example those of make-corpus.")
  var paths: [String]

  @OptionGroup var options: BenchmarkOptions

  func validate() throws {
    guard options.warmup == nil else {
      throw ValidationError("--warmup does not apply to text, whose first layout is measured.")
    }
  }

  func run() throws {
    let files = paths.flatMap(CorpusFolder.texts)
    guard !files.isEmpty else {
      throw BenchmarkFailure("\(paths.joined(separator: ", ")): \(CorpusFolder.advice)")
    }
    try MainActor.assumeIsolated {
      let session = BenchmarkSession(options: options)
      let kinds = RichWorkloads.Kind.allCases.filter { !options.modes.isDisjoint(with: $0.modes) }
      if options.only == RichWorkloads.Kind.spans.rawValue {
        let groups = RichWorkloads.Kind.allCases.map { $0.modes.joined(separator: ",") }
        try session.report(try measureInChildren(files, groups))
      } else if files.count > 1 || options.rounds ?? 1 > 1 {
        try session.report(try measureInChildren(files, [options.only]))
      } else if kinds.isEmpty {
        try session.run { _ in try TextWorkloads(corpus: TextCorpus(path: files[0])).all }
      } else {
        let rich = RichWorkloads(corpus: try TextCorpus(path: files[0]))
        try session.run { _ in try kinds.flatMap { try rich.workloads($0) } }
      }
    }
  }

  /// Measures each round, file and list of modes in a process of its own, and writes the samples.
  private func measureInChildren(_ files: [String], _ modes: [String?]) throws -> [Sample] {
    var samples: [Sample] = []
    for round in 0..<(options.rounds ?? 1) {
      for (file, only) in files.flatMap({ file in modes.map { (file, $0) } }) {
        var arguments = [ChildProcess.ownPath, "text", file]
        if let only { arguments += ["--only", only] }
        if options.instructions && round == 0 { arguments.append("--instructions") }
        let child = try ChildProcess.run(arguments)
        guard child.status == 0 else { throw ExitCode(child.status) }
        FileHandle.standardOutput.write(child.output)
        samples += SampleReader.samples(in: child.output)
      }
    }
    return samples
  }
}

/// A text file with a paragraph on each line.
struct TextCorpus {
  /// The name of the file, without its extensions.
  let name: String
  let lines: [String]
  /// The lines, in the style that all peers use.
  let paragraphs: [Paragraph]
  /// The number of Unicode scalars, without line ends.
  let characters: Int
  /// The style that all peers use.
  static let style = TextStyle(families: ["Noto Sans"], size: 15)

  init(name: String, lines: [String], paragraphs: [Paragraph]) {
    self.name = name
    self.lines = lines
    self.paragraphs = paragraphs
    characters = lines.reduce(0) { $0 + $1.unicodeScalars.count }
  }

  init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    guard let data = try? Data(contentsOf: url) else {
      throw BenchmarkFailure("\(path): cannot be read; \(CorpusFolder.advice)")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    guard !lines.isEmpty else { throw BenchmarkFailure("\(path): it has no text") }
    let name = String(url.lastPathComponent.prefix { $0 != "." })
    let paragraphs = lines.map { Paragraph($0, style: Self.style) }
    self.init(name: name, lines: lines, paragraphs: paragraphs)
  }
}

/// The fonts of the text benchmarks.
enum TextFonts {
  /// The seven font files shared by all peers, in the order of fallback.
  private static let shared = [
    "truetype/noto/NotoSans-Regular.ttf", "truetype/noto/NotoSansArabic-Regular.ttf",
    "truetype/noto/NotoSansHebrew-Regular.ttf", "truetype/noto/NotoSansDevanagari-Regular.ttf",
    "truetype/noto/NotoSansThai-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc",
    "truetype/noto/NotoColorEmoji.ttf",
  ]

  /// The font folder of Debian.
  private static let folder = "/usr/share/fonts/"

  /// Whether all shared font files are installed.
  private static let areShared = shared.allSatisfy {
    FileManager.default.isReadableFile(atPath: folder + $0)
  }

  /// Opens the shared files if all are installed, so ratios compare the same work; otherwise the
  /// bundled fonts.
  static func collection() throws(FontError) -> FontCollection {
    areShared ? try FontCollection(paths: shared.map { folder + $0 }) : try .bundled()
  }
}
