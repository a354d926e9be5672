import Foundation
import LinecasterFuzzTargets
import LinecasterTestSupport
import Testing

/// The inputs that fuzzers found worth keeping, and those that once broke something.
@Suite(.timeLimit(.minutes(60))) struct FuzzCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz")

  /// The most bytes of all inputs in the repository.
  private static let byteLimit = 1 << 20

  /// The files of a target: its corpus and its regressions.
  private static func files(of target: FuzzTarget) throws -> [URL] {
    try ["Corpus", "Regressions"].flatMap { kind in
      let folder = folder.appendingPathComponent("\(kind)/\(target.rawValue)")
      guard FileManager.default.fileExists(atPath: folder.path) else { return [URL]() }
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
        folder.appendingPathComponent($0)
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func everyInputPasses(target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(target.fault(bytes) == nil, "\(target.rawValue)/\(file.lastPathComponent)")
    }
  }

  @Test func theCorpusIsSmall() throws {
    let sizes = try FuzzTarget.allCases.flatMap(Self.files).map { file in
      try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }
    #expect(sizes.reduce(0, +) <= Self.byteLimit)
  }

  /// Random bytes are valid programs of public calls, because each choice consumes some bytes.
  @Test(arguments: [FuzzTarget.interface, .text, .calls])
  func randomProgramsPass(target: FuzzTarget) {
    var random = SeededGenerator(salt: target == .text ? 201 : target == .calls ? 203 : 202)
    for round in 0..<(target == .calls ? 40 : 150) {
      let program = random.bytes(Int.random(in: 20...600, using: &random))
      #expect(target.fault(program) == nil, "LINECASTER_SEED=\(random.seed), program \(round)")
    }
  }

  /// Inputs of the corpus with a few bytes changed pass too, in runs without a fuzzer.
  @Test(arguments: FuzzTarget.allCases)
  func damagedInputsPass(target: FuzzTarget) throws {
    let index = FuzzTarget.allCases.firstIndex(of: target) ?? 0
    var random = SeededGenerator(salt: UInt64(index))
    let inputs = try Self.files(of: target).map { [UInt8](try Data(contentsOf: $0)) }
    for round in 0..<40 {
      guard var bytes = inputs.randomElement(using: &random), !bytes.isEmpty else { continue }
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
      #expect(target.fault(bytes) == nil, "LINECASTER_SEED=\(random.seed), input \(round)")
    }
  }
}
