import LinecasterBase
import LinecasterCells

@testable import LinecasterList

extension RowWatch {
  /// The common state of watches that behave alike. Jobs count from the oldest, and updates by
  /// their order, independent of their numbers.
  struct Essence: Hashable {
    struct Job: Hashable {
      let purpose: RowJob.Purpose
      let generation: Int?
      let rows: Range<Int>
      let keys: [MeasurementKey]
      let flags: [Bool]
      let band: WorkBand
    }

    struct Update: Hashable {
      let generation: Int?
      let recipe: Bool?
      let content: Content?
      let isOfHost: Bool
      let isOfSnapshot: Bool
    }

    fileprivate(set) var updates: MachineWatch.Essence
    fileprivate(set) var underWay: [Update]
    fileprivate(set) var content: [Content?]
    fileprivate(set) var inherited: [Int?]
    fileprivate(set) var jobs: [Job]
    fileprivate(set) var range: RangeController
    fileprivate(set) var bands: RowBands?
    fileprivate(set) var generations: [Int?]
    fileprivate(set) var flags: [Bool]
    fileprivate(set) var host: [RowIdentity: MeasurementKey]
    fileprivate(set) var rows: [Set<RowIdentity>]
    fileprivate(set) var images: RowImages
    fileprivate(set) var keys: [Set<MeasurementKey>]
    fileprivate(set) var renewal: RowState.Renewal
    fileprivate(set) var tried: Set<Int>?
    fileprivate(set) var swept: Range<Int>?
    fileprivate(set) var turn: Int
    fileprivate(set) var heights: [Double]
    fileprivate(set) var trigger: LoadMoreTrigger?
    fileprivate(set) var hasFailed: Bool?
    fileprivate(set) var found: [Int]
    fileprivate(set) var held: [Held]
    fileprivate(set) var late: [Set<RowIdentity>]
  }

  /// A row that is ready but held back.
  struct Held: Hashable {
    fileprivate let row: Int
    fileprivate let key: MeasurementKey
    fileprivate let flags: [Bool]
    fileprivate let age: Duration
  }

  /// The state that determines the future.
  var essence: Essence {
    // Sweeps of another list are not used again.
    let isSwept = state.sweep.generation == snapshot.generation
    let generations = [
      snapshot.generation, state.requests?.generation, state.scroll?.generation,
      state.scroll?.awaited, state.loading[.end]?.awaited,
    ]
    let ranks = Ranks(
      updates.generations + generations + state.jobs.map(\.generation) + [inherited?.generation])
    return Essence(
      updates: updates.essence(ranks), underWay: updates.open.map { essence(of: $0, ranks) },
      content: [content, Content(isSecond: wantsSecond, isWide: isWide)],
      inherited: [inherited.map { $0.isSecond ? 1 : 0 }, ranks[inherited?.generation]],
      jobs: state.jobs.map { essence(of: $0, ranks) }, range: state.range,
      bands: state.requests?.bands, generations: generations.map { ranks[$0] },
      flags: [
        state.mustLookAgain, state.isWaitingForRoom, isRoomAwaited, state.scroll != nil,
        load != nil, hasImage, offset == 0, lostWorkers == 0, isSwept,
        state.lastCorrection != nil, state.loading[.end]?.number != nil, isRenewalOwed, isLookDue,
        state.lastCorrection.map { now - $0 >= HeldRows.limit } ?? true,
        state.late.offset == offset,
      ],
      host: host, rows: [incomplete, state.announced], images: state.images,
      keys: [state.failed, forgotten, undrawable], renewal: state.renewal,
      tried: state.scroll?.tried,
      swept: isSwept ? state.sweep.swept : nil, turn: isSwept ? state.sweep.turn : 0,
      heights: (0..<snapshot.rowCount).map {
        snapshot.geometry.isMeasured($0) ? snapshot.geometry.height(ofRow: $0) : -1
      }, trigger: state.loading[.end]?.trigger, hasFailed: state.loading[.end]?.hasFailed,
      found: state.found.map(\.row).sorted(), held: state.held.rows.map { essence(of: $0) },
      late: [state.late.rows, state.late.free, squeezed])
  }

  private func essence(of row: PreparedRow) -> Held {
    Held(
      row: row.row, key: row.displayed.key,
      flags: [row.missingImages.isEmpty, row.job.arrivedImages.isEmpty, row.job.isRedraw],
      age: min(now - row.since, HeldRows.limit))
  }

  private func essence(of generation: Int, _ ranks: Ranks) -> Essence.Update {
    let batch = batches[generation]
    return Essence.Update(
      generation: ranks[generation], recipe: recipes[generation] ?? nil, content: batch?.content,
      isOfHost: batch?.host == hostCount, isOfSnapshot: batch?.base == snapshot.generation)
  }

  private func essence(of job: RowJob, _ ranks: Ranks) -> Essence.Job {
    let work = works[job.number]
    return Essence.Job(
      purpose: job.purpose, generation: ranks[job.generation], rows: job.rows, keys: job.keys,
      flags: [
        job.isForShow, job.isRedraw, job.isCancelled, work?.isStarted == true,
        work?.isStopped == true, work?.seesImage == true, work?.isStalled == true,
        !job.arrivedImages.isEmpty,
      ], band: job.band)
  }
}
