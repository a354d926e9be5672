import Foundation
import Linecaster
import LinecasterAccess

// A list without a screen, for `.ci/access`: clients on the bus see it and press what is in it, and
// it prints what was pressed.

let probe = try Probe()
print("connected: \(probe.isConnected)")
fflush(nil)
// Nobody asks for longer than a minute.
let end = Date(timeIntervalSinceNow: 60)
while !probe.isDone, probe.isConnected, Date() < end { probe.frame() }
