import Foundation
import OpenSwiftData
import Testing

@Suite("Several relationships with one inverse")
struct SharedInverseTests {
  private let store: TemporaryStore
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Garden.self, Desk.self, Song.self, Quay.self, Bough.self)
    context = ModelContext(container)
    context.autosaveEnabled = false
  }

  /// Two gardens, the first with a, b in one list and c in the other.
  private func plant() throws -> (gardens: [Garden], bushes: [Bush]) {
    let gardens = [Garden("one"), Garden("two")]
    let bushes = ["a", "b", "c"].map { Bush($0) }
    for garden in gardens { context.insert(garden) }
    for bush in bushes { context.insert(bush) }
    gardens[0].leading = [bushes[1], bushes[0]]
    gardens[0].trailing = [bushes[2]]
    return (gardens, bushes)
  }

  /// The lists of a garden and where its bushes say they are, as one text for each context.
  private func state(_ context: ModelContext) throws -> String {
    let gardens = try context.fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name): \($0.leading.map(\.name).joined())|\($0.trailing.map(\.name).joined())"
    }
    let bushes = try context.fetch(FetchDescriptor<Bush>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name)@\($0.garden?.name ?? "-")"
    }
    return (gardens + bushes).joined(separator: ", ")
  }

  /// Saves, and looks at it from where it was written and from a context that knows nothing.
  private func expectSaved(_ expected: String, _ location: SourceLocation = #_sourceLocation) throws {
    #expect(try state(context) == expected, "before the save", sourceLocation: location)
    try context.save()
    #expect(try state(context) == expected, "after the save", sourceLocation: location)
    #expect(try state(ModelContext(container)) == expected, "read again", sourceLocation: location)
  }

  // MARK: - Lists

  @Test func eachListKeepsItsMembersAndTheirOrder() throws {
    let (gardens, bushes) = try plant()
    try expectSaved("one: ba|c, two: |, a@one, b@one, c@one")
    #expect(bushes.allSatisfy { $0.garden === gardens[0] })
  }

  @Test func aModelThatIsMovedBetweenTheListsKeepsItsOwner() throws {
    let (gardens, bushes) = try plant()
    try context.save()
    gardens[0].leading.removeAll { $0 === bushes[0] }
    gardens[0].trailing.append(bushes[0])
    try expectSaved("one: b|ca, two: |, a@one, b@one, c@one")
  }

  @Test func aModelMayBeInBothLists() throws {
    let (gardens, bushes) = try plant()
    gardens[0].trailing.append(bushes[0])
    try expectSaved("one: ba|ca, two: |, a@one, b@one, c@one")
    gardens[0].leading = [bushes[1]]
    try expectSaved("one: b|ca, two: |, a@one, b@one, c@one")
    gardens[0].trailing = []
    try expectSaved("one: b|, two: |, a@-, b@one, c@-")
  }

  @Test func anotherOwnersListTakesTheModelFromBoth() throws {
    let (gardens, bushes) = try plant()
    gardens[0].trailing.append(bushes[0])
    try context.save()
    gardens[1].trailing = [bushes[0]]
    try expectSaved("one: b|c, two: |a, a@two, b@one, c@one")
  }

  @Test func theToOneLeadsIntoTheFirstListAndOutOfBoth() throws {
    let (gardens, bushes) = try plant()
    gardens[0].trailing.append(bushes[0])
    try context.save()
    bushes[0].garden = gardens[1]
    bushes[2].garden = nil
    try expectSaved("one: b|, two: a|, a@two, b@one, c@-")
    // Where it is already, it stays.
    gardens[1].trailing = [bushes[2]]
    bushes[2].garden = gardens[1]
    try expectSaved("one: b|, two: a|c, a@two, b@one, c@two")
  }

  @Test func modelsThatWereNotReadAreReadFirst() throws {
    _ = try plant()
    try context.save()
    let other = ModelContext(container)
    func bush(_ name: String) throws -> Bush {
      try #require(try other.fetch(FetchDescriptor<Bush>(predicate: #Predicate { $0.name == name })).first)
    }
    let two = try #require(try other.fetch(FetchDescriptor<Garden>(predicate: #Predicate { $0.name == "two" })).first)
    try bush("c").garden = two
    two.trailing = [try bush("a")]
    #expect(try state(other) == "one: b|, two: c|a, a@two, b@one, c@two")
    try other.save()
    #expect(try state(ModelContext(container)) == "one: b|, two: c|a, a@two, b@one, c@two")
    #expect(try state(context) == "one: b|, two: c|a, a@two, b@one, c@two")
  }

  @Test func graphsThatAreInsertedWholeAreKeptApart() throws {
    let garden = Garden("one", leading: [Bush("a"), Bush("b")], trailing: [Bush("c")])
    context.insert(garden)
    try expectSaved("one: ab|c, a@one, b@one, c@one")
  }

  // MARK: - Before they are inserted

  @Test func eitherEndInsertsTheOther() throws {
    let (one, bushes) = (Garden("one"), ["a", "b", "c", "d"].map { Bush($0) })
    one.trailing = [bushes[2]]
    bushes[0].garden = one
    bushes[1].garden = one
    // Where it is already, it stays.
    bushes[2].garden = one
    #expect(one.leading.map(\.name) == ["a", "b"] && one.trailing.map(\.name) == ["c"])
    context.insert(one)
    let two = Garden("two", leading: [bushes[3]])
    context.insert(bushes[3])
    #expect(two.modelContext === context)
    try expectSaved("one: ab|c, two: d|, a@one, b@one, c@one, d@two")
  }

  @Test func aModelThatIsInBothListsLeavesThemOneByOne() throws {
    let (one, two, bush) = (Garden("one"), Garden("two"), Bush("a"))
    (one.leading, one.trailing) = ([bush], [bush])
    one.leading = []
    #expect(bush.garden === one)
    bush.garden = two
    #expect(one.leading.isEmpty && one.trailing.isEmpty && two.leading.map(\.name) == ["a"])
    two.leading = []
    #expect(bush.garden == nil)
    bush.garden = one
    context.insert(bush)
    try expectSaved("one: a|, a@one")
    #expect(two.modelContext == nil)
  }

  // MARK: - Deleting and taking back

  @Test func whatIsDeletedIsInNoList() throws {
    let (gardens, bushes) = try plant()
    gardens[0].trailing.append(bushes[0])
    try context.save()
    context.delete(bushes[0])
    try expectSaved("one: b|c, two: |, b@one, c@one")
    context.delete(gardens[0])
    try expectSaved("two: |, b@-, c@-")
  }

  @Test func aRollbackGivesBothListsTheirMembersAgain() throws {
    let (gardens, bushes) = try plant()
    try context.save()
    bushes[0].garden = gardens[1]
    gardens[0].trailing = []
    context.rollback()
    #expect(try state(context) == "one: ba|c, two: |, a@one, b@one, c@one")
  }

  @Test func undoAndRedoFollowBothEnds() throws {
    let (gardens, bushes) = try plant()
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    bushes[0].garden = gardens[1]
    #expect(try state(context) == "one: b|c, two: a|, a@two, b@one, c@one")
    manager.undo()
    #expect(try state(context) == "one: ba|c, two: |, a@one, b@one, c@one")
    manager.redo()
    try expectSaved("one: b|c, two: a|, a@two, b@one, c@one")
  }

  @Test func predicatesAskEachListAlone() throws {
    _ = try plant()
    try context.save()
    func names(_ predicate: Predicate<Garden>) throws -> [String] {
      try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map(\.name)
    }
    #expect(try names(#Predicate { $0.leading.contains { $0.name == "c" } }) == [])
    #expect(try names(#Predicate { $0.trailing.contains { $0.name == "c" } }) == ["one"])
    #expect(try names(#Predicate { $0.leading.count == 2 && $0.trailing.count == 1 }) == ["one"])
    let inOne = FetchDescriptor<Bush>(predicate: #Predicate { $0.garden?.name == "one" })
    #expect(try context.fetchCount(inOne) == 3)
  }

  @Test func deleteRulesHoldForEachListAlone() throws {
    let (full, empty) = (Quay("full"), Quay("empty"))
    let boats = ["a", "b", "c"].map { Boat($0) }
    for quay in [full, empty] { context.insert(quay) }
    full.own = [boats[0]]
    full.guests = [boats[1]]
    empty.own = [boats[2]]
    try context.save()
    context.delete(empty)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Boat>(sortBy: [SortDescriptor(\.name)])).map(\.name) == ["a", "b"])
    context.delete(full)
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    full.guests = []
    context.delete(full)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Boat>()).map(\.name) == ["b"])
    #expect(boats[1].quay == nil)
  }

  @Test func atreeMayHaveTwoListsOfChildren() throws {
    let branches = ["root", "up", "down", "twig"].map { Bough($0) }
    for branch in branches { context.insert(branch) }
    branches[0].upper = [branches[1]]
    branches[0].lower = [branches[2]]
    branches[3].parent = branches[2]
    try context.save()
    let again = try ModelContext(container).fetch(FetchDescriptor<Bough>(sortBy: [SortDescriptor(\.name)]))
    #expect(again.map(\.name) == ["down", "root", "twig", "up"])
    #expect(again.map { $0.upper.map(\.name) } == [["twig"], ["up"], [], []])
    #expect(again.map { $0.lower.map(\.name) } == [[], ["down"], [], []])
    #expect(again.map { $0.parent?.name } == ["root", nil, "down", "root"])
  }

  // MARK: - Partners, and many to many

  @Test func partnersAreKeptApart() throws {
    let desks = [Desk("one"), Desk("two")]
    let lamps = ["a", "b", "c"].map { Lamp($0) }
    for desk in desks { context.insert(desk) }
    func state(_ context: ModelContext) throws -> String {
      let desks = try context.fetch(FetchDescriptor<Desk>(sortBy: [SortDescriptor(\.name)]))
      let lamps = try context.fetch(FetchDescriptor<Lamp>(sortBy: [SortDescriptor(\.name)]))
      return desks.map { "\($0.left?.name ?? "-")\($0.right?.name ?? "-")" }.joined(separator: " ") + " "
        + lamps.map { $0.desk?.name ?? "-" }.joined(separator: " ")
    }
    func expect(_ expected: String, _ location: SourceLocation = #_sourceLocation) throws {
      #expect(try state(context) == expected, sourceLocation: location)
      try context.save()
      #expect(try state(ModelContext(container)) == expected, sourceLocation: location)
    }
    (desks[0].left, desks[0].right, desks[1].right) = (lamps[0], lamps[1], lamps[2])
    try expect("ab -c one one two")
    lamps[0].desk = nil
    try expect("-b -c - one two")
    lamps[1].desk = desks[1]
    try expect("-- bc - two two")
    desks[0].right = lamps[1]
    try expect("-b -c - one two")
    // The one that was there before loses its desk.
    desks[0].right = lamps[0]
    try expect("-a -c one - two")
    lamps[1].desk = desks[0]
    lamps[2].desk = desks[0]
    try expect("ca -- one - one")
  }

  @Test func manyToManyListsAreKeptApart() throws {
    let songs = [Song("one"), Song("two")]
    let singers = ["a", "b", "c"].map { Singer($0) }
    for song in songs { context.insert(song) }
    func state(_ context: ModelContext) throws -> String {
      let songs = try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.name)])).map {
        "\($0.soloists.map(\.name).joined())|\($0.choir.map(\.name).joined())"
      }
      let singers = try context.fetch(FetchDescriptor<Singer>(sortBy: [SortDescriptor(\.name)])).map {
        $0.songs.map(\.name).sorted().joined(separator: "+")
      }
      return (songs + singers).joined(separator: " ")
    }
    func expect(_ expected: String, _ location: SourceLocation = #_sourceLocation) throws {
      #expect(try state(context) == expected, sourceLocation: location)
      try context.save()
      #expect(try state(ModelContext(container)) == expected, sourceLocation: location)
    }
    songs[0].soloists = [singers[0]]
    songs[0].choir = [singers[1], singers[2]]
    songs[1].soloists = [singers[2]]
    try expect("a|bc c| one one one+two")
    songs[1].choir = [singers[2], singers[0]]
    songs[1].soloists = []
    try expect("a|bc |ca one+two one one+two")
    singers[2].songs = [songs[0]]
    // What the far end names itself is where its own changes go.
    singers[1].songs.append(songs[1])
    try expect("a|bc |ab one+two one+two one")
  }

  // MARK: - The schema

  @Test func theSchemaNamesTheOtherEnds() throws {
    let schema = container.schema
    let garden = try #require(schema.entity(for: Garden.self)).relationshipsByName
    #expect(garden["leading"]?.inverseName == "garden")
    #expect(garden["trailing"]?.inverseName == "garden")
    #expect(try #require(schema.entity(for: Bush.self)).relationshipsByName["garden"]?.inverseName == "leading")
    #expect(try #require(schema.entity(for: Singer.self)).relationshipsByName["songs"]?.inverseName == "choir")
  }

  @Test func aTangleIsRefusedBeforeAStoreIsMade() throws {
    let other = try TemporaryStore()
    #expect {
      try other.container(Knight.self)
    } throws: { error in
      guard let error = error as? SwiftDataError, error == .unsupportedKeyPath else { return false }
      return ["Castle.lord", "Knight.home", "inverse"].allSatisfy(error.explanation.contains)
    }
    #expect(try other.files.isEmpty)
  }
}
