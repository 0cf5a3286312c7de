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
    garden.remotes.time += 1
    try garden.laptop.edit { context in
      for list in try context.fetch(FetchDescriptor<SharedList>()) where list.key == "garden (2)" {
        (list.key, list.name) = ("orchard", "Orchard")
      }
    }
    try await garden.syncAll()
    for store in [garden.anna, garden.laptop] {
      let names = try store.lists()
      #expect(names == ["garden", "orchard"])
    }
    #expect(try garden.ben.lists() == ["orchard"])
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
    let names = try phone.items()
    #expect(names.count == 4)
    for store in [garden.anna, garden.laptop] { #expect(try store.items() == names) }
    #expect(try garden.ben.items() == SharedGarden.all)
    #expect(try carla.items() == ["Garden: Fence"])
  }
}
