import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Anna has two stores, Ben has one; she shares a list with him, on which both have put something.
struct SharedGarden {
  let remotes = SharedRemotes()
  let anna, laptop, ben: SharingStore
  let space: SyncIdentity

  /// What each of the stores shows.
  static let all = ["-: Tree/Hole", "Garden: Bench", "Garden: Tree #spring"]

  /// - Parameter snapshotThreshold: after how many bytes Anna's stores leave a snapshot; nil for the usual.
  init(snapshotThreshold: Int? = nil) async throws {
    anna = try await SharingStore(person: "Anna", number: 6, remotes, snapshotThreshold: snapshotThreshold)
    laptop = try await SharingStore(person: "Anna", number: 2, remotes, snapshotThreshold: snapshotThreshold)
    ben = try await SharingStore(person: "Ben", number: 3, remotes)
    try anna.edit { context in
      let list = SharedList("Garden")
      let (tree, hole) = (SharedItem("Tree", uid: "1"), SharedItem("Hole", uid: "2"))
      context.insert(list)
      for item in [tree, hole] { context.insert(item) }
      (tree.list, hole.parent) = (list, tree)
      let tag = SharedTag("spring")
      context.insert(tag)
      tree.tags = [tag]
    }
    space = try await anna.share("Garden")
    try await ben.takePart(in: space)
    try await syncAll()
    try ben.edit { context in
      let item = SharedItem("Bench", uid: "3")
      context.insert(item)
      item.list = try context.fetch(FetchDescriptor<SharedList>()).first
    }
    try await syncAll()
    #expect(try anna.items() == Self.all)
  }

  func syncAll() async throws { try await sync([anna, laptop, ben]) }

  func sync(_ stores: [SharingStore]) async throws { try await remotes.sync(stores, rounds: 5) }

  func leave(_ store: SharingStore) async throws {
    remotes.time += 1
    let place = try #require(try await store.own.sharedSpaces().first?.place)
    try await store.own.leave(place)
  }

  func join(_ store: SharingStore) async throws {
    remotes.time += 1
    try await store.join(space)
  }

  func setTitle(of uid: String, _ title: String, at store: SharingStore) throws {
    remotes.time += 1
    try store.edit { context in
      for item in try context.fetch(FetchDescriptor<SharedItem>()) where item.uid == uid { item.title = title }
    }
  }

  /// Gives a list another name, as a program does: the key is the name in lower case.
  func rename(_ key: String, _ name: String, at store: SharingStore) throws {
    remotes.time += 1
    try store.edit { context in
      for list in try context.fetch(FetchDescriptor<SharedList>()) where list.key == key {
        (list.key, list.name) = (name.lowercased(), name)
      }
    }
  }

  /// Puts an item on a list of a store, which is made if there is none of that name.
  func add(_ title: String, uid: String, to list: String, at store: SharingStore) throws {
    remotes.time += 1
    try store.edit { context in
      let lists = try context.fetch(FetchDescriptor<SharedList>())
      let found = lists.first { $0.key == list.lowercased() } ?? SharedList(list)
      context.insert(found)
      let item = SharedItem(title, uid: uid)
      context.insert(item)
      item.list = found
    }
  }
}
