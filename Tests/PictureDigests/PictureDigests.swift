import ArgumentParser
import Foundation
import LinecasterRaster
import Synchronization

/// Draws 2,000 cards and rows in several ways that must not matter, and compares their digests.
@main
struct PictureDigests: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "PictureDigests",
    abstract: "Draws 2,000 cards and rows in every way that must not matter.",
    discussion: """
      They are drawn by 1, 2 and 16 workers, with caches that know nothing and with warm ones, in \
      other orders, and while other threads keep the processors busy. The SHA-256 of every twenty \
      of them must be the recorded one.
      """)

  @Flag(help: "Record the digests instead of comparing them.")
  var record = false

  @Option(help: ArgumentHelp("Write the pictures into this folder as PNG.", valueName: "folder"))
  var pictures: String?

  /// A way of drawing that must not matter.
  private struct Way {
    let name: String
    let workers: Int
    var isBusy = false
    var order: [Int] = Array(0..<RecordedDigests.count)
  }

  private static let ways = [
    Way(name: "one worker", workers: 1),
    Way(name: "two workers, backwards", workers: 2, order: (0..<RecordedDigests.count).reversed()),
    Way(name: "sixteen workers, busy processors", workers: 16, isBusy: true),
  ]

  func run() async throws {
    if let pictures { try await writePictures(to: pictures) }
    var known = record ? nil : try RecordedDigests()
    for way in Self.ways {
      let load = way.isBusy ? Load() : nil
      defer { load?.end() }
      let digester = try PictureDigester(workers: way.workers)
      for pass in ["cold", "warm"] {
        let digests = try await digests(way, digester)
        digester.forgetCells()
        guard let expected = known else {
          try digests.write()
          known = digests
          continue
        }
        try check(digests, expected, "\(way.name), \(pass) caches")
      }
    }
    print(
      record
        ? "recorded \(PictureBook.count) pictures" : "\(PictureBook.count) pictures are the same")
  }

  private func digests(_ way: Way, _ digester: PictureDigester) async throws -> RecordedDigests {
    var lines = [String](repeating: "", count: RecordedDigests.count)
    for group in way.order {
      lines[group] = try PictureDigester.digest(try await digester.bitmaps(ofGroup: group))
    }
    return RecordedDigests(lines)
  }

  private func check(
    _ digests: RecordedDigests, _ expected: RecordedDigests, _ way: String
  ) throws {
    let different = digests.lines.indices.filter {
      !expected.lines.indices.contains($0) || expected.lines[$0] != digests.lines[$0]
    }
    guard let first = different.first else { return print("same: \(way)") }
    let numbers = PictureDigester.numbers(ofGroup: first)
    throw PictureDigester.Failure(
      description: """
        \(different.count) of \(digests.lines.count) groups differ (\(way)); the first has the \
        pictures \(numbers.lowerBound) to \(numbers.upperBound - 1). Where that is on purpose, \
        record them: .ci/pictures record
        """)
  }

  private func writePictures(to folder: String) async throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let digester = try PictureDigester(workers: 2)
    for group in 0..<RecordedDigests.count {
      let bitmaps = try await digester.bitmaps(ofGroup: group)
      for (number, bitmap) in zip(PictureDigester.numbers(ofGroup: group), bitmaps) {
        try Data(try PNGEncoder().encode(bitmap))
          .write(to: folder.appendingPathComponent("\(number).png"))
      }
      digester.forgetCells()
    }
  }
}

/// Threads that keep the processors busy until they are stopped.
private final class Load: Sendable {
  private let isOver = Atomic(false)

  init() {
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
      Thread { [self] in while !isOver.load(ordering: .relaxed) {} }.start()
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
