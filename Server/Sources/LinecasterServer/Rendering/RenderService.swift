import LinecasterScenes
import Tracing

/// A picture to draw: its request, and the key that equal requests share.
struct RenderJob: Sendable {
  /// The digest of everything that the picture's bytes depend on, except the files that it shows.
  let key: String
  /// Reads the request.
  let request: @Sendable (_ isCancelled: () -> Bool) throws -> PictureRequest
}

/// A picture to hand out.
struct ServedPicture: Sendable {
  let file: StoredPicture
  /// Images that could not be had, and characters that no font has; not told of what was kept.
  let warnings: [FaultAnswer.Fault]
}

/// Delivers pictures: from the store, from rendering under way, or newly drawn.
struct RenderService: Sendable {
  let painter: PicturePainter
  /// The folder with the images and fonts that scenes name.
  let folder: String
  let queue: RenderQueue
  /// Where pictures are kept; nil where none are.
  let store: PictureStore?
  /// How long drawing may take, waiting included.
  let timeLimit: Duration
  let metrics: ServerMetrics
  let tracer: any Tracer
  private let flights = SingleFlight<String, ServedPicture>()

  /// Returns the picture of a job.
  ///
  /// - Throws: `ServerFault` where it is not drawn in time; what is wrong with the scene;
  ///   `CancellationError`.
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
      metrics.countCalledOff()
      throw CancellationError()
    }
  }

  /// Draws a picture on the thread that calls, and keeps it before anybody is told of it.
  private func draw(
    _ job: RenderJob, _ context: ServiceContext, _ isCancelled: () -> Bool
  ) throws -> ServedPicture {
    let read = try stage("read", context) {
      try painter.read(job.request(isCancelled), isCancelled: isCancelled)
    }
    // Before they are drawn: a file that changes meanwhile is not the one that was looked at.
    let files = store == nil ? [] : read.filePaths.map { FileStamp("\(folder)/\($0)") }
    let arranged = try stage("arrange", context) {
      try painter.arrange(read, isCancelled: isCancelled)
    }
    let drawn = try stage("draw", context) { try painter.draw(arranged, isCancelled: isCancelled) }
    let picture = try stage("encode", context) {
      try painter.encode(drawn, isCancelled: isCancelled)
    }
    let ending = picture.format.endings[0]
    // A picture with a hole is drawn again, as its image may have come meanwhile.
    guard let store, picture.imageFaults.isEmpty else {
      return ServedPicture(
        file: StoredPicture(picture.bytes, ending: ending), warnings: picture.warnings)
    }
    let kept = try stage("keep", context) {
      try store.keep(picture.bytes, for: job.key, ending: ending, files: files)
    }
    return ServedPicture(file: kept, warnings: picture.warnings)
  }

  /// Does a step of drawing, and tells how long it took.
  private func stage<Value>(
    _ name: String, _ context: ServiceContext, _ work: () throws -> Value
  ) throws -> Value {
    let start = ContinuousClock.now
    defer { metrics.count(stage: name, time: ContinuousClock.now - start) }
    return try tracer.withSpan(name, context: context) { _ in try work() }
  }
}

extension Picture {
  /// What is not as the scene has it.
  fileprivate var warnings: [FaultAnswer.Fault] {
    let faults = imageFaults.map(FaultAnswer.Fault.init)
    guard !missingCharacters.isEmpty else { return faults }
    // A few tell which script it is.
    let shown = missingCharacters.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    let rest = missingCharacters.count - shown.count
    return faults + [
      FaultAnswer.Fault(
        code: "missingCharacters",
        reason: "no font has \(shown.joined(separator: ", "))"
          + (rest > 0 ? " and \(rest) more" : ""))
    ]
  }
}
