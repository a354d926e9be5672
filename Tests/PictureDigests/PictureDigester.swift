package import Foundation
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
package import LinecasterRaster
import LinecasterText

/// Draws the pictures of the book by its own pipeline, and digests them.
package struct PictureDigester: Sendable {
  /// The error if pictures cannot be digested.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let book = PictureBook()
  private let pipeline: PrecomputePipeline

  /// Creates a pipeline with empty caches.
  package init(workers: Int) throws {
    var options = PrecomputePipeline.Options()
    options.workerCount = workers
    pipeline = PrecomputePipeline(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: try .bundled()), images: PatternImages()),
      rasterizer: DisplayRasterizer(images: PatternImages()), options: options)
  }

  /// Evicts cells only: words, glyphs and paragraphs stay cached.
  package func forgetCells() { pipeline.trimMemory(to: 0) }

  /// The numbers of the pictures of a group.
  package static func numbers(ofGroup group: Int) -> Range<Int> {
    group * PictureBook.groupSize..<(group + 1) * PictureBook.groupSize
  }

  /// The pictures of a group, requested at the same time.
  package func bitmaps(ofGroup group: Int) async throws -> [Bitmap] {
    let numbers = Self.numbers(ofGroup: group)
    let drawn = try await withThrowingTaskGroup(of: (Int, Bitmap).self) { tasks in
      for number in numbers {
        tasks.addTask {
          (number, try await book.bitmap(number, by: pipeline))
        }
      }
      return try await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    return numbers.compactMap { drawn[$0] }
  }

  /// The SHA-256 of pictures with their sizes, one after the other, as 64 hexadecimal digits.
  ///
  /// - Throws: `Failure` if `sha256sum`, which every Debian has, is missing or fails.
  package static func digest(_ bitmaps: [Bitmap]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sha256sum"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // `sha256sum` writes only after it has read everything, so neither program waits for the other.
    for bitmap in bitmaps {
      try input.fileHandleForWriting.write(
        contentsOf: Data("\(bitmap.width)x\(bitmap.height);".utf8) + bitmap.pixels)
    }
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let digest = String(decoding: answer.prefix(64), as: UTF8.self)
    guard process.terminationStatus == 0, digest.count == 64 else {
      throw Failure(description: "sha256sum failed")
    }
    return digest
  }
}

/// The recorded digests, one a line, from group 0 on.
package struct RecordedDigests: Equatable {
  /// The number of groups.
  package static let count = PictureBook.count / PictureBook.groupSize

  package let lines: [String]

  /// Creates a record of new digests.
  package init(_ lines: [String]) { self.lines = lines }

  /// Reads the record beside the sources.
  package init(contentsOf file: URL = Self.file) throws {
    lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The file of the record.
  package static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("digests.txt")

  /// Replaces the record.
  package func write(to file: URL = Self.file) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
  }
}
