import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import Synchronization
import Testing

@testable import LinecasterFiles

@Suite(.timeLimit(.minutes(60))) struct AsyncImageProviderTests {
  private struct Outage: Error {}

  /// A source whose loads end on a test's request.
  private final class Server: ImageSource {
    private struct State {
      var loads: [String] = []
      var open: [(name: String, continuation: CheckedContinuation<Bitmap, any Error>)] = []
    }

    private let state = Mutex(State())
    private let knowsSizes: Bool

    init(knowsSizes: Bool = true) { self.knowsSizes = knowsSizes }

    var loads: [String] { state.withLock { $0.loads } }
    var open: [String] { state.withLock { $0.open.map(\.name) } }

    func naturalSize(of image: ImageReference) async throws -> Size? {
      knowsSizes ? Size(width: 40, height: 30) : nil
    }

    func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { state in
            state.loads.append(image.name)
            state.open.append((image.name, continuation))
          }
        }
      } onCancel: {
        answer(image.name, .failure(CancellationError()))
      }
    }

    func answer(_ name: String, _ result: Result<Bitmap, any Error>) {
      let continuation = state.withLock { state in
        state.open.firstIndex { $0.name == name }.map { state.open.remove(at: $0).continuation }
      }
      continuation?.resume(with: result)
    }
  }

  private let size = PixelSize(width: 20, height: 15)

  private func wait(until isDone: () -> Bool) async throws {
    for _ in 0..<50_000 where !isDone() { try await Task.sleep(for: .milliseconds(2)) }
    #expect(isDone())
  }

  private func arrivals(of images: AsyncImageProvider) -> @Sendable () -> [String] {
    let names = ArrivalNames()
    images.observeArrivals { new in
      names.add(new.map(\.name))
      return true
    }
    return { names.all }
  }

  private final class ArrivalNames: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ new: [String]) { names.withLock { $0 += new } }
  }

  @Test func answersAtOnceAndTellsWhatCame() async throws {
    let server = Server()
    let images = AsyncImageProvider(source: server)
    let arrived = arrivals(of: images)
    let a = ImageReference("a")
    #expect(images.naturalSize(of: a) == nil)
    try await wait { arrived() == ["a"] }
    #expect(images.naturalSize(of: a) == Size(width: 40, height: 30) && server.loads.isEmpty)
    for _ in 0..<3 { #expect(images.bitmap(for: a, covering: size) == nil) }
    try await wait { server.open == ["a"] }
    let bitmap = try Bitmap(width: 20, height: 15, background: .black)
    server.answer("a", .success(bitmap))
    try await wait { arrived() == ["a", "a"] }
    #expect(images.bitmap(for: a, covering: size) == bitmap && server.loads == ["a"])
    #expect(images.isIdle && images.keptBytes >= 1_200)
  }

  @Test func sizesAreThoseOfImagesWhereTheSourceDoesNotTell() async throws {
    let server = Server(knowsSizes: false)
    let images = AsyncImageProvider(source: server)
    let a = ImageReference("a")
    #expect(images.naturalSize(of: a) == nil)
    try await wait { server.open == ["a"] }
    server.answer("a", .success(try Bitmap(width: 8, height: 6)))
    try await wait { images.isIdle }
    #expect(images.naturalSize(of: a) == Size(width: 8, height: 6))
    #expect(images.bitmap(for: a, covering: size)?.width == 8 && server.loads == ["a"])
  }

  @Test func theNewestComesFirst() async throws {
    let server = Server()
    let images = AsyncImageProvider(source: server, loadsAtOnce: 1)
    for name in ["a", "b", "c"] {
      _ = images.bitmap(for: ImageReference(name), covering: size)
      try await wait { server.open == ["a"] }
    }
    for name in ["a", "c", "b"] {
      try await wait { server.open == [name] }
      server.answer(name, .success(try Bitmap(width: 1, height: 1)))
    }
    try await wait { images.isIdle }
  }

  @Test func failuresStayUntilTheyAreTriedAgain() async throws {
    let server = Server()
    let images = AsyncImageProvider(source: server)
    let arrived = arrivals(of: images)
    let a = ImageReference("a")
    _ = images.bitmap(for: a, covering: size)
    #expect(!images.hasFailed(a, covering: size))
    try await wait { server.open == ["a"] }
    server.answer("a", .failure(Outage()))
    try await wait { arrived() == ["a"] }
    #expect(images.hasFailed(a, covering: size) && images.failures[a] is Outage)
    #expect(images.bitmap(for: a, covering: size) == nil && images.isIdle)
    images.retry(a)
    #expect(arrived() == ["a", "a"] && !images.hasFailed(a, covering: size))
    _ = images.bitmap(for: a, covering: size)
    try await wait { server.open == ["a"] }
    server.answer("a", .success(try Bitmap(width: 1, height: 1)))
    try await wait { images.bitmap(for: a, covering: size) != nil }
  }

  /// Cancelled loads are announced, not failures; a new request loads the image again.
  @Test func loadsAreCancelled() async throws {
    let server = Server()
    let images = AsyncImageProvider(source: server, loadsAtOnce: 1)
    let arrived = arrivals(of: images)
    let names = ["a", "b", "c"]
    for name in names {
      _ = images.bitmap(for: ImageReference(name), covering: size)
      try await wait { server.open == ["a"] }
    }
    images.cancelLoads(of: names.map { ImageReference($0) })
    try await wait { images.isIdle }
    #expect(server.loads == ["a"] && arrived().sorted() == names && images.failures.isEmpty)
    _ = images.bitmap(for: ImageReference("b"), covering: size)
    try await wait { server.open == ["b"] }
    server.answer("b", .success(try Bitmap(width: 1, height: 1)))
    try await wait { images.isIdle }
  }

  @Test func whatCannotBeKeptIsAFailure() async throws {
    let server = Server()
    let images = AsyncImageProvider(source: server, byteLimit: 4_096)
    let a = ImageReference("a")
    _ = images.bitmap(for: a, covering: size)
    try await wait { server.open == ["a"] }
    server.answer("a", .success(try Bitmap(width: 60, height: 60)))
    try await wait { images.isIdle }
    #expect((images.failures[a] as? ImageError)?.code == .tooLarge)
  }
}
