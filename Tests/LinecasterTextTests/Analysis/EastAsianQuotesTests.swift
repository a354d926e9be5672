import Testing

@testable import LinecasterText

@Suite struct EastAsianQuotesTests {
  private func bracketed(_ text: String) -> String? {
    let units = Array(text.utf16)
    return units.withUnsafeBufferPointer {
      EastAsianQuotes.bracketed($0, in: 0..<units.count)
    }
    .map { String(decoding: $0, as: UTF16.self) }
  }

  @Test func bracketsMarksAmongEastAsianCharacters() {
    #expect(bracketed("中“国”人‘大’学") == "中「国」人「大」学")
    #expect(bracketed("가«나»다") == "가「나」다")
    #expect(bracketed("𠀀“𠀁”𠀂") == "𠀀「𠀁」𠀂")
  }

  @Test func leavesOtherMarksAlone() {
    for text in ["a“b”c", "中“b”国", "“中”", "don’t", "中文", ""] {
      #expect(bracketed(text) == nil, "\(text)")
    }
  }

  @Test func partsLinesAtThem() {
    #expect(Opportunities.marked("中“国”人") == "中|“国”|人")
    #expect(Opportunities.marked("a“b”c") == "a“b”c")
  }
}
