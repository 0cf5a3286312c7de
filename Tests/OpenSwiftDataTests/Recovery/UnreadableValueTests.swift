import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A value that another program wrote and the models can't read")
struct UnreadableValueTests {
  enum Size: Int, Codable {
    case small = 1
    case large
  }

  @Model final class Parcel {
    var name: String
    var size = Size.small
    @Attribute(.unique) var number: UUID = UUID()

    init(_ name: String, _ size: Size) { (self.name, self.size) = (name, size) }
  }

  @Model final class Crate {
    @Attribute(.externalStorage) var load: Data
    var label = Label(text: "none")

    init(_ load: Data) { self.load = load }
  }

  /// Decodes itself, and throws an error of its own.
  struct Label: Codable {
    struct Bad: Error {}

    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
      if text == "bad" { throw Bad() }
    }
  }

  let store: TemporaryStore
  let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Parcel.self)
    let context = ModelContext(container)
    for name in ["one", "two", "three"] { context.insert(Parcel(name, .large)) }
    try context.save()
    try store.sqlite("UPDATE Parcel SET size = 7 WHERE id = 2; UPDATE Parcel SET size = 8, number = 'x' WHERE id = 3")
  }

  @Test func isOneOfTheProblemsOfTheStore() throws {
    let values = "The store holds a value that the schema can't read"
    let problems = try container.storeProblems()
    #expect(problems.count == 3)
    #expect(problems.first == "row 2, Parcel.size: \(values): 7 as Size")
    #expect(problems.dropFirst().allSatisfy { $0.hasPrefix("row 3, Parcel.") }, "\(problems)")
  }

  /// Their files are not copied along, and may be put beside the new store.
  @Test func aLargeValueInAFileIsLeftAlone() throws {
    let (store, other) = (try TemporaryStore(), try TemporaryStore())
    let context = ModelContext(try store.container(Crate.self))
    context.insert(Crate(Data(repeating: 7, count: 1 << 20)))
    try context.save()
    let name = try store.sqlite("SELECT hex(load) FROM Crate")
    let report = try ModelContainer.recoverStore(at: store.url, to: other.url, for: Schema([Crate.self]))
    #expect(report.unreadableValues == 0 && report.rows == ["Crate": 1])
    #expect(try other.sqlite("SELECT hex(load) FROM Crate") == name && name.count < 1_000)
  }

  @Test func mayBeRefusedByItsOwnType() throws {
    let (store, other) = (try TemporaryStore(), try TemporaryStore())
    let container = try store.container(Crate.self)
    let context = ModelContext(container)
    context.insert(Crate(Data()))
    try context.save()
    try store.sqlite("UPDATE Crate SET \"label.text\" = 'bad'")
    #expect(try container.storeProblems().map { $0.hasPrefix("row 1, Crate.label") } == [true])
    let report = try ModelContainer.recoverStore(at: store.url, to: other.url, for: Schema([Crate.self]))
    #expect(report.unreadableValues == 1)
    #expect(try ModelContext(other.container(Crate.self)).fetch(FetchDescriptor<Crate>()).map(\.label.text) == ["none"])
  }

  @Test func becomesThatOfANewModelInASalvagedStore() throws {
    let other = try TemporaryStore()
    let report = try ModelContainer.recoverStore(at: store.url, to: other.url, for: Schema([Parcel.self]))
    #expect(report.unreadableValues == 3 && report.rows == ["Parcel": 3])
    let salvaged = try other.container(Parcel.self)
    let parcels = try ModelContext(salvaged).fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.name)]))
    #expect(parcels.map(\.name) == ["one", "three", "two"])
    #expect(parcels.map(\.size) == [.large, .small, .small])
    #expect(Set(parcels.map(\.number)).count == 3)
    #expect(try salvaged.storeProblems().isEmpty)
  }
}
