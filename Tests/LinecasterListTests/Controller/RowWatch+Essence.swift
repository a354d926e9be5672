import LinecasterCells
import LinecasterGeometry

@testable import LinecasterList

extension RowWatch {
  /// What two watches have in common that go on alike.
  struct Essence: Hashable {
    struct Job: Hashable {
      let purpose: RowJob.Purpose
      let generation: Int
      let rows: Range<Int>
      let flags: [Bool]
      let band: WorkBand

      init(
        _ purpose: RowJob.Purpose, _ generation: Int, _ rows: Range<Int>, _ isForShow: Bool,
        _ band: WorkBand, _ isCalledOff: Bool, _ isStarted: Bool, _ isCancelled: Bool,
        _ seesImage: Bool, _ hasArrived: Bool
      ) {
        self.purpose = purpose
        self.generation = generation
        self.rows = rows
        self.band = band
        flags = [isForShow, isCalledOff, isStarted, isCancelled, seesImage, hasArrived]
      }
    }

    let jobs: [Job]
    let range: RangeController
    let bands: RowBands?
    let wanted: Int?
    let flags: [Bool]
    let host: [RowIdentity: MeasurementKey]
    let incomplete: Set<RowIdentity>
    let early: Set<RowIdentity>
    let images: RowImages
    let failed: Set<MeasurementKey>
    let announced: Set<RowIdentity>
    let renewal: RowState.Renewal
    let tried: Set<Int>?
    let triedOf: Int?
    let awaited: Int?
    let sweep: IdleSweep
    let forgotten: Set<MeasurementKey>
    let generation: Int
    let heights: [Double]
    let offset: Double
    let update: Update
    let trigger: LoadMoreTrigger?
    let hasFailed: Bool?
    let loadAwaits: Int?
    let found: [Int]
    let hasCorrected: Bool
  }
}
