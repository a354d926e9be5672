import Foundation
@testable import LinecasterScenes
import LinecasterTestSupport
import Testing

@Suite struct SHA256Tests {
  /// The examples of NIST for FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func isThatOfTheStandard(text: String, digest: String) {
    #expect(SHA256.hexadecimal(Array(text.utf8)) == digest)
  }

  @Test func aMillionLettersAreThatOfTheStandard() {
    var digest = SHA256()
    for _ in 0..<1000 { digest.add([UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
    #expect(
      digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Every length around the ends of blocks, compared with `sha256sum`.
  @Test func isThatOfAnotherProgram() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-digests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var generator = SeededGenerator()
    let lengths = Array(0...130) + [1000, 4095, 70_000]
    var expected: [String: String] = [:]
    for length in lengths {
      let bytes = generator.bytes(length)
      try Data(bytes).write(to: folder.appendingPathComponent("\(length)"))
      expected["\(length)"] = SHA256.hexadecimal(bytes)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.currentDirectoryURL = folder
    process.arguments = lengths.map { "\($0)" }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    let output = String(decoding: said, as: UTF8.self)
    let lines = output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.count == lengths.count)
    for line in lines {
      #expect(expected[String(line[1])] == String(line[0]), "\(line[1]), seed \(generator.seed)")
    }
  }

  @Test func piecesDoNotMatter() {
    var generator = SeededGenerator()
    for _ in 0..<50 {
      let bytes = generator.bytes(Int.random(in: 0...600, using: &generator))
      var digest = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...130, using: &generator))
        digest.add(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(digest.hexadecimal == SHA256.hexadecimal(bytes), "seed \(generator.seed)")
    }
  }
}
