import Foundation

@testable import LinecasterText

/// The cases of `BidiCharacterTest.txt`: characters, a direction, levels and an order.
struct BidiCharacterTestFile {
  struct Case {
    let number: Int
    let text: [UInt16]
    let direction: BaseDirection
    /// The paragraph's level.
    let level: UInt8
    let expectation: BidiExpectation
  }

  let cases: [Case]

  /// Reads one in `stride` lines.
  init(every stride: Int) throws {
    let folder = UnicodeFile.folder ?? ""
    let text = try String(contentsOfFile: "\(folder)/BidiCharacterTest.txt", encoding: .utf8)
    var cases: [Case] = []
    var data = 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.utf8.first.map({ $0 != 0x23 }) ?? false {
      data += 1
      if data % stride == 0, let item = Self.read(line, number: index + 1) { cases.append(item) }
    }
    self.cases = cases
  }

  private static func read(_ line: Substring, number: Int) -> Case? {
    let fields = line.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count == 5, let level = UInt8(fields[2]) else { return nil }
    let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
    // Cases with surrogate pairs are skipped: places count characters, not UTF-16 units.
    guard scalars.allSatisfy({ $0 < 0x10000 }) else { return nil }
    return Case(
      number: number, text: scalars.map { UInt16($0) },
      direction: ["0": .leftToRight, "1": .rightToLeft][fields[1]] ?? .automatic, level: level,
      expectation: BidiExpectation(
        parities: BidiExpectation.parities(fields[3].split(separator: " ")),
        order: fields[4].split(separator: " ").compactMap { Int($0) }))
  }
}
