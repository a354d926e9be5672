// Tells ThreadSanitizer what Swift's Mutex orders; there is nothing to call.
//
// Under contention a Mutex locks and unlocks in functions of the standard library, which is built
// without ThreadSanitizer, so that threads that waited for each other look as if they raced. Linked
// into a program built with ThreadSanitizer, this target puts functions of the same names before
// them, which call them and report the order. In other builds it is empty.
