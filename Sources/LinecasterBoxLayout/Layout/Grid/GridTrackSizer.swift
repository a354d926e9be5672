/// The contributions of an item to its tracks along an axis: outer extents, indefinite if not
/// needed.
struct GridContribution {
  let tracks: Range<Int>
  let minimum: Double
  let minContent: Double
  let maxContent: Double
  /// Whether a track is flexible.
  let isFlexible: Bool
  /// Whether it is an edge of a subgrid, which raises only the base size of one track.
  var isEdge = false

  /// Returns the joint contribution of two items in the same tracks: increases grow with
  /// contributions, so the largest decides.
  fileprivate func joined(_ other: GridContribution) -> GridContribution {
    func greater(_ a: Double, _ b: Double) -> Double { a.isDefinite ? max(a, b.or(a)) : b }
    return GridContribution(
      tracks: tracks, minimum: greater(minimum, other.minimum),
      minContent: greater(minContent, other.minContent),
      maxContent: greater(maxContent, other.maxContent), isFlexible: isFlexible)
  }
}

/// Sizes the tracks of an axis (CSS Grid 1 §12.4 to §12.8, one function per step).
struct GridTrackSizer {
  /// The constraint on the container.
  enum Constraint {
    case none, minContent, maxContent
  }

  /// The tracks, owned uniquely during sizing to avoid copies.
  private var axis = GridAxis()
  private let items: [GridContribution]
  /// The inner extent of the container, or indefinite.
  private let available: Double
  private let constraint: Constraint
  /// The limits of an extent that is indefinite.
  private let minimum: Double
  private let maximum: Double
  /// Whether automatic tracks stretch.
  private let stretches: Bool
  /// The tracks that share space, each with its room.
  private var shares: [Share] = []

  init(
    _ items: [GridContribution], available: Double, constraint: Constraint = .none,
    limits: (minimum: Double, maximum: Double), stretches: Bool
  ) {
    self.items = items
    self.available = available
    self.constraint = constraint
    minimum = limits.minimum
    maximum = limits.maximum
    self.stretches = stretches
  }

  /// Sizes all tracks; items that cover fewer tracks come first.
  ///
  /// - Complexity: O(t) for `t` tracks covered by items, counting items with the same tracks once.
  mutating func run(_ tracks: inout GridAxis) {
    swap(&axis, &tracks)
    defer { swap(&axis, &tracks) }
    for index in axis.tracks.indices { axis.tracks[index].reset() }
    axis.resetPositions()
    resolveIntrinsicSizes()
    maximize()
    expandFlexibleTracks()
    axis.contentSum = axis.sum
    stretchAutomaticTracks()
  }

  /// §12.5.
  private mutating func resolveIntrinsicSizes() {
    var spanning: [GridContribution] = []
    var flexible: [GridContribution] = []
    fitEdges()
    // In separate tracks, items do not affect each other.
    let isAlone = items.allSatisfy { !$0.isFlexible || $0.tracks.count == 1 }
    for item in items where !item.isEdge {
      if item.isFlexible {
        if !isAlone { flexible.append(item) }
      } else if item.tracks.count == 1 {
        fit(item.tracks.lowerBound, to: item)
      } else {
        spanning.append(item)
      }
    }
    raiseLimits()
    spanning = Self.joined(spanning)
    flexible = Self.joined(flexible)
    var start = 0
    while start < spanning.count {
      let span = spanning[start].tracks.count
      var end = start + 1
      while end < spanning.count, spanning[end].tracks.count == span { end += 1 }
      accommodate(spanning[start..<end], inFlexible: false)
      start = end
    }
    if isAlone { fitFlexibleTracks() } else { accommodate(flexible[...], inFlexible: true) }
    for index in axis.tracks.indices where axis.tracks[index].limit == .infinity {
      axis.tracks[index].limit = axis.tracks[index].base
    }
  }

  /// Joins items with the same tracks; those that cover fewer tracks come first.
  private static func joined(_ items: [GridContribution]) -> [GridContribution] {
    guard items.count > 1 else { return items }
    let sorted = items.sorted {
      ($0.tracks.count, $0.tracks.lowerBound) < ($1.tracks.count, $1.tracks.lowerBound)
    }
    var joined: [GridContribution] = []
    for item in sorted {
      if let last = joined.last, last.tracks == item.tracks {
        joined[joined.count - 1] = last.joined(item)
      } else {
        joined.append(item)
      }
    }
    return joined
  }

