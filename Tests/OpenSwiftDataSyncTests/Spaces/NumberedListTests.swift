import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// A store has one list of a name: of two from different spaces, one gets a number, on all machines of a person the same.
@Suite("Of two lists of one name, the shared one has a number on all machines")
struct NumberedListTests {
  private let garden: SharedGarden

  init() async throws { garden = try await SharedGarden() }

  private func expectSecretToBePrivate() throws {
    for store in [garden.anna, garden.laptop] {
      let (shown, names) = (try store.items(), try store.lists())
      #expect(shown == ["-: Tree/Hole", "Garden (2): Bench", "Garden (2): Tree #spring", "Garden: Secret"])
      #expect(names == ["garden", "garden (2)"])
    }
    #expect(try garden.ben.items() == SharedGarden.all)
    #expect(!garden.remotes.texts(of: garden.space).contains { ["Secret", "Garden (2)", "garden (2)"].contains($0) })
  }

  @Test func whoeverHeardFirstOfWhich() async throws {
    try await garden.leave(garden.anna)
    try garden.add("Secret", uid: "8", to: "Garden", at: garden.anna)
    try await garden.join(garden.anna)
    try await garden.syncAll()
    try expectSecretToBePrivate()
  }

  /// On the laptop there was a private list of that name before it heard of the shared one.
  @Test func whoeverMadeTheOtherOne() async throws {
    let phone = try await SharingStore(person: "Anna", number: 4, garden.remotes)
    try garden.add("Secret", uid: "8", to: "Garden", at: phone)
    try await garden.sync([phone, garden.anna, garden.laptop, garden.ben])
    try expectSecretToBePrivate()
    #expect(try phone.items() == garden.anna.items())
  }

  @Test func untilTheOtherOneIsGone() async throws {
    try await whoeverHeardFirstOfWhich()
    garden.remotes.time += 1
    try garden.laptop.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == "8" { context.delete(item) }
      for list in try context.fetch(FetchDescriptor<SharedList>()) where list.key == "garden" { context.delete(list) }
    }
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop, garden.ben] {
      let (shown, names) = (try store.items(), try store.lists())
      #expect(shown == SharedGarden.all)
      #expect(names == ["garden"])
    }
  }

  @Test func andWhatItIsRenamedToIsNoNumber() async throws {
    try await whoeverHeardFirstOfWhich()
    try garden.rename("garden (2)", "Orchard", at: garden.laptop)
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop] {
      let names = try store.lists()
      #expect(names == ["garden", "orchard"])
    }
    #expect(try garden.ben.lists() == ["orchard"])
  }

  /// Then the unique value stays.
  @Test func andARenamingInCaseOnlyIsToldWithoutTheNumber() async throws {
    try garden.rename("garden", "GARDEN", at: garden.laptop)
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop, garden.ben] { #expect(try store.listNames() == ["GARDEN"]) }
    try garden.rename("garden", "Garden", at: garden.laptop)
    try await garden.syncAll()
    try await whoeverHeardFirstOfWhich()
    try garden.rename("garden (2)", "GARDEN (2)", at: garden.laptop)
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop] { #expect(try store.listNames() == ["GARDEN (2)", "Garden"]) }
    #expect(try garden.ben.listNames() == ["GARDEN"])
  }

  /// A number that was typed is one.
  @Test func andWhoTypesANumberMeansIt() async throws {
    try garden.rename("garden", "Garden (2)", at: garden.laptop)
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop, garden.ben] { #expect(try store.listNames() == ["Garden (2)"]) }
  }

  @Test func andItsDeletionCanBeTakenBack() async throws {
    try await whoeverHeardFirstOfWhich()
    garden.remotes.time += 1
    let context = ModelContext(garden.anna.container)
    context.undoManager = UndoManager()
    let list = try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == "garden (2)" }
    context.delete(try #require(list))
    try context.save()
    try await garden.syncAll()
    #expect(try garden.ben.lists().isEmpty)
    garden.remotes.time += 1
    context.undoManager?.undo()
    try context.save()
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop] { #expect(try store.lists() == ["garden", "garden (2)"]) }
    #expect(try garden.ben.listNames() == ["Garden"])
  }

  @Test func andLeavingItAndComingBackLeavesNoListBehind() async throws {
    try await whoeverHeardFirstOfWhich()
    for _ in 0..<2 {
      try await garden.leave(garden.anna)
      try await garden.syncAll()
      try await garden.join(garden.anna)
      try await garden.syncAll()
      try expectSecretToBePrivate()
    }
  }

  /// The phone has the list that Carla shares before it hears of the other one.
  @Test func andOfTwoSharedOnesTheSameHasIt() async throws {
    let carla = try await SharingStore(person: "Carla", number: 5, garden.remotes)
    try garden.add("Fence", uid: "9", to: "Garden", at: carla)
    let other = try await carla.share("Garden")
    try await carla.round()
    let phone = try await SharingStore(person: "Anna", number: 4, garden.remotes)
    garden.remotes.time += 1
    try await phone.join(other)
    try await garden.sync([phone, garden.anna, garden.laptop, carla, garden.ben])
    let isFirst = other < garden.space
    let (carlas, bens) = isFirst ? ("Garden", "Garden (2)") : ("Garden (2)", "Garden")
    let names = ["-: Tree/Hole", "\(bens): Bench", "\(bens): Tree #spring", "\(carlas): Fence"].sorted()
    #expect(try phone.items() == names)
    for store in [garden.anna, garden.laptop] { #expect(try store.items() == names) }
    #expect(try garden.ben.items() == SharedGarden.all)
    #expect(try carla.items() == ["Garden: Fence"])
  }
}
