// Informs ThreadSanitizer of the order that Swift's Mutex establishes; there is nothing to call.
//
// Under contention a Mutex locks and unlocks in functions of the standard library, which is built
// without ThreadSanitizer, so threads that waited for each other would be reported as a race.
// Linked into a program built with ThreadSanitizer, this target defines functions of the same
// names, which call the original ones and report the order. In other builds it is empty.