  /// Raises tracks to the edges of subgrids, before any item.
  private mutating func fitEdges() {
    for item in items where item.isEdge {
      let index = item.tracks.lowerBound
      guard axis.tracks[index].minimum.isIntrinsic else { continue }
      axis.tracks[index].base = max(axis.tracks[index].base, item.minimum)
    }
  }

  /// Step 2: sizes a track for an item in it alone.
  private mutating func fit(_ index: Int, to item: GridContribution) {
    var track = axis.tracks[index]
    let base: Double =
      switch track.minimum {
      case .fixed, .flexible: 0
      case .auto: item.minimum
      case .minContent: item.minContent
      case .maxContent: item.maxContent
      }
    track.base = max(track.base, base)
    if track.maximum.isIntrinsic {
      let content = track.maximum == .minContent ? item.minContent : item.maxContent
      let limit = min(content, track.fitLimit)
      track.limit = track.limit == .infinity ? max(limit, 0) : max(track.limit, limit)
    }
    axis.tracks[index] = track
  }

  /// Step 4 if no item covers a flexible track and another one.
  private mutating func fitFlexibleTracks() {
    for item in items where item.isFlexible {
      let index = item.tracks.lowerBound
      var track = axis.tracks[index]
      for phase in Phase.allCases where !phase.isLimit && affects(track, phase) {
        track.base = max(track.base, contribution(of: item, phase))
      }
      track.limit = max(track.limit, track.base)
      axis.tracks[index] = track
    }
  }

  private mutating func raiseLimits() {
    for index in axis.tracks.indices where axis.tracks[index].limit < axis.tracks[index].base {
      axis.tracks[index].limit = axis.tracks[index].base
    }
  }

  /// Returns the max-content contribution, limited by fixed maxima of the tracks.
  private func limitedMaxContent(_ item: GridContribution) -> Double {
    max(min(item.maxContent, fixedLimit(of: item)), item.minimum)
  }

  private func fixedLimit(of item: GridContribution) -> Double {
    var sum = axis.gaps(in: item.tracks)
    for index in item.tracks {
      sum += min(axis.tracks[index].fixedLimit, axis.tracks[index].fitLimit)
    }
    return sum
  }
}

/// Steps 3 and 4 of §12.5: items that cover several tracks.
extension GridTrackSizer {
  /// The steps in which items of a group raise base sizes and then growth limits.
  private enum Phase: CaseIterable {
    case intrinsicMinimum, contentMinimum, maxContentMinimum, intrinsicMaximum, maxContentMaximum

    var isLimit: Bool { self == .intrinsicMaximum || self == .maxContentMaximum }
  }

  private mutating func accommodate(_ group: ArraySlice<GridContribution>, inFlexible: Bool) {
    guard !group.isEmpty else { return }
    for phase in Phase.allCases where !(inFlexible && phase.isLimit) {
      guard isAnyAffected(by: group, phase) else {
        if phase == .maxContentMinimum { raiseLimits(of: group) }
        continue
      }
      for item in group { distribute(item, phase, inFlexible: inFlexible) }
      for item in group {
        for track in item.tracks { Self.apply(phase, to: &axis.tracks[track]) }
      }
      if phase == .maxContentMinimum { raiseLimits(of: group) }
    }
    for item in group {
      for track in item.tracks { axis.tracks[track].isInfinitelyGrowable = false }
    }
  }

  private func isAnyAffected(by group: ArraySlice<GridContribution>, _ phase: Phase) -> Bool {
    for item in group {
      for index in item.tracks where affects(axis.tracks[index], phase) { return true }
    }
    return false
  }

  private mutating func raiseLimits(of group: ArraySlice<GridContribution>) {
    for item in group {
      for track in item.tracks where axis.tracks[track].limit < axis.tracks[track].base {
        axis.tracks[track].limit = axis.tracks[track].base
      }
    }
  }

  /// Applies the planned increase of a track, and clears it.
  ///
  /// Static, because reading a sizer while its track changes would copy all tracks.
  private static func apply(_ phase: Phase, to track: inout SizedTrack) {
    guard let planned = track.plannedIncrease else { return }
    track.plannedIncrease = nil
    if !phase.isLimit {
      track.base += planned
    } else if track.limit == .infinity {
      track.limit = track.base + planned
      track.isInfinitelyGrowable = phase == .intrinsicMaximum
    } else {
      track.limit += planned
    }
  }

