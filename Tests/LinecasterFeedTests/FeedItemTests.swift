import Foundation
import LinecasterFeed
import LinecasterTestSupport
import Testing

@Suite struct FeedTimeTests {
  @Test(arguments: [
    (0, "1 Jan 00:00"), (-1, "31 Dec 23:59"), (1_700_000_155, "14 Nov 22:15"),
    (951_782_400, "29 Feb 00:00"), (4_107_542_399, "28 Feb 23:59"), (4_107_542_400, "1 Mar 00:00"),
    (-2_203_891_201, "28 Feb 23:59"), (-2_203_891_200, "1 Mar 00:00"),
  ])
  func momentsReadAsPeopleWriteThem(seconds: Int, text: String) {
    #expect(FeedTime.seconds(seconds).text == text)
  }

  @Test func wordsAreShownAsTheyAre() {
    #expect(FeedTime.words("just now").text == "just now")
  }

  /// Times agree with Foundation's calendar from 1600 on, when it is Gregorian everywhere.
  @Test func timesAgreeWithTheCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    calendar.locale = Locale(identifier: "en_US_POSIX")
    var generator = SeededGenerator(seed: TestSettings.seed)
    for _ in 0..<3000 {
      let seconds = Int.random(in: -11_600_000_000...40_000_000_000, using: &generator)
      try expectAgreement(seconds, calendar)
    }
    for year in stride(from: 1604, through: 2800, by: 4) {
      let leapDay = DateComponents(year: year, month: 2, day: 29, hour: 23, minute: 59)
      let date = try #require(calendar.date(from: leapDay))
      try expectAgreement(Int(date.timeIntervalSince1970), calendar)
    }
  }

  @Test func noNumberOfSecondsOverflows() {
    for seconds in [Int.min, Int.min + 1, -1, 0, 1, .max - 1, .max] {
      #expect(FeedTime.seconds(seconds).text.contains(":"))
    }
  }

  private func expectAgreement(_ seconds: Int, _ calendar: Calendar) throws {
    let date = Date(timeIntervalSince1970: Double(seconds))
    let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: date)
    let month = try #require(parts.month)
    let clock = [parts.hour, parts.minute].map { String(format: "%02d", $0 ?? -1) }
    let expected =
      "\(parts.day ?? -1) \(calendar.shortMonthSymbols[month - 1]) \(clock.joined(separator: ":"))"
    #expect(
      FeedTime.seconds(seconds).text == expected, "\(seconds) s, seed \(TestSettings.seed)")
  }
}
