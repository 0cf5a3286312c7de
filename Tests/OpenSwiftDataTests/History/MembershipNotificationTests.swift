import Foundation
import OpenSwiftData
import Testing

/// The owner of a changed list is among the updated models, wherever the list is stored.
@Suite("didSave names the owners of lists")
struct MembershipNotificationTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self)
    let writer = ModelContext(container)
    for name in ["a", "b"] {
      let folder = Folder(name)
      folder.sheets = [Sheet(name + "1"), Sheet(name + "2")]
      folder.sheets[0].labels = [Label(name)]
      folder.sheets[0].sources = [Cover(name)]
      writer.insert(folder)
    }
    try writer.save()
    context = ModelContext(container)
  }

  private enum Memory: CaseIterable { case ownersUnknown, ownersKnown, listsRead }

  private struct World {
    let folders: [Folder]
    let sheets: [Sheet]
    let labels: [Label]
    let covers: [Cover]
  }

  private func prepare(_ memory: Memory) throws -> World {
    let reader = ModelContext(container)
    let other = memory == .ownersUnknown ? reader : context
    let folders = try other.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
    let labels = try other.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
    if memory == .listsRead {
      #expect(folders.map(\.sheets.count) == [2, 2])
      #expect(labels.map(\.sheets.count) == [1, 1])
    }
    return World(
      folders: folders, sheets: try context.fetch(FetchDescriptor<Sheet>(sortBy: [SortDescriptor(\.title)])),
      labels: labels, covers: try context.fetch(FetchDescriptor<Cover>(sortBy: [SortDescriptor(\.colour)])))
  }

  /// The identifiers of the updated models after the changes that the body makes.
  private func updated(_ body: () throws -> Void) throws -> Set<PersistentIdentifier> {
    try body()
    var identifiers: [PersistentIdentifier] = []
    // Sound: notifications are posted on the thread that saves, which is this one.
    nonisolated(unsafe) let note: (Notification) -> Void = {
      identifiers = $0.userInfo?["updated"] as? [PersistentIdentifier] ?? []
    }
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { note($0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.save()
    #expect(Set(identifiers).count == identifiers.count)
    return Set(identifiers)
  }

  @Test(arguments: Memory.allCases) private func aMemberThatMovesNamesBothOwners(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated {
      world.sheets[0].folder = context.model(for: world.folders[1].persistentModelID) as? Folder
    }
    #expect(identifiers.isSuperset(of: world.folders.map(\.persistentModelID)))
  }

  @Test(arguments: Memory.allCases) private func aNewMemberNamesItsOwner(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated {
      let sheet = Sheet("new")
      context.insert(sheet)
      sheet.folder = context.model(for: world.folders[0].persistentModelID) as? Folder
    }
    #expect(identifiers == [world.folders[0].persistentModelID])
  }

  @Test(arguments: Memory.allCases) private func aListThatIsSetNamesItsOwner(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated {
      let folder = try #require(context.model(for: world.folders[0].persistentModelID) as? Folder)
      folder.sheets.append(Sheet("new"))
    }
    #expect(identifiers == [world.folders[0].persistentModelID])
  }

  @Test(arguments: Memory.allCases) private func aListOfNewMembersNamesItsOwnerOnce(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated {
      let label = try #require(context.model(for: world.labels[0].persistentModelID) as? Label)
      label.sheets.append(Sheet("new"))
      label.sheets.append(world.sheets[3])
    }
    #expect(identifiers == [world.labels[0].persistentModelID, world.sheets[3].persistentModelID])
  }

  @Test(arguments: Memory.allCases) private func aPairNamesTheOtherEnd(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated {
      let labels = world.labels.compactMap { context.model(for: $0.persistentModelID) as? Label }
      world.sheets[0].labels = [labels[1]]
    }
    #expect(identifiers == Set(world.labels.map(\.persistentModelID) + [world.sheets[0].persistentModelID]))
  }

  @Test(arguments: Memory.allCases) private func aDeletedMemberNamesItsOwners(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated { context.delete(world.sheets[0]) }
    #expect(identifiers == [world.folders[0].persistentModelID, world.labels[0].persistentModelID])
  }

  @Test(arguments: Memory.allCases) private func aDeletedMemberOfAListWithoutInverseNamesItsOwner(memory: Memory) throws
  {
    let world = try prepare(memory)
    let identifiers = try updated { context.delete(world.covers[0]) }
    #expect(identifiers == [world.sheets[0].persistentModelID])
  }

  @Test func membersDeletedByAPredicateNameTheirOwners() throws {
    let world = try prepare(.ownersUnknown)
    let identifiers = try updated { try context.delete(model: Sheet.self, where: #Predicate { $0.title == "a1" }) }
    #expect(identifiers == [world.folders[0].persistentModelID, world.labels[0].persistentModelID])
  }

  @Test(arguments: Memory.allCases) private func anOrderNamesItsOwner(memory: Memory) throws {
    let world = try prepare(memory)
    let identifiers = try updated {
      let folder = try #require(context.model(for: world.folders[0].persistentModelID) as? Folder)
      folder.sheets.reverse()
    }
    #expect(identifiers == [world.folders[0].persistentModelID])
  }
}
