import Observation
import OpenSwiftData
import Testing

@Suite("Long lists in a save")
struct LongListTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Team.self)
    context = ModelContext(container)
  }

  /// Adds many sheets with a label, a portion with each save.
  private func sheets(_ count: Int, portion: Int, with label: Label) throws -> [Sheet] {
    var all: [Sheet] = []
    while all.count < count {
      for _ in 0..<min(portion, count - all.count) {
        let sheet = Sheet("\(all.count)")
        context.insert(sheet)
        sheet.labels = [label]
        all.append(sheet)
      }
      try context.save()
    }
    return all
  }

  @Test(arguments: [(1_000, 300), (1_000, 1_000), (300, 7)])
  func areTheSameBeforeAndAfterInEveryContext(_ count: Int, _ portion: Int) throws {
    let label = Label("x")
    context.insert(label)
    let all = try sheets(count, portion: portion, with: label)
    let titles = (0..<count).map(String.init)
    #expect(label.sheets.map(\.title) == titles)
    let isSame = label.sheets.elementsEqual(all, by: ===)
    #expect(isSame)
    let there = try #require(try ModelContext(container).fetch(FetchDescriptor<Label>()).first)
    #expect(there.sheets.map(\.title) == titles)
  }

  @Test func canBeRearrangedAndShortenedAfterwards() throws {
    let label = Label("x")
    context.insert(label)
    let all = try sheets(500, portion: 500, with: label)
    label.sheets.reverse()
    label.sheets.removeFirst(100)
    all[450].labels.append(label)
    try context.save()
    let expected = (0..<400).reversed().map(String.init) + ["450"]
    #expect(label.sheets.map(\.title) == expected)
    let there = try #require(try ModelContext(container).fetch(FetchDescriptor<Label>()).first)
    #expect(there.sheets.map(\.title) == expected)
  }

  /// The list that was looked at is let go of, and whoever looked is told.
  @Test func areStillObservedAfterwards() throws {
    let label = Label("x")
    context.insert(label)
    _ = try sheets(500, portion: 500, with: label)
    label.sheets.removeLast()
    try context.save()
    let fired = Fired()
    withObservationTracking {
      _ = label.sheets
    } onChange: {
      fired.note()
    }
    let other = ModelContext(container)
    let theirs = try #require(try other.fetch(FetchDescriptor<Label>()).first)
    theirs.sheets.removeLast()
    try other.save()
    context.processPendingChanges()
    #expect(fired.count == 1)
    #expect(label.sheets.count == 498)
  }

  @Test func ofOneOwnerKeepTheirOrderToo() throws {
    let folder = Folder("x")
    context.insert(folder)
    for portion in 0..<3 {
      for number in 0..<300 { folder.sheets.append(Sheet("\(portion * 300 + number)")) }
      try context.save()
    }
    #expect(folder.sheets.map(\.title) == (0..<900).map { "\($0)" })
    folder.sheets.swapAt(0, 899)
    try context.save()
    let there = try #require(try ModelContext(container).fetch(FetchDescriptor<Folder>()).first)
    let expected: [String] = ["899"] + (1..<899).map { "\($0)" } + ["0"]
    #expect(there.sheets.map(\.title) == expected)
  }
}
