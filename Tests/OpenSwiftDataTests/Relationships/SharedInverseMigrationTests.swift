import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Stores and several relationships with one inverse")
struct SharedInverseMigrationTests {
  private let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  /// Which list each row was in was never written; so each list has what it showed, and keeps apart what follows.
  @Test func aStoreOfMergedListsOpensAndKeepsThemApartFromThenOn() throws {
    try store.makeStoreOfMergedLists()
    do {
      let context = ModelContext(try store.container(Garden.self, Desk.self, Song.self))
      let garden = try #require(context.fetch(FetchDescriptor<Garden>()).first)
      #expect(garden.leading.map(\.name) == ["a", "c", "b"])
      #expect(garden.trailing.map(\.name) == ["a", "c", "b"])
      let desk = try #require(context.fetch(FetchDescriptor<Desk>()).first)
      #expect(desk.left?.name == "a" && desk.right?.name == "b")
      #expect(desk.left?.desk === desk && desk.right?.desk === desk)
      let song = try #require(context.fetch(FetchDescriptor<Song>()).first)
      #expect(Set(song.choir.map(\.name)) == ["a", "b", "c"])
      #expect(try context.fetch(FetchDescriptor<Singer>()).allSatisfy { $0.songs.map(\.name) == ["one"] })
      garden.leading.removeAll { $0.name == "c" }
      garden.trailing.removeAll { $0.name != "c" }
      try context.save()
    }
    let context = ModelContext(try store.container(Garden.self, Desk.self, Song.self))
    let garden = try #require(context.fetch(FetchDescriptor<Garden>()).first)
    #expect(garden.leading.map(\.name) == ["a", "b"])
    #expect(garden.trailing.map(\.name) == ["c"])
    #expect(try context.fetch(FetchDescriptor<Bush>()).allSatisfy { $0.garden === garden })
    #expect(try store.files.contains { $0.contains("backup-1.0.0") })
  }

  /// The lines that are said while the body runs.
  private func notes(_ body: () throws -> Void) rethrows -> [String] {
    let lines = Lock<[String]>([])
    try InverseWarnings.$receiver.withValue({ line in lines.withLock { $0.append(line) } }, operation: body)
    return lines.withLock { $0 }
  }

