public import LinecasterBase
public import LinecasterCells

/// Views of a program's own in the rows of a list, such as the player in the card of a film: made,
/// moved, used again and let go as the rows with their places come, change and go.
///
///     let players = HostedViews<String, Player>(
///       kind: { region in region.tag?.value as? String },
///       make: { film in Player(film) },
///       update: { player, change in
///         player.move(from: change.previousFrame, to: change.region.frame)
///       },
///       release: { player in player.stop() })
///
/// A place is a ``LinecasterCells/Region``: a part of a cell with a tag or a role. In a row that
/// changes, a view stays with the region that has its kind and tag, in the order of the layout
/// where several have; so a film goes on where its card grows. A host tells it of what it displays
/// and recycles, and asks for `places(in:rows:)` once a frame.
@MainActor
public final class HostedViews<Kind: Hashable, View> {
  /// What a view is told.
  public struct Change {
    /// The row that the view is in.
    public let row: RowIdentity
    /// Where it is to be in the row, and what the layout says of it.
    public let region: Region
    /// Where it was in the row, in layout points from the cell's top-left corner; nil for one that
    /// has just come, from which there is nothing to animate.
    public let previousFrame: Rect?
  }

  /// A view in a row.
  private struct Mounted {
    let key: Key
    let region: Region
    let view: View
  }

  /// What a region is known by while its row changes.
  private struct Key: Hashable {
    let kind: Kind
    let part: CellState.Part?
    /// How many before it have the same kind and the same name.
    var repetition = 0
  }

  private let kind: (Region) -> Kind?
  private let make: (Kind) -> View
  private let update: (View, Change) -> Void
  private let release: (View) -> Void
  private let spareLimit: Int
  /// The views of each row that has some, in the order of its layout.
  private var rows: [RowIdentity: [Mounted]] = [:]
  private var spares: [Kind: [View]] = [:]

  /// Makes none yet.
  ///
  /// - Parameters:
  ///   - spareLimit: How many views of a kind are kept that no row has.
  ///   - kind: What kind of view a region has; nil for none. Views are used again within a kind.
  ///   - make: Makes a view.
  ///   - update: Tells a view where it is and was; called where the region differs from before.
  ///   - release: Takes a view out of sight; it may be used again, and is told where by `update`.
  public init(
    spareLimit: Int = 4, kind: @escaping (Region) -> Kind?, make: @escaping (Kind) -> View,
    update: @escaping (View, Change) -> Void, release: @escaping (View) -> Void
  ) {
    self.spareLimit = max(0, spareLimit)
    self.kind = kind
    self.make = make
    self.update = update
    self.release = release
  }

  /// How many views rows have; those that are kept for use again are not among them.
  public var count: Int { rows.values.reduce(0) { $0 + $1.count } }

  /// Has views where some rows want them; for a host's `display(_:)`.
  ///
  /// - Complexity: O(regions of the rows).
  public func display(_ rows: [DisplayedRow]) {
    for row in rows { show(row.arrangement?.regions ?? [], in: row.identity) }
  }

  /// Lets go of the views of some rows; for a host's `recycle(_:)`.
  public func recycle(_ rows: [RowIdentity]) {
    for row in rows {
      for mounted in self.rows.removeValue(forKey: row) ?? [] { keep(mounted) }
    }
  }

  /// The views of some rows of a state that is shown, such as those in sight, and where each is, in
  /// layout points from the list's top-left corner; in the order of rows, and of their layouts.
  ///
  /// - Complexity: O(rows × log rows of the list + views).
  public func places(in snapshot: TableSnapshot, rows: Range<Int>) -> [(view: View, frame: Rect)] {
    rows.clamped(to: 0..<snapshot.rowCount).flatMap { row -> [(view: View, frame: Rect)] in
      guard let identity = snapshot.identity(ofRow: row), let mounted = self.rows[identity],
        let corner = snapshot.frame(ofRow: row)?.origin
      else { return [] }
      return mounted.map { ($0.view, $0.region.frame.offset(x: corner.x, y: corner.y)) }
    }
  }

  /// Matches the views of a row with its regions: those that nobody wants go first, so that they
  /// can be used again at once.
  private func show(_ regions: [Region], in row: RowIdentity) {
    let wanted = keyed(regions)
    let before = rows.removeValue(forKey: row) ?? []
    guard !before.isEmpty || !wanted.isEmpty else { return }
    let names = Set(wanted.map(\.key))
    for mounted in before where !names.contains(mounted.key) { keep(mounted) }
    let left = Dictionary(uniqueKeysWithValues: before.map { ($0.key, $0) })
    let now = wanted.map { key, region in
      let old = left[key]
      let view = old?.view ?? spares[key.kind]?.popLast() ?? make(key.kind)
      if old?.region != region {
        update(view, Change(row: row, region: region, previousFrame: old?.region.frame))
      }
      return Mounted(key: key, region: region, view: view)
    }
    if !now.isEmpty { rows[row] = now }
  }

  /// The regions that want a view, and what each is known by.
  private func keyed(_ regions: [Region]) -> [(key: Key, region: Region)] {
    var counts: [Key: Int] = [:]
    return regions.compactMap { region in
      guard let kind = kind(region) else { return nil }
      var key = Key(kind: kind, part: region.part)
      key.repetition = counts[key, default: 0]
      counts[Key(kind: kind, part: region.part), default: 0] += 1
      return (key, region)
    }
  }

  private func keep(_ mounted: Mounted) {
    release(mounted.view)
    guard spares[mounted.key.kind, default: []].count < spareLimit else { return }
    spares[mounted.key.kind, default: []].append(mounted.view)
  }
}
