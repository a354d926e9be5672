import Foundation
import LinecasterTestSupport

/// The cases that `torture.py` writes, by Python at the time of the test.
enum TortureFile {
  private static let folder = SharedFiles.path("conformance/text")
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether the script and Python are here.
  static let isHere = folder != nil && python != nil

  /// Writes and reads the cases, with repeat counts scaled, and a case for each naughty string.
  static func cases(scale: Double, seed: UInt64) throws -> [TortureCase] {
    let folder = folder ?? ""
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python ?? "")
    process.arguments = [
      "-B", "\(folder)/torture.py", "--scale", "\(scale)", "--seed", "\(seed)",
      "--naughty", "\(folder)/naughty-strings.json",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try output.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(TortureCase.self, from: $0)
    }
  }
}
