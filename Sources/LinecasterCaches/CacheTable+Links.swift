extension CacheTable {
  @inlinable
  mutating func place(_ entry: Entry) -> Int32 {
    guard firstFree != Self.none else {
      if entries.count == entries.capacity {
        // An array of its own accord grows to the double, half of which may never be used.
        entries.reserveCapacity(entries.count + max(4, entries.count / 4))
      }
      entries.append(entry)
      return Int32(entries.count - 1)
    }
    let index = firstFree
    firstFree = entries[Int(index)].nextInBucket
    entries[Int(index)] = entry
    return index
  }

  @inlinable
  mutating func remove(_ index: Int32) {
    unlink(index)
    unlinkFromBucket(index)
    statistics.bytes -= entries[Int(index)].cost
    statistics.count -= 1
    entries[Int(index)].key = nil
    entries[Int(index)].value = nil
    entries[Int(index)].nextInBucket = firstFree
    firstFree = index
  }

  @inlinable
  mutating func linkAsNewest(_ index: Int32) {
    entries[Int(index)].newer = Self.none
    entries[Int(index)].older = newest
    if newest != Self.none { entries[Int(newest)].newer = index } else { oldest = index }
    newest = index
  }

  @inlinable
  mutating func unlink(_ index: Int32) {
    let newer = entries[Int(index)].newer
    let older = entries[Int(index)].older
    if newer != Self.none { entries[Int(newer)].older = older } else { newest = older }
    if older != Self.none { entries[Int(older)].newer = newer } else { oldest = newer }
  }

  @inlinable
  mutating func unlinkFromBucket(_ index: Int32) {
    let bucket = bucket(of: entries[Int(index)].hash)
    let next = entries[Int(index)].nextInBucket
    guard buckets[bucket] != index else {
      buckets[bucket] = next
      return
    }
    var previous = buckets[bucket]
    while entries[Int(previous)].nextInBucket != index {
      previous = entries[Int(previous)].nextInBucket
    }
    entries[Int(previous)].nextInBucket = next
  }

  @inlinable
  mutating func growBuckets() {
    buckets = [Int32](repeating: Self.none, count: buckets.count * 2)
    var index = newest
    while index != Self.none {
      let bucket = bucket(of: entries[Int(index)].hash)
      entries[Int(index)].nextInBucket = buckets[bucket]
      buckets[bucket] = index
      index = entries[Int(index)].older
    }
  }
}
