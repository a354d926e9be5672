import Foundation
import Linecaster
import LinecasterFlexboxCases

/// A line of a file of cases, laid out.
struct FlexboxCaseRun {
  let record: FlexboxRecord
  /// The tree and its frames; nil where the case is at fault.
  let result: (run: FlexCaseRun, frames: FlexFrames)?

  /// The longest line of a file of cases, in bytes.
  private static let lengthLimit = 256 << 20

  init(_ line: Data) {
    do {
      let test: FlexCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      let run = try FlexCaseRun(test)
      let frames = try run.frames()
      record = FlexboxRecord(name: test.name, boxes: run.boxes(frames).map(\.numbers))
      result = (run, frames)
    } catch {
      let named: FlexCase.Name? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      record = FlexboxRecord(name: named?.name, error: "\(error)")
      result = nil
    }
  }
}