  /// §12.5.1: distributes an item's contribution among the tracks of a phase.
  private mutating func distribute(_ item: GridContribution, _ phase: Phase, inFlexible: Bool) {
    shares.removeAll(keepingCapacity: true)
    var space = contribution(of: item, phase) - axis.gaps(in: item.tracks)
    var factors = 0.0
    for index in item.tracks {
      let track = axis.tracks[index]
      let size = phase.isLimit ? Self.finite(track.limit, or: track.base) : track.base
      space -= size
      guard affects(track, phase), (track.maximum == .flexible) == inFlexible else { continue }
      factors += track.factor
      shares.append(Share(track: index, room: room(of: track, size: size, phase)))
    }
    guard !shares.isEmpty else { return }
    for share in shares {
      axis.tracks[share.track].increase = 0
    }
    if inFlexible, factors > 0 {
      for index in shares.indices { shares[index].weight = axis.tracks[shares[index].track].factor }
    }
    if space > 0 { space = share(space) }
    if space > 0 { shareBeyondLimits(space, phase) }
    for share in shares {
      let track = axis.tracks[share.track]
      axis.tracks[share.track].plannedIncrease = max(track.plannedIncrease ?? 0, track.increase)
    }
  }

  private static func finite(_ limit: Double, or base: Double) -> Double {
    limit == .infinity ? base : limit
  }

  @inline(__always)
  private func contribution(of item: GridContribution, _ phase: Phase) -> Double {
    switch phase {
    case .intrinsicMinimum: item.minimum
    case .contentMinimum: item.minContent
    case .maxContentMinimum:
      constraint == .maxContent ? limitedMaxContent(item) : item.maxContent
    case .intrinsicMaximum: item.minContent
    case .maxContentMaximum: item.maxContent
    }
  }

  @inline(__always)
  private func affects(_ track: SizedTrack, _ phase: Phase) -> Bool {
    guard !track.isCollapsed else { return false }
    return switch phase {
    case .intrinsicMinimum: track.minimum.isIntrinsic
    case .contentMinimum: track.minimum == .minContent || track.minimum == .maxContent
    case .maxContentMinimum:
      // Browsers raise flexible tracks to minima alone; their fraction takes the content.
      track.minimum == .maxContent
        || (constraint == .maxContent && track.minimum == .auto && track.maximum != .flexible)
    case .intrinsicMaximum: track.maximum.isIntrinsic
    case .maxContentMaximum: track.maximum == .auto || track.maximum == .maxContent
    }
  }

  /// Returns the space by which a track may grow before the others have reached their limits.
  @inline(__always)
  private func room(of track: SizedTrack, size: Double, _ phase: Phase) -> Double {
    guard phase.isLimit else { return max(track.limit - size, 0) }
    let isOpen = track.limit == .infinity || track.isInfinitelyGrowable
    return max(min(isOpen ? .infinity : track.limit, track.fitLimit) - size, 0)
  }

  /// The last step: tracks with content-based maxima grow, or all if there are no such tracks.
  private mutating func shareBeyondLimits(_ space: Double, _ phase: Phase) {
    var isAnyOpen = false
    for index in shares.indices {
      let track = axis.tracks[shares[index].track]
      shares[index].room = growsBeyondLimits(track, phase) ? .infinity : 0
      if phase.isLimit {
        let size = Self.finite(track.limit, or: track.base) + track.increase
        shares[index].room = max(track.fitLimit - size, 0)
      }
      if shares[index].room > 0 { isAnyOpen = true }
    }
    if !isAnyOpen, !phase.isLimit {
      for index in shares.indices { shares[index].room = .infinity }
    }
    _ = share(space)
  }

  @inline(__always)
  private func growsBeyondLimits(_ track: SizedTrack, _ phase: Phase) -> Bool {
    switch phase {
    case .intrinsicMinimum, .contentMinimum: track.maximum.isIntrinsic
    case .maxContentMinimum: track.maximum == .auto || track.maximum == .maxContent
    case .intrinsicMaximum, .maxContentMaximum: true
    }
  }
}

/// Shares space among tracks.
extension GridTrackSizer {
  /// A track that shares space.
  private struct Share: BitwiseCopyable {
    let track: Int
    /// The space by which it may grow.
    var room: Double
    /// Its part of the space.
    var weight = 1.0

    init(track: Int, room: Double) {
      self.track = track
      self.room = room
    }
  }

