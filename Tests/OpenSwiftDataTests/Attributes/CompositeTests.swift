import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Flat structures have columns that predicates can use")
struct CompositeTests {
  typealias Size = Parcel.Size

  @Test func valuesComeBack() throws {
    let store = try TemporaryStore()
    let everything = Parcel.Everything(
      flag: true, small: -8, big: .max, date: Date(timeIntervalSinceReferenceDate: 1 / 3), amount: 0.1,
      data: Data([0, 1]), level: .two, label: "e\u{301}\0")
    do {
      let context = ModelContext(try store.container(Parcel.self))
      let parcel = Parcel("one", Size(width: 0.1, height: -2))
      parcel.box = Size(width: .infinity, height: 1)
      parcel.address = Parcel.Address(street: "Main", kind: .work)
      parcel.everything = everything
      parcel.labels.names = ["a"]
      parcel.renamed.value = 3
      parcel.plain.height = 4
      context.insert(parcel)
      try context.save()
    }
    let context = ModelContext(try store.container(Parcel.self))
    let parcel = try #require(try context.fetch(FetchDescriptor<Parcel>()).first)
    #expect(parcel.size == Size(width: 0.1, height: -2))
    #expect(parcel.box == Size(width: .infinity, height: 1))
    #expect(parcel.address == Parcel.Address(street: "Main", kind: .work))
    #expect(parcel.everything == everything)
    #expect(parcel.labels.names == ["a"])
    #expect(parcel.renamed.value == 3)
    #expect(parcel.plain == Size(width: 1, height: 4))
  }

  @Test func nilIsToldFromAValueWhoseMembersAreAllNil() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Parcel.self))
      context.insert(Parcel("nil", Size(width: 1)))
      let empty = Parcel("empty", Size(width: 2))
      empty.address = Parcel.Address()
      context.insert(empty)
      try context.save()
    }
    let context = ModelContext(try store.container(Parcel.self))
    let parcels = try context.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.name)]))
    #expect(parcels.map(\.address) == [Parcel.Address(), nil])
    #expect(parcels.map(\.box) == [nil, nil])
  }

  @Test func eachMemberHasAColumn() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Parcel.self))
    let parcel = Parcel("one", Size(width: 1.5, height: 2))
    parcel.address = Parcel.Address(street: nil, kind: .home)
    context.insert(parcel)
    try context.save()
    let text = try store.sqlite(
      """
      select "size.width", "size.height", box, "box.width", address, "address.street", "address.kind", labels, renamed,
      plain from Parcel
      """)
    #expect(text == #"1.5|2.0|||1||home|{"names":[]}|{"v":0}|{"height":0,"width":1}"#)
  }

  /// A migration converts a property that was one text.
  @Test func aTextBecomesColumns() throws {
    let properties = Parcel._$properties.all
    let size = try #require(properties.first { $0.name == "size" })
    let box = try #require(properties.first { $0.name == "box" })
    let plain = try #require(properties.first { $0.name == "plain" })
    let text = SQLiteValue.text(#"{"height":2,"width":1.5}"#)
    #expect(size.columns.map(\.name) == ["size.width", "size.height"])
    #expect(try size.columnValues(of: text) == [.real(1.5), .real(2)])
    #expect(box.columns.map(\.name) == ["box", "box.width", "box.height"])
    #expect(try box.columnValues(of: text) == [.integer(1), .real(1.5), .real(2)])
    #expect(try box.columnValues(of: .null) == [.null, .null, .null])
    #expect(try plain.columnValues(of: text) == [text])
    #expect(throws: SwiftDataError.self) { try size.columnValues(of: .text("[]")) }
  }

  @Test func changesMergeAndRollBack() throws {
    let container = try memoryContainer(Parcel.self)
    let (one, two) = (ModelContext(container), ModelContext(container))
    let parcel = Parcel("one", Size(width: 1, height: 1))
    one.insert(parcel)
    try one.save()
    let other = try #require(try two.fetch(FetchDescriptor<Parcel>()).first)
    parcel.size.width = 5
    parcel.box = Size(width: 3)
    try one.save()
    #expect(other.size == Size(width: 5, height: 1))
    #expect(other.box == Size(width: 3))
    other.size.height = 9
    other.box = nil
    parcel.size.width = 6
    try one.save()
    #expect(other.size == Size(width: 5, height: 9))
    two.rollback()
    #expect(other.size == Size(width: 6, height: 1))
    #expect(other.box == Size(width: 3))
  }

  /// A predicate and the names of the parcels that it finds.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let predicate: Predicate<Parcel>
    let names: [String]
  }

  static let forms: [Form] = {
    let work: Parcel.Address.Kind? = .work
    let size = Size(width: 2, height: 3)
    return [
      Form(testDescription: ">", predicate: #Predicate { $0.size.width > 1.5 }, names: ["b", "c"]),
      Form(
        testDescription: "two members", predicate: #Predicate { $0.size.width > $0.size.height }, names: ["a", "c"]),
      Form(testDescription: "computed", predicate: #Predicate { $0.size.area > 5 }, names: ["b"]),
      Form(testDescription: "whole value", predicate: #Predicate { $0.size == size }, names: ["b"]),
      Form(testDescription: "optional", predicate: #Predicate { $0.box?.width == 4 }, names: ["c"]),
      Form(
        testDescription: "optional ??", predicate: #Predicate { ($0.box?.width ?? 4) == 4 }, names: ["a", "b", "c"]),
      Form(testDescription: "raw", predicate: #Predicate { $0.address?.kind == work }, names: ["b"]),
      Form(testDescription: "nil member", predicate: #Predicate { $0.address?.street == nil }, names: ["a", "c"]),
      Form(testDescription: "nil", predicate: #Predicate { $0.address == nil }, names: ["a"]),
      Form(testDescription: "json", predicate: #Predicate { $0.plain.width == 1 }, names: ["a", "b", "c"]),
    ]
  }()

  @Test(arguments: forms) func predicatesReachMembers(_ form: Form) throws {
    let context = try parcels()
    let descriptor = FetchDescriptor(predicate: form.predicate, sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(descriptor).map(\.name) == form.names)
    let all = try context.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.name)]))
    #expect(try all.filter { try form.predicate.evaluate($0) }.map(\.name) == form.names)
  }

  @Test func sortsReachMembers() throws {
    let context = try parcels()
    let byHeight = FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.size.height, order: .reverse)])
    #expect(try context.fetch(byHeight).map(\.name) == ["b", "c", "a"])
    let byArea = FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.size.area)])
    // Only Swift knows what is computed.
    #expect(try context.fetch(byArea).map(\.name) == ["a", "c", "b"])
  }

  private func parcels() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Parcel.self))
    let (a, b, c) = (
      Parcel("a", Size(width: 1)), Parcel("b", Size(width: 2, height: 3)), Parcel("c", Size(width: 3, height: 1))
    )
    b.address = Parcel.Address(street: "Main", kind: .work)
    c.address = Parcel.Address(street: nil, kind: nil)
    c.box = Size(width: 4)
    for parcel in [a, b, c] { context.insert(parcel) }
    try context.save()
    return context
  }
}
