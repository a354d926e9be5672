import ArgumentParser
import BenchCorpus
import BenchMeasurement
import Foundation

/// Generates the corpus for the other commands.
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-corpus", abstract: "Generate a feed, texts and trees to measure.",
    discussion: """
      Writes FOLDER/feed.jsonl, FOLDER/text/LANGUAGE.txt (a paragraph per line) and \
      FOLDER/flex/TREE.txt, always the same for equal options. Pass FOLDER to feed, raster, text \
      and flex. The words are random, with the scripts, lengths and marks of twelve languages and \
      mixtures.
      """)

  @Argument(help: "The folder; created if missing.")
  var folder: String

  @Option(help: "The number of messages in the feed.")
  var rows = Corpus.standard.rows

  @Option(help: "The number of paragraphs in each text.")
  var lines = Corpus.standard.lines

  @Option(help: "The seed of the generator; other seeds give other words.")
  var seed = Corpus.standard.seed

  func validate() throws {
    guard rows >= 1 else { throw ValidationError("--rows must be at least 1.") }
    guard lines >= 1 else { throw ValidationError("--lines must be at least 1.") }
  }

  func run() throws {
    do {
      try Corpus(rows: rows, lines: lines, seed: seed).write(to: URL(fileURLWithPath: folder))
    } catch {
      throw BenchmarkFailure("\(folder): cannot be written: \(error.localizedDescription)")
    }
    SampleWriter.note("\(folder): \(rows) messages, \(CorpusLanguage.all.count) texts, trees")
  }
}

/// Finds a command's part of a corpus, in a folder that `make-corpus` wrote or as a single file.
enum CorpusFolder {
  /// The advice if there is nothing to measure.
  static let advice = "`linecaster-bench make-corpus FOLDER` makes a corpus; pass FOLDER"

  /// Returns the subfolder with a name, or the folder itself if it has none.
  static func part(_ name: String, of folder: String) -> String {
    let part = "\(folder)/\(name)"
    return isFolder(part) ? part : folder
  }

  /// Returns the feed in a folder; the path itself if it is not a folder.
  static func feed(_ path: String) -> String {
    guard isFolder(path) else { return path }
    let feed = "\(path)/feed.jsonl"
    return FileManager.default.fileExists(atPath: feed) ? feed : "\(feed).gz"
  }

  /// Returns the texts in a folder, sorted by name; the path itself if it is not a folder.
  static func texts(_ path: String) -> [String] {
    guard isFolder(path) else { return [path] }
    let folder = part("text", of: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
