/// Why a host with UIKit's batch rules would refuse a stage, or where it leads instead.
struct StageViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
