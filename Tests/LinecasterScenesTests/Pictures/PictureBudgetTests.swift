import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Testing

/// A picture has one budget from reading its text to encoding its file.
@Suite(.timeLimit(.minutes(60))) struct PictureBudgetTests {
  private static let card = ##"""
    {"width": 120, "background": "#102030", "body": {"Column": [
      {"Text": "Hello 👋"}, {"Box": {"color": "#fff", "size": {"width": 9, "height": 9}},
        "shadow": {"color": "#000", "blur": 4}}]}}
    """##

  private func request(_ format: PictureFormat = .png) throws -> PictureRequest {
    var request = PictureRequest(try SceneSource(json: Array(Self.card.utf8), named: "a.json"))
    request.options.encoding.format = format
    return request
  }

  private func picture(_ budget: RenderBudget, _ format: PictureFormat = .png) throws -> Picture {
    try PicturePainter(
      fonts: try FontCollection.bundled(), folder: "/nonexistent", budget: budget
    ).picture(of: request(format))
  }

  /// Raising a limit to the reported need, step by step, leads to the least budget that suffices.
  @Test(arguments: RenderBudget.Limit.allCases.filter { $0 != .time })
  func eachLimitIsToldWithWhatIsNeeded(limit: RenderBudget.Limit) throws {
    let whole = try picture(RenderBudget())
    var enough = 0
    var steps = 0
    // Each step reports its need until the budget suffices for all.
    while steps < 10 {
      do {
        let picture = try picture(Self.budget(limit, enough))
        #expect(picture.width == whole.width)
        break
      } catch let excess as RenderBudget.Excess {
        #expect(excess.limit == limit && excess.allowed == enough, "\(excess)")
        try #require(excess.needed > enough)
        enough = excess.needed
      }
      steps += 1
    }
    #expect((1..<10).contains(steps))
    let error = #expect(throws: RenderBudget.Excess.self) {
      try picture(Self.budget(limit, enough - 1))
    }
    #expect(error?.limit == limit && error?.needed == enough && error?.allowed == enough - 1)
  }

  /// A budget with one limit of its own.
  private static func budget(_ limit: RenderBudget.Limit, _ count: Int) -> RenderBudget {
    switch limit {
    case .size: RenderBudget(pictureSize: count)
    case .pixels: RenderBudget(pixelCount: count)
    case .bytes: RenderBudget(byteCount: count)
    case .blendedPixels: RenderBudget(blendedPixelCount: count)
    case .nodes: RenderBudget(nodeCount: count)
    case .textUnits: RenderBudget(textUnitCount: count)
    case .time: RenderBudget(time: .milliseconds(count))
    }
  }

  @Test func aPictureHasItsTime() throws {
    let error = #expect(throws: RenderBudget.Excess.self) { try picture(RenderBudget(time: .zero)) }
    #expect(error?.limit == .time && error?.source == "picture")
  }

  /// The time starts with reading and includes the later steps.
  @Test func theTimeGoesOnFromStepToStep() throws {
    let painter = PicturePainter(
      fonts: try FontCollection.bundled(), folder: "/nonexistent",
      budget: RenderBudget(time: .milliseconds(300)))
    let read = try painter.read(request())
    let arranged = try painter.arrange(read)
    while true {
      do {
        _ = try painter.encode(try painter.draw(arranged))
      } catch let excess as RenderBudget.Excess {
        #expect(excess.limit == .time && excess.needed >= 300 && excess.allowed == 300)
        break
      }
    }
    #expect(throws: Never.self) { try painter.read(request()) }
  }
}