  /// Adds space to the tracks of `shares` by their weights, limited to their room; returns the
  /// rest.
  private mutating func share(_ space: Double) -> Double {
    shares.sort { $0.room * $1.weight < $1.room * $0.weight }
    var space = space
    var weights = 0.0
    for share in shares { weights += share.weight }
    for share in shares {
      guard space > 0 else { return 0 }
      let part =
        weights > share.weight ? space * share.weight / weights : share.weight > 0 ? space : 0
      let growth = min(part, share.room)
      axis.tracks[share.track].increase += growth
      space -= growth
      weights -= share.weight
    }
    return space
  }

  /// §12.6.
  private mutating func maximize() {
    guard constraint != .minContent else { return }
    if available.isDefinite { return grow(to: available) }
    // Browsers ignore a maximum of the container here.
    for index in axis.tracks.indices { axis.tracks[index].base = axis.tracks[index].limit }
  }

  /// Distributes a container's free space among tracks, up to their limits.
  private mutating func grow(to extent: Double) {
    let free = extent - axis.sum
    guard free > 0 else { return }
    shares.removeAll(keepingCapacity: true)
    for (index, track) in axis.tracks.enumerated() where track.limit > track.base {
      axis.tracks[index].increase = 0
      shares.append(Share(track: index, room: track.limit - track.base))
    }
    _ = share(free)
    for share in shares { axis.tracks[share.track].base += axis.tracks[share.track].increase }
  }

  /// §12.7.
  private mutating func expandFlexibleTracks() {
    guard axis.tracks.contains(where: { $0.maximum == .flexible }) else { return }
    var fraction = 0.0
    if available.isDefinite {
      fraction = self.fraction(of: axis.tracks.indices, in: available)
    } else if constraint != .minContent {
      fraction = contentFraction()
      let sum = extent(withFraction: fraction)
      if sum < minimum {
        fraction = self.fraction(of: axis.tracks.indices, in: minimum)
      } else if sum > maximum {
        fraction = self.fraction(of: axis.tracks.indices, in: maximum)
      }
    }
    for index in axis.tracks.indices where axis.tracks[index].maximum == .flexible {
      axis.tracks[index].base = max(axis.tracks[index].base, axis.tracks[index].factor * fraction)
    }
  }

  private func extent(withFraction fraction: Double) -> Double {
    var sum = axis.gaps(in: axis.tracks.indices)
    for track in axis.tracks {
      sum += track.maximum == .flexible ? max(track.base, track.factor * fraction) : track.base
    }
    return sum
  }

  /// Returns the fraction at which no track is smaller than its content.
  private func contentFraction() -> Double {
    var fraction = 0.0
    for track in axis.tracks where track.maximum == .flexible {
      fraction = max(fraction, track.factor > 1 ? track.base / track.factor : track.base)
    }
    for item in items where item.isFlexible {
      fraction = max(fraction, self.fraction(of: item.tracks, in: item.maxContent))
    }
    return fraction
  }

  /// §12.7.1: the size of an `fr` at which some tracks fill an extent.
  private func fraction(of tracks: Range<Int>, in extent: Double) -> Double {
    var space = extent - axis.gaps(in: tracks)
    var factors = 0.0
    for index in tracks {
      if axis.tracks[index].maximum == .flexible {
        factors += axis.tracks[index].factor
      } else {
        space -= axis.tracks[index].base
      }
    }
    let share = space / max(factors, 1)
    let isWithin = tracks.allSatisfy {
      axis.tracks[$0].maximum != .flexible || share * axis.tracks[$0].factor >= axis.tracks[$0].base
    }
    if isWithin { return factors > 0 ? max(share, 0) : 0 }
    var flexible = tracks.filter { axis.tracks[$0].maximum == .flexible }
    // Tracks larger than their share, largest first, are no longer flexible.
    let sizes = axis.tracks
    flexible.sort { sizes[$0].base * sizes[$1].factor > sizes[$1].base * sizes[$0].factor }
    for index in flexible {
      let fraction = space / max(factors, 1)
      guard fraction * sizes[index].factor < sizes[index].base else { break }
      space -= sizes[index].base
      factors -= sizes[index].factor
    }
    return factors > 0 ? max(space / max(factors, 1), 0) : 0
  }

  /// §12.8.
  private mutating func stretchAutomaticTracks() {
    guard stretches, constraint == .none else { return }
    let free = (available.isDefinite ? available : minimum) - axis.sum
    guard free > 0 else { return }
    let isAutomatic = { (track: SizedTrack) in track.maximum == .auto && !track.isCollapsed }
    let count = axis.tracks.count(where: isAutomatic)
    guard count > 0 else { return }
    for index in axis.tracks.indices where isAutomatic(axis.tracks[index]) {
      axis.tracks[index].base += free / Double(count)
    }
  }
}
