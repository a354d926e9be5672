import Foundation
import Linecaster
import LinecasterAccess

// A list without a screen, for `.ci/access`: clients on the bus read it and press its buttons, and
// it prints each press.

let probe = try Probe()
print("connected: \(probe.isConnected)")
fflush(nil)
// No client needs longer than a minute.
let end = Date(timeIntervalSinceNow: 60)
while !probe.isDone, probe.isConnected, Date() < end { probe.frame() }
