import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterTestSupport
import LinecasterText
import Observation
import Testing

@testable import LinecasterSurface

@MainActor @Observable
final class Person {
  var name: String
  var age: Int

  init(_ name: String, _ age: Int = 0) {
    self.name = name
    self.age = age
  }
}

/// Observed values, bindings between them, and forwarded values.
@Suite(.timeLimit(.minutes(60))) @MainActor struct ScreenBindingTests {
  private let mailbox = DeliveryMailbox()

  private var delivery: Delivery { .manual(mailbox) }

  /// Drains the main actor's mailbox until it is empty.
  private func settle() {
    while mailbox.drain() > 0 {}
  }

  @Test func changesThatAreMadeTogetherAreOne() {
    let person = Person("Ada")
    var heard: [String] = []
    let observation = ValueObservation(person, delivery: delivery) {
      "\($0.name) \($0.age)"
    } then: {
      heard.append($0)
    }
    #expect(heard == ["Ada 0"])
    for age in 1...100 { person.age = age }
    person.name = "Bo"
    #expect(heard == ["Ada 0"])
    settle()
    #expect(heard == ["Ada 0", "Bo 100"])
    person.age = 7
    settle()
    #expect(heard.last == "Bo 7" && observation.isActive)
  }

  @Test func derivedValuesThatAreEqualAreNoChange() {
    let person = Person("Ada", 20)
    var heard: [Bool] = []
    let observation = ValueObservation(person, delivery: delivery) {
      $0.age >= 18
    } then: {
      heard.append($0)
    }
    for age in [30, 40, 17, 16, 18] {
      person.age = age
      settle()
    }
    #expect(heard == [true, false, true] && observation.isActive)
  }

  @Test func bindingsAreHeardInTheOrderInWhichTheyWereMade() {
    let (person, other) = (Person("Ada"), Person("Bo"))
    var heard: [Int] = []
    let observations = (0..<60).map { number in
      ValueObservation(number % 3 == 0 ? other : person, delivery: delivery) {
        $0.age
      } then: { age in
        if age > 0 { heard.append(number) }
        // A change made by one observer reaches the observers of that value.
        if age == 1, number == 10 { other.age = 7 }
      }
    }
    person.age = 1
    settle()
    // Two of three observers follow the first object, the others the second.
    for group in [[1, 2], [0]] {
      let expected = (0..<60).filter { group.contains($0 % 3) }
      let inOrder = heard.filter { group.contains($0 % 3) }
      #expect(inOrder == expected)
    }
    let areActive = observations.allSatisfy { $0.isActive }
    #expect(areActive)
    heard = []
    other.age = 8
    person.age = 9
    settle()
    #expect(heard == Array(0..<60))
  }

  @Test func lettingGoEndsIt() {
    let person = Person("Ada")
    var heard: [String] = []
    var observation: ValueObservation? = ValueObservation(person, delivery: delivery) {
      $0.name
    } then: {
      heard.append($0)
    }
    person.name = "Bo"
    #expect(observation != nil)
    observation = nil
    settle()
    person.name = "Cy"
    settle()
    #expect(heard == ["Ada"])
    let other = ValueObservation(person, delivery: delivery) {
      $0.name
    } then: {
      heard.append($0)
    }
    person.name = "Di"
    other.cancel()
    settle()
    #expect(heard == ["Ada", "Cy"] && !other.isActive)
  }

  @Test func aBindingToAnOwnerThatIsGoneEnds() {
    weak var gone: Person?
    var heard: [String] = []
    var observation: ValueObservation?
    let binding: Binding<String>
    do {
      let person = Person("Ada")
      gone = person
      binding = Binding(person, \.name)
      observation = binding.observe(delivery: delivery) { heard.append($0) }
      binding.set("Bo")
      #expect(person.name == "Bo" && binding.value == "Bo")
    }
    #expect(gone == nil && binding.value == nil)
    settle()
    binding.set("Cy")
    #expect(heard == ["Ada"] && observation?.isActive == false)
  }

  @Test func partsAreReadAndWritten() {
    let person = Person("Ada", 41)
    let isAdult = Binding(person, \.age).map({ $0 >= 18 }, { $1 = $0 ? 18 : 17 })
    #expect(isAdult.value == true)
    isAdult.set(false)
    #expect(person.age == 17 && isAdult.value == false)
  }

  @Test func twoValuesAreKeptEqual() {
    let (field, model) = (Person("field"), Person("model"))
    let connection = Binding(model, \.name).connect(to: Binding(field, \.name), delivery: delivery)
    #expect(field.name == "model")
    field.name = "typed"
    settle()
    #expect(model.name == "typed")
    model.name = "loaded"
    settle()
    #expect(field.name == "loaded" && mailbox.drain() == 0)
    connection.cancel()
    model.name = "alone"
    settle()
    #expect(field.name == "loaded")
  }

  /// After random changes, both values are equal once the main actor's mailbox is empty.
  @Test func twoValuesAreEqualInAnyOrder() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let (one, other) = (Person("a", 1), Person("b", 2))
      let connection = Binding(one, \.age).connect(to: Binding(other, \.age), delivery: delivery)
      for _ in 0..<20 {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: one.age = Int.random(in: 0...9, using: &random)
        case 1: other.age = Int.random(in: 0...9, using: &random)
        default:
          settle()
          #expect(one.age == other.age, "seed \(random.seed)")
        }
      }
      settle()
      #expect(one.age == other.age && connection.isActive, "seed \(random.seed)")
    }
  }

  @Test func listenersHearTheLastEventOnceAndAllThatCome() {
    let channel = EventChannel<Int>()
    var heard: [String] = []
    let early = Person("early")
    channel.listen(early) { heard.append("\($0.name) \($1)") }
    channel.send(1)
    do {
      let late = Person("late")
      channel.listen(late) { heard.append("\($0.name) \($1)") }
      channel.send(2)
      #expect(channel.listenerCount == 2)
    }
    channel.send(3)
    #expect(heard == ["early 1", "late 1", "early 2", "late 2", "early 3"])
    #expect(channel.listenerCount == 1)
  }

  @Test func eventsSentMeanwhileComeAfterwards() {
    let channel = EventChannel<Int>()
    var heard: [String] = []
    let (one, two) = (Person("one"), Person("two"))
    channel.listen(one) { _, event in
      heard.append("one \(event)")
      if event < 3 { channel.send(event + 1) }
    }
    channel.listen(two) { heard.append("two \($1)") }
    channel.send(1)
    #expect(heard == ["one 1", "two 1", "one 2", "two 2", "one 3", "two 3"])
    withExtendedLifetime((one, two)) {}
  }

  // MARK: Tables

  private struct Line: Cell {
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  /// Waits until a list is idle.
  private func settle(_ controller: AutoDiffController) async throws {
    repeat {
      try await Task.sleep(for: .milliseconds(2))
      settle()
    } while !controller.isIdle
  }

  @Test func aHundredChangesAreOneUpdateOfATable() async throws {
    let host = HeadlessHost()
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 200), host: host, delivery: delivery)
    let person = Person("Ada")
    let observation = controller.observe(person) {
      $0.age
    } body: { age in
      TableModel(items: (0..<age).map { TableItem(.number($0), cell: Line(text: "\($0)")) })
    }
    try await settle(controller)
    let before = controller.snapshot.generation
    for _ in 0..<100 { person.age += 1 }
    try await settle(controller)
    #expect(controller.snapshot.generation == before + 1 && controller.snapshot.rowCount == 100)
    #expect(observation.isActive)
  }

  /// Rows whose value has changed, but has not been read yet, are loaded rows: no more are loaded.
  @Test func aLoadEndsAfterTheChangesThatItMade() async throws {
    let host = HeadlessHost(.points(200))
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 200), host: host, delivery: delivery)
    let person = Person("Ada", 3)
    let observation = controller.observe(person) {
      $0.age
    } body: { age in
      TableModel(
        loadState: .ready,
        items: (0..<age).map { TableItem(.number($0), cell: Line(text: "\($0)")) })
    }
    var ends: [@MainActor ((any Error)?) -> Void] = []
    controller.onNearEnd { ends.append($0) }
    try await settle(controller)
    #expect(ends.count == 1)
    person.age = 5
    try await settle(controller)
    // The load ends while the list still shows five rows.
    person.age = 200
    let end = try #require(ends.first)
    end(nil)
    #expect(controller.snapshot.rowCount == 5)
    try await settle(controller)
    #expect(controller.snapshot.rowCount == 200 && ends.count == 1 && observation.isActive)
  }

  @Test func neitherTheListNorTheOwnerIsHeld() throws {
    weak var person: Person?
    weak var list: AutoDiffController?
    var observation: ValueObservation?
    do {
      let controller = AutoDiffController(
        pipeline: PrecomputePipeline(fonts: try .bundled()),
        environment: LayoutEnvironment(width: 200), delivery: delivery)
      let ada = Person("Ada")
      (person, list) = (ada, controller)
      observation = controller.observe(ada) {
        $0.age
      } body: { _ in
        TableModel()
      }
      ada.age = 2
    }
    #expect(person == nil && list == nil)
    settle()
    #expect(observation?.isActive == false)
  }
}
