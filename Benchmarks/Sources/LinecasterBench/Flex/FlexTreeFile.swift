import Foundation

/// A tree as the peers read it.
struct FlexTreeFile {
  /// The name of the file without its ending.
  let name: String
  /// The nodes in pre-order.
  let nodes: [FlexTreeNode]

  /// The trees of a folder, by name.
  static func all(in folder: String) throws -> [FlexTreeFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.hasSuffix(".txt") }.sorted()
    guard !files.isEmpty else {
      throw BenchmarkFailure("\(folder): no trees in it; flex_trees.py of the peers writes them")
    }
    return try files.map { try FlexTreeFile(path: "\(folder)/\($0)") }
  }

  init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    name = url.deletingPathExtension().lastPathComponent
    var nodes = try lines.enumerated().map { number, line in
      guard let node = FlexTreeNode(line) else {
        throw BenchmarkFailure("\(path):\(number + 1): not \(FlexTreeNode.numberCount) numbers")
      }
      return node
    }
    guard !nodes.isEmpty else { throw BenchmarkFailure("\(path): no nodes in it") }
    for index in nodes.indices.dropLast() {
      nodes[index].isContainer = nodes[index + 1].depth > nodes[index].depth
    }
    self.nodes = nodes
  }

  /// How many copies the peers lay out.
  var copies: Int { name.hasPrefix("cell") ? 10_000 : nodes.count > 5_000 ? 10 : 100 }
}
