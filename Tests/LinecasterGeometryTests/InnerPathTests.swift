import Testing

@testable import LinecasterGeometry

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
}
