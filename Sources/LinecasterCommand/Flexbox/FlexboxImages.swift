import Foundation
import Linecaster
import LinecasterFlexboxCases

/// A folder with an image of each case.
struct FlexboxImages {
  private let folder: URL
  /// How often a file name was used, since cases may share a name.
  private var uses: [String: Int] = [:]

  /// Makes the folder where there is none.
  ///
  /// - Throws: `InputFailure` that names the folder.
  init(_ path: String) throws(InputFailure) {
    folder = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw InputFailure(description: "\(path): cannot be made: \(error.localizedDescription)")
    }
  }

  /// Writes the image of a case.
  ///
  /// - Throws: `InputFailure` that names the file.
  mutating func draw(_ run: FlexCaseRun, _ frames: FlexFrames) throws(InputFailure) {
    let file = folder.appendingPathComponent(fileName(for: run.test.name))
    let image = FlexboxImage(name: run.test.name, frames: frames)
    do {
      try Data(image.svg.utf8).write(to: file, options: .atomic)
    } catch {
      throw InputFailure(
        description: "\(file.path): cannot be written: \(error.localizedDescription)")
    }
  }

  /// The name of a case as that of a file: characters with a meaning in paths become `-`.
  private mutating func fileName(for name: String) -> String {
    let stem = String(
      name.prefix(Self.longestStem).map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
    uses[stem, default: 0] += 1
    let count = uses[stem, default: 1]
    return count == 1 ? "\(stem).svg" : "\(stem)~\(count).svg"
  }

  /// Characters of a name that a file keeps: four bytes each still fit into the 255 of a name.
  private static let longestStem = 60
}