  @Test func aStoreOfMergedListsSaysOnceThatItDoesNotKnowWhoWasInWhich() throws {
    try store.makeStoreOfMergedLists()
    // The two lamps of a desk had a column each.
    let lines = try notes { _ = try store.container(Garden.self, Desk.self, Song.self) }
    #expect(
      lines == [
        "\(store.url.path) had Garden.leading and Garden.trailing in one place, and does not say which of them Bush were "
          + "put into: all 3 members are in each of them now, as they were shown before; from now on each list has its "
          + "own",
        "\(store.url.path) had Song.choir and Song.soloists in one place, and does not say which of them Singer were put "
          + "into: all 3 members are in each of them now, as they were shown before; from now on each list has its own",
      ])
    #expect(try notes { _ = try store.container(Garden.self, Desk.self, Song.self) }.isEmpty)
  }

  @Test func aStoreOfMergedListsSaysNothingOfThoseWithoutMembers() throws {
    try store.makeStoreOfMergedLists()
    try store.sqlite("UPDATE Bush SET garden = NULL; DELETE FROM \"Singer.songs\" WHERE owner > 1")
    let lines = try notes { _ = try store.container(Garden.self, Desk.self, Song.self) }
    #expect(lines.count == 1 && lines.first?.contains("of them Singer was put into: the one member is in each") == true)
  }

  // MARK: - A relationship that gets an inverse

  enum Apart: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [House.self, Guest.self, Coat.self] }

    @Model final class House {
      var name: String
      @Relationship(inverse: \Guest.house) var upstairs: [Guest] = []
      var downstairs: [Guest] = []
      var lent: [Coat] = []
      @Relationship(inverse: \Coat.houses) var kept: [Coat] = []
      init(_ name: String) { self.name = name }
    }

    @Model final class Guest {
      var name: String
      var house: House?
      init(_ name: String) { self.name = name }
    }

    @Model final class Coat {
      var name: String
      var houses: [House] = []
      init(_ name: String) { self.name = name }
    }
  }

  enum Joined: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [House.self, Guest.self, Coat.self] }

    @Model final class House {
      var name: String
      @Relationship(inverse: \Guest.house) var upstairs: [Guest] = []
      @Relationship(inverse: \Guest.house) var downstairs: [Guest] = []
      @Relationship(inverse: \Coat.houses) var lent: [Coat] = []
      @Relationship(inverse: \Coat.houses) var kept: [Coat] = []
      init(_ name: String) { self.name = name }
    }

    @Model final class Guest {
      var name: String
      var house: House?
      init(_ name: String) { self.name = name }
    }

    @Model final class Coat {
      var name: String
      var houses: [House] = []
      init(_ name: String) { self.name = name }
    }
  }

  private func fill(isTorn: Bool = false) throws {
    try store.fill(Apart.self) { context in
      let houses = [Apart.House("one"), Apart.House("two")]
      let guests = ["a", "b", "c"].map { Apart.Guest($0) }
      let coats = ["x", "y"].map { Apart.Coat($0) }
      for house in houses { context.insert(house) }
      for guest in guests { context.insert(guest) }
      for coat in coats { context.insert(coat) }
      houses[0].upstairs = [guests[1], guests[0]]
      houses[isTorn ? 1 : 0].downstairs = [guests[2], guests[0]]
      houses[0].lent = [coats[0]]
      houses[0].kept = [coats[1]]
      houses[1].kept = [coats[0]]
    }
  }

  @Test func whatGetsASharedInverseIsBroughtInStep() throws {
    try fill()
    var opened: ModelContainer?
    #expect(try notes { opened = try store.open(Joined.self) }.isEmpty, "each list had a place of its own")
    let context = ModelContext(try #require(opened))
    let houses = try context.fetch(FetchDescriptor<Joined.House>(sortBy: [SortDescriptor(\.name)]))
    #expect(houses.map { $0.upstairs.map(\.name) } == [["b", "a"], []])
    #expect(houses.map { $0.downstairs.map(\.name) } == [["c", "a"], []])
    #expect(houses.map { $0.lent.map(\.name) } == [["x"], []])
    #expect(houses.map { $0.kept.map(\.name) } == [["y"], ["x"]])
    let guests = try context.fetch(FetchDescriptor<Joined.Guest>(sortBy: [SortDescriptor(\.name)]))
    #expect(guests.map { $0.house?.name } == ["one", "one", "one"])
    let coats = try context.fetch(FetchDescriptor<Joined.Coat>(sortBy: [SortDescriptor(\.name)]))
    #expect(coats.map { $0.houses.map(\.name).sorted() } == [["one", "two"], ["one"]])
  }

  @Test func aRowWithTwoOwnersIsNamedAndNothingIsChanged() throws {
    try fill(isTorn: true)
    #expect { try store.open(Joined.self) } throws: {
      isMismatch($0, naming: "Guest.house", "1 row is", "more than one House", "row 1", "migration stage")
    }
    let context = ModelContext(try store.open(Apart.self))
    let houses = try context.fetch(FetchDescriptor<Apart.House>(sortBy: [SortDescriptor(\.name)]))
    #expect(houses.map { $0.downstairs.map(\.name) } == [[], ["c", "a"]])
  }

  /// A store of one list has no word for the second, and the rows are where new ones would go.
  @Test func theMembersOfOneListGoIntoTheFirst() throws {
    try store.fill(Single.self) { context in
      let house = Single.House("one")
      context.insert(house)
      house.guests = [Single.Guest("b"), Single.Guest("a")]
    }
    let schema = Schema([Joined.House.self], version: .init(2, 0, 0))
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store.url))
    let context = ModelContext(container)
    let house = try #require(context.fetch(FetchDescriptor<Joined.House>()).first)
    #expect(house.upstairs.map(\.name) == ["b", "a"])
    #expect(house.downstairs.isEmpty)
    #expect(house.upstairs.allSatisfy { $0.house === house })
  }

  enum Single: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [House.self, Guest.self] }

    @Model final class House {
      var name: String
      var guests: [Guest] = []
      init(_ name: String) { self.name = name }
    }

    @Model final class Guest {
      var name: String
      var house: House?
      init(_ name: String) { self.name = name }
    }
  }

  // MARK: - Saves that contradict each other

  @Test func whatTwoContextsSaveLeavesAModelWithOneOwner() throws {
    let container = try store.container(Garden.self)
    let setUp = ModelContext(container)
    for name in ["one", "two"] { setUp.insert(Garden(name)) }
    setUp.insert(Bush("a"))
    try setUp.save()
    for (policy, expected) in [(MergePolicy.byProperty, "two"), (.storeWins, "one"), (.objectWins, "two")] {
      let contexts = [ModelContext(container), ModelContext(container)]
      contexts[1].mergePolicy = policy
      let gardens = try contexts.map { try $0.fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.name)])) }
      let bushes = try contexts.map { try #require(try $0.fetch(FetchDescriptor<Bush>()).first) }
      bushes[1].garden = gardens[1][1]
      bushes[0].garden = gardens[0][0]
      try contexts[0].save()
      try contexts[1].save()
      for context in contexts + [ModelContext(container)] {
        let gardens = try context.fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.name)]))
        let bush = try #require(try context.fetch(FetchDescriptor<Bush>()).first)
        #expect(bush.garden?.name == expected, "\(policy)")
        #expect(gardens.filter { $0.leading.contains(bush) || $0.trailing.contains(bush) }.map(\.name) == [expected])
      }
      bushes[0].garden = nil
      try contexts[0].save()
    }
  }
}
