import Linecaster
import LinecasterCommandSupport

/// The reason that a row has no picture, for programs and for people.
struct BatchFault: Error, Hashable, Sendable {
  /// The kind of fault: a code of `SceneError`, or `unsupported`, `unusable`, `empty`, `tooSlow` or
  /// `unwritable`.
  var code: String
  /// The path to the invalid value, in the request or the template file.
  var path = ""
  /// The column in the row in characters, from 1; `nil` if the fault has no location in it.
  var column: Int?
  /// The location in the template file, as compilers write it; `nil` if the fault is not in it.
  var place: String?
  /// A description of the fault.
  var reason: String
  /// The other faults of the row, with their locations.
  private(set) var others: [String] = []
  /// The excess over the budget of a card; `nil` for other faults.
  private(set) var excess: RenderBudget.Excess?

  /// The name of a row in messages; never equal to that of a template file, which is a path.
  static let request = "request"

  static func tooLong(_ limit: Int) -> BatchFault {
    BatchFault(code: "tooLarge", reason: "longer than \(limit) bytes")
  }

  init(
    code: String, path: String = "", column: Int? = nil, place: String? = nil, reason: String
  ) {
    (self.code, self.path, self.column) = (code, path, column)
    (self.place, self.reason) = (place, reason)
  }

  /// Creates a fault from an error in a scene, a template or their JSON.
  private init(_ error: SceneError) {
    code = "\(error.code)"
    (path, reason) = (error.path, error.reason)
    if error.source == Self.request {
      // In frames, a row may have lines of its own.
      column = error.line == 1 ? error.column : nil
      if let line = error.line, line > 1 { reason += " (line \(line) of the request)" }
    } else {
      place = ([error.source] + [error.line, error.column].compactMap { $0.map(String.init) })
        .joined(separator: ":")
    }
  }

  /// Creates a fault from all faults of a row's scene; `nil` if there are none.
  init?(_ errors: [SceneError]) {
    guard let first = errors.first else { return nil }
    self.init(first)
    others = errors.dropFirst().prefix(Self.othersShown).map(\.description)
  }

  /// The most faults that an answer has besides the first.
  private static let othersShown = 19

  /// Creates a fault from an error of drawing or writing.
  init(_ error: any Error) {
    switch error {
    case let fault as BatchFault: self = fault
    case let error as SceneError: self.init(error)
    case let error as FontError:
      self.init(
        code: error.code == .unreadable ? "unreadable" : "unusable", reason: error.description)
    case let error as ImageError: self.init(code: Self.code(error.code), reason: error.description)
    case let error as RasterError:
      self.init(code: error.code == .tooLarge ? "tooLarge" : "unusable", reason: error.description)
    case let error as ArrangementError:
      self.init(code: error == .tooDeep ? "tooDeep" : "unusable", reason: error.description)
    case let excess as RenderBudget.Excess:
      self.init(
        code: excess.limit == .time ? "tooSlow" : "tooLarge", reason: excess.description)
      self.excess = excess
    default: self.init(code: "unusable", reason: CommandFailure.message(error))
    }
  }

  private static func code(_ code: ImageErrorCode) -> String {
    switch code {
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .unsupported: "unsupported"
    case .tooLarge: "tooLarge"
    case .empty: "empty"
    default: "unusable"
    }
  }
}
