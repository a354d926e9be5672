import Testing

@Suite struct NameRulesTests {
  private let repository = Repository.shared

  private func file(_ name: String, _ text: String = "") -> SourceFile {
    SourceFile(path: "Sources/LinecasterText/\(name).swift", text: text)
  }

  @Test func aFileHasOneTypeNamedAsTheFile() {
    let sources = repository.libraries
    let offences =
      NameRules.crowdedFiles(sources) + NameRules.misnamedFiles(sources)
      + NameRules.repeatedNames(sources)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func namesSaySomething() {
    let offences = NameRules.emptyNames(repository.swiftFiles)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func catchesASecondType() {
    let crowded = file(
      "A", "struct A { struct Inner {} }\nprivate class B {}\nextension C {}\nenum D {}")
    #expect(NameRules.crowdedFiles([crowded]).map(\.line) == [4])
  }

  @Test func catchesTheNameOfAnother() {
    #expect(NameRules.misnamedFiles([file("A", "struct B {}")]).count == 1)
    #expect(NameRules.misnamedFiles([file("A+Topic", "extension B {}")]).count == 1)
    let fine = [
      file("A", "struct A {}"), file("A+Topic", "extension A.Inner {}"),
      file("A+Other", "public actor A {}"), file("main", "struct B {}\nprint(B())"),
    ]
    #expect(NameRules.misnamedFiles(fine).isEmpty)
  }

  @Test func catchesARepeatedName() {
    #expect(NameRules.repeatedNames([file("X/A"), file("A+B"), file("Y/A")]).count == 1)
  }

  @Test(arguments: NameRules.emptyWords)
  func catchesEmptyNames(word: String) {
    #expect(NameRules.emptyNames([file("Text\(word)")]).count == 1)
    #expect(NameRules.emptyNames([file("A", "enum A { class Cache\(word) {} }")]).count == 1)
    #expect(NameRules.emptyNames([file("A", "let files = File\(word).default")]).isEmpty)
  }
}
