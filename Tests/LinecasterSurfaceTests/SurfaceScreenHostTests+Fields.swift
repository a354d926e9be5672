import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterSurface

/// Text fields, and child screens in regions.
extension SurfaceScreenHostTests {
  @Test func fieldsAndTheirValuesAreKeptEqual() async throws {
    let model = PeopleModel("Search")
    model.state.search = "be"
    model.limit = 4
    try stack.push(model)
    try await settle()
    let field = try #require(host.fields.first)
    #expect(field.input.text == "be")
    #expect(field.pointerDown(at: Point(x: 60, y: field.frame.minY + 8), time: time))
    field.key(.end, time: time)
    field.insert("ta", time: time)
    try await settle()
    #expect(model.search == "beta" && field.input.text == "beta")
    // The owner's value takes precedence.
    field.insert("x", time: time)
    #expect(model.search == "beta" && field.input.text == "beta")
    model.search = "no"
    try await settle()
    #expect(field.input.text == "no" && field.isFocused)
    // A field below a sheet gets no input.
    try stack.present(PeopleModel("Sheet"))
    #expect(!field.isFocused && host.fields.isEmpty)
    try await settle()
    stack.goBack()
    try await settle()
    #expect(host.fields.count == 1)
    model.state.search = nil
    try await settle()
    #expect(host.fields.isEmpty)
  }

  @Test func childrenInRegionsAreListsOfTheirOwn() async throws {
    let model = PeopleModel("Parent", (0..<30).map { "Row \($0)" })
    model.state.room = 100
    let parent = try stack.push(model)
    let inner = PeopleModel("Child", (0..<30).map { "Inner \($0)" })
    let child = try stack.add(inner, to: parent, in: "room")
    try await settle()
    try await settle()
    let region = try #require(stack.regions(of: parent).first)
    #expect(region.child === child && region.frame.width == 200 && region.frame.height == 100)
    #expect(child.list?.environment.width == 200)
    // The child's bar is its first row.
    #expect(child.list?.snapshot.rowCount == 31 && parent.list?.snapshot.rowCount == 31)
    let bar = stack.frames(of: parent, in: size).body.minY
    let middle = Point(x: 120, y: bar + 50)
    host.wheel(by: 200, at: middle, time: time)
    try await settle()
    #expect(host.view(of: child.id).hosts[.body]?.offset == 200)
    #expect(host.view(of: parent.id).hosts[.body]?.offset == 0)
    click(middle.x, middle.y)
    #expect(inner.opened.count == 1 && model.opened.isEmpty)
    host.wheel(by: 50, at: Point(x: 120, y: 300), time: time)
    try await settle()
    #expect(host.view(of: parent.id).hosts[.body]?.offset == 50)
    click(middle.x, middle.y - 20)
    #expect(inner.opened.count == 2)
    // Points outside the region belong to the parent.
    #expect(inner.lives == [.attached, .willAppear, .didAppear])
    stack.remove(child: child)
    try await settle()
    #expect(host.views[child.id] == nil && inner.lives.last == .detached)
  }

  /// Second witness: the picture of the screens, with the same child at its top.
  @Test func childrenInRegionsAreInPictures() async throws {
    let witness = HeadlessScreenHost(size: size)
    let other = ScreenStack(
      pipeline: pipeline, environment: LayoutEnvironment(width: 240), host: witness,
      delivery: .manual(mailbox))
    other.show(true)
    for stack in [stack, other] {
      let model = PeopleModel("Parent", (0..<30).map { "Row \($0)" })
      model.state.room = 100
      let parent = try stack.push(model)
      let child = PeopleModel("Child", ["Inner", "Other", "Third", "Last"])
      try stack.add(child, to: parent, in: "room")
    }
    for _ in 0..<5 {
      try await settle()
      _ = try witness.picture(of: other)
    }
    while !other.isIdle { try await settle() }
    #expect(distance(picture, try witness.picture(of: other)) == 0)
  }
}
