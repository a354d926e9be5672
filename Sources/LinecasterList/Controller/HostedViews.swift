public import LinecasterBase
public import LinecasterCells

/// The program's own views in the rows of a list, for example the player in the card of a film.
/// Views are made, moved, reused and released as rows and their regions appear, change and
/// disappear.
///
///     let players = HostedViews<String, Player>(
///       kind: { region in region.tag?.value as? String },
///       make: { film in Player(film) },
///       update: { player, change in
///         player.move(from: change.previousFrame, to: change.region.frame)
///       },
///       release: { player in player.stop() })
///
/// A view is placed in a ``LinecasterCells/Region``: a part of a cell with a tag or a role. In a
/// row that changes, a view stays with the region of its kind and tag, in layout order if there are
/// several. This way a film goes on playing when its card grows. A host forwards the rows it
/// displays and recycles, and asks for `places(in:rows:)` once a frame.
@MainActor
public final class HostedViews<Kind: Hashable, View> {
  /// A change of a view's region.
  public struct Change {
    /// The row that the view is in.
    public let row: RowIdentity
    /// The new region in the row, with its frame.
    public let region: Region
    /// The previous frame, in layout points from the cell's top-left corner; `nil` for a new view,
    /// which should appear without an animation.
    public let previousFrame: Rect?
  }

  /// A view in a row.
  private struct Mounted {
    let key: Key
    let region: Region
    let view: View
  }

  /// The key of a region while its row changes.
  private struct Key: Hashable {
    let kind: Kind
    let part: CellState.Part?
    /// The number of regions before it with the same kind and the same part.
    var repetition = 0
  }

  private let kind: (Region) -> Kind?
  private let make: (Kind) -> View
  private let update: (View, Change) -> Void
  private let release: (View) -> Void
  private let spareLimit: Int
  /// The views of each row that has any, in layout order.
  private var rows: [RowIdentity: [Mounted]] = [:]
  private var spares: [Kind: [View]] = [:]

  /// Creates an empty set of views.
  ///
  /// - Parameters:
  ///   - spareLimit: The number of unused views of each kind that are kept for reuse.
  ///   - kind: The kind of view for a region; `nil` for none. Views are reused within a kind.
  ///   - make: Makes a view.
  ///   - update: Moves or changes a view; called if the region differs from before.
  ///   - release: Hides a view. If the view is reused later, `update` is called again.
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

  /// The number of views in rows, without those kept for reuse.
  ///
  /// - Complexity: O(rows with views).
  public var count: Int { rows.values.reduce(0) { $0 + $1.count } }

  /// Adds and updates the views of displayed rows. Call it from the host's `display(_:)`.
  ///
  /// - Complexity: O(regions of the rows).
  public func display(_ rows: [DisplayedRow]) {
    for row in rows { show(row.arrangement?.regions ?? [], in: row.identity) }
  }

  /// Releases the views of recycled rows. Call it from the host's `recycle(_:)`.
  ///
  /// - Complexity: O(views of the rows).
  public func recycle(_ rows: [RowIdentity]) {
    for row in rows {
      for mounted in self.rows.removeValue(forKey: row) ?? [] { keep(mounted) }
    }
  }

  /// Returns the views in a range of rows, for example the visible ones, in the order of rows and
  /// their layouts.
  ///
  /// Frames are in layout points from the list's top-left corner.
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

  /// Matches the views of a row with its regions. Unused views are released first, so they can be
  /// reused at once.
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

  /// Returns the regions that need a view, each with its key.
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
