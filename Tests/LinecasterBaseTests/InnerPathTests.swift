import Testing

@testable import LinecasterBase

@Suite struct InnerPathTests {
  @Test(arguments: [
    ("a.png", true), ("a/b/c.png", true), ("..a/b..", true), ("a/./b", true), ("", false),
    ("/a", false), ("..", false), ("../a", false), ("a/../b", false), ("a/..", false),
    ("a\0", false), ("a/\u{338}../b", true), ("/\u{338}a", false),
  ])
  func pathsThatLeadOutAreTold(path: String, isInside: Bool) {
    #expect(InnerPath.staysInside(path) == isInside)
  }

  @Test func longPathsAreNone() {
    #expect(InnerPath.staysInside(String(repeating: "a", count: 4096)))
    #expect(!InnerPath.staysInside(String(repeating: "a", count: 4097)))
  }

  @Test(arguments: [
    ("https://example.org/a.png", true), ("HTTP://a", true), ("file:///a", true),
    ("data:image/png;base64,AA", true), ("a.png", false), ("a:b.png", false), ("a//b", false),
    ("://a", false), ("é://a", false), ("", false), ("http:/a", false),
  ])
  func addressesAreTold(path: String, isAddress: Bool) {
    #expect(InnerPath.isAddress(path) == isAddress)
  }
}
