import LinecasterList
import Testing

/// What lists that load more have done wrong: asked twice, asked while rows were on their way, not
/// asked when scrolled by other means than a finger, and not asked in a list that is too short.
@Suite struct LoadMoreTriggerTests {
  @Test func asksOnceWhileTheEndIsNear() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 299)
    #expect(list.requests == 0)
    for offset in stride(from: 300.0, through: 400, by: 5) { list.scroll(to: offset) }
    list.scroll(to: 0)
    list.scroll(to: 400)
    #expect(list.requests == 1)
  }

  @Test func asksAgainOnlyAfterRowsHaveLandedAndSettled() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.show(100)
    list.scroll(to: 900)
    #expect(list.requests == 1)
    list.end()
    list.scroll(to: 900)
    #expect(list.requests == 1)
    list.settle()
    #expect(list.requests == 2)
  }

  @Test func rowsMayLandAfterLoadingHasEnded() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.end()
    list.scroll(to: 390)
    list.settle()
    #expect(list.requests == 1)
    list.show(55)
    #expect(list.requests == 1)
    list.settle()
    #expect(list.requests == 2)
  }

  @Test func oneJumpByKeyOrProgramIsEnough() {
    var list = LoadMoreScript(rows: 500)
    list.scroll(to: 4900)
    #expect(list.requests == 1)
    var fling = LoadMoreScript(rows: 500)
    for offset in [900.0, 2600, 4100, 4720, 4880, 4900] { fling.scroll(to: offset) }
    #expect(fling.requests == 1)
  }

  @Test func fillsAListThatIsTooShort() {
    var list = LoadMoreScript(rows: 3)
    for rows in [6, 9, 12, 15, 18] {
      list.end()
      list.show(rows)
      list.settle()
    }
    #expect(list.requests == 6)
    list.end()
    list.show(21)
    list.settle()
    #expect(list.requests == 6)
  }

  @Test func anEmptyListIsTooShort() {
    let list = LoadMoreScript(rows: 0)
    #expect(list.requests == 1)
  }

  @Test func doesNotAskForeverWhereNothingComes() {
    var list = LoadMoreScript(rows: 5)
    for _ in 0..<10 {
      list.end()
      list.show(5)
      list.settle()
      list.scroll(to: 0)
    }
    #expect(list.requests == 1)
  }

  @Test func asksAgainWhenTheEndHasGoneAndComesBack() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.end()
    list.scroll(to: 390)
    #expect(list.requests == 1)
    list.scroll(to: 100)
    list.scroll(to: 400)
    #expect(list.requests == 2)
  }

  @Test func asksAgainAfterAFailureOnlyOnRequest() {
    var list = LoadMoreScript(rows: 50)
    list.retry()
    list.scroll(to: 400)
    list.end(hasFailed: true)
    list.scroll(to: 0)
    list.scroll(to: 400)
    list.show(50)
    list.settle()
    #expect(list.requests == 1)
    #expect(list.trigger.phase == .failed)
    list.retry()
    list.retry()
    #expect(list.requests == 2)
    list.show(80)
    list.end()
    list.settle()
    list.scroll(to: 650)
    #expect(list.requests == 3)
  }

  @Test func aModelMaySayThatItLoadsAndFails() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.show(51, .loading)
    list.settle()
    list.showFailure(51)
    list.settle()
    list.end(hasFailed: true)
    list.scroll(to: 410)
    #expect(list.requests == 1)
    #expect(list.trigger.phase == .failed)
    // Somebody loads by other means.
    list.show(51, .loading)
    #expect(list.trigger.phase == .loading)
    list.show(90)
    list.settle()
    #expect(list.requests == 1)
    list.scroll(to: 800)
    #expect(list.requests == 2)
  }

  @Test func rowsThatSayItLoadsAreNotWhatWasLoaded() {
    var list = LoadMoreScript(rows: 50)
    list.scroll(to: 400)
    list.show(51, .loading)
    list.end()
    list.settle()
    list.show(50)
    list.settle()
    list.scroll(to: 400)
    #expect(list.requests == 1)
    #expect(list.trigger.phase == .spent)
  }

  @Test func asksForNothingWhereThereIsNothing() {
    var list = LoadMoreScript(rows: 50)
    list.show(50, .idle)
    list.settle()
    list.scroll(to: 400)
    #expect(list.requests == 0)
    list.show(50, .ready)
    list.scroll(to: 400)
    #expect(list.requests == 0)
    list.settle()
    #expect(list.requests == 1)
    list.show(80, .idle)
    list.end()
    list.settle()
    list.scroll(to: 700)
    #expect(list.requests == 1)
  }

  @Test func waitsForEstimatesToSettle() {
    var list = LoadMoreScript(rows: 500)
    // An update of other rows: their heights are estimates, the end may only seem near.
    list.show(40)
    list.scroll(to: 300)
    #expect(list.requests == 0)
    list.show(500)
    list.settle()
    #expect(list.requests == 0)
  }

  @Test func waitsForAViewport() {
    var trigger = LoadMoreTrigger()
    let geometry = RowGeometry(estimate: 10, count: 3)
    trigger.modelDidChange(state: .ready, rowCount: 3)
    let isAsked = trigger.listDidSettle(Viewport(offset: 0, length: 0), in: geometry)
    #expect(!isAsked)
    let isAskedNow = trigger.listDidSettle(Viewport(offset: 0, length: 100), in: geometry)
    #expect(isAskedNow)
  }

  @Test func aTallerViewportBringsTheEndNear() {
    var list = LoadMoreScript(rows: 50, threshold: .rows(5))
    list.scroll(to: 300)
    #expect(list.requests == 0)
    list.resize(to: 150)
    #expect(list.requests == 1)
  }

  @Test func endingTwiceDoesNothing() {
    var list = LoadMoreScript(rows: 50)
    list.end()
    list.end(hasFailed: true)
    list.scroll(to: 400)
    #expect(list.requests == 1)
    list.show(70)
    list.end()
    list.end(hasFailed: true)
    list.settle()
    list.scroll(to: 600)
    #expect(list.requests == 2)
  }
}
