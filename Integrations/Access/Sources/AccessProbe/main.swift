import Foundation
import Linecaster
import LinecasterAccess

// A list, or screens by `--screens`, without a display, for `.ci/access`: clients on the bus read
// them and press their buttons, and it prints each press.

// No client needs longer than a minute.
let end = Date(timeIntervalSinceNow: 60)

@MainActor func begin(_ isConnected: Bool) {
  print("connected: \(isConnected)")
  fflush(nil)
}

if CommandLine.arguments.contains("--screens") {
  let probe = try ScreenProbe()
  begin(probe.isConnected)
  while !probe.isDone, probe.isConnected, Date() < end { probe.frame() }
} else {
  let probe = try Probe()
  begin(probe.isConnected)
  while !probe.isDone, probe.isConnected, Date() < end { probe.frame() }
}
