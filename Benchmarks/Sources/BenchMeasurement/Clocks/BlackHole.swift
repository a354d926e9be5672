/// Swallows a value, so that the optimizer cannot leave out the work that made it.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}
