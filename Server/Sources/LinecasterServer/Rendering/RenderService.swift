import LinecasterScenes
import Logging
import Synchronization
import Tracing

/// A picture to draw: its request, and the key that equal requests share.
struct RenderJob: Sendable {
  /// The digest of everything that the picture's bytes depend on, except the files that it shows.
  let key: String
  /// Reads the request.
  let request: @Sendable (_ isCancelled: () -> Bool) throws -> PictureRequest
}

/// A picture to deliver.
struct ServedPicture: Sendable {
  let file: StoredPicture
  /// Missing images and glyphs, and content that does not fit; empty for pictures from the store.
  let warnings: [FaultAnswer.Fault]
}

/// Logs that the cache cannot be written, once until it can be again.
private final class StoreFailure: Sendable {
  private let isFailing = Atomic(false)

  /// Reports the result of a write; `nil` for success.
  func report(_ error: (any Error)?, _ logger: Logger) {
    let was = isFailing.exchange(error != nil, ordering: .relaxed)
    if let error, !was {
      logger.error("the cache cannot be written", metadata: ["error": "\(error)"])
    } else if error == nil, was {
      logger.notice("the cache can be written again")
    }
  }
}

/// Delivers pictures: from the store, from rendering under way, or newly drawn.
struct RenderService: Sendable {
  let painter: PicturePainter
  /// The folder of images and fonts that scenes refer to.
  let folder: String
  let queue: RenderQueue
  /// The picture cache; `nil` for none.
  let store: PictureStore?
  /// The time limit for drawing, including the wait.
  let timeLimit: Duration
  let metrics: ServerMetrics
  let tracer: any Tracer
  let logger: Logger
  private let flights = AsyncSingleFlight<String, ServedPicture>()
  private let storeFailure = StoreFailure()

  /// Returns the picture of a job.
  ///
  /// - Throws: `ServerFault` if it is not drawn in time; faults of the scene; `CancellationError`.
  func picture(_ job: RenderJob) async throws -> ServedPicture {
    if let kept = store?.picture(for: job.key) {
      metrics.count(.kept)
      return ServedPicture(file: kept, warnings: [])
    }
    let (picture, isJoined) = try await flights.value(for: job.key) { try await draw(job) }
    metrics.count(isJoined ? .joined : .drawn)
    return picture
  }

  private func draw(_ job: RenderJob) async throws -> ServedPicture {
    let context = ServiceContext.current ?? .topLevel
    do {
      return try await queue.run(timeLimit: timeLimit) { isCancelled in
        try draw(job, context, isCancelled)
      }
    } catch is CancellationError {
      metrics.countCancelled()
      throw CancellationError()
    }
  }

  /// Draws a picture on the calling thread, and stores it before returning it.
  private func draw(
    _ job: RenderJob, _ context: ServiceContext, _ isCancelled: () -> Bool
  ) throws -> ServedPicture {
    let read = try stage("read", context) {
      try painter.read(job.request(isCancelled), isCancelled: isCancelled)
    }
    // Stamped before drawing, so a change in the meantime is detected.
    let files = store == nil ? [] : read.filePaths.map { FileVersion("\(folder)/\($0)") }
    let arranged = try stage("arrange", context) {
      try painter.arrange(read, isCancelled: isCancelled)
    }
    let drawn = try stage("draw", context) { try painter.draw(arranged, isCancelled: isCancelled) }
    let picture = try stage("encode", context) {
      try painter.encode(drawn, isCancelled: isCancelled)
    }
    let ending = picture.format.endings[0]
    // Pictures with missing images are not stored: the images may be there next time. Nor are those
    // with warnings, which are not stored with them.
    guard let store, picture.imageFaults.isEmpty, picture.warnings.isEmpty else {
      return ServedPicture(
        file: StoredPicture(picture.bytes, ending: ending), warnings: picture.faults)
    }
    return ServedPicture(
      file: keep(StoredPicture(picture.bytes, ending: ending), for: job.key, files, store, context),
      warnings: picture.faults)
  }

  /// Stores a picture. A full or broken disk costs the cache, not the answer.
  private func keep(
    _ picture: StoredPicture, for key: String, _ files: [FileVersion], _ store: PictureStore,
    _ context: ServiceContext
  ) -> StoredPicture {
    do {
      try stage("keep", context) { try store.keep(picture, for: key, files: files) }
      storeFailure.report(nil, logger)
    } catch {
      metrics.countStoreFailure()
      storeFailure.report(error, logger)
    }
    return picture
  }

  /// Runs a stage of rendering, and records its duration.
  private func stage<Value>(
    _ name: String, _ context: ServiceContext, _ work: () throws -> Value
  ) throws -> Value {
    let start = ContinuousClock.now
    defer { metrics.count(stage: name, time: ContinuousClock.now - start) }
    return try tracer.withSpan(name, context: context) { _ in try work() }
  }
}

extension Picture {
  /// The differences from the scene: missing images and characters, and content that does not fit.
  fileprivate var faults: [FaultAnswer.Fault] {
    let faults = (imageFaults + warnings).map(FaultAnswer.Fault.init)
    guard let reason = missingCharactersMessage else { return faults }
    return faults + [FaultAnswer.Fault(code: "missingCharacters", reason: reason)]
  }
}
