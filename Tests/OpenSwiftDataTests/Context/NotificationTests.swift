import Foundation
import OpenSwiftData
import Testing

@Suite("The notifications of a context")
struct NotificationTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
  }

  /// Runs the body and calls the handler for the context's notifications.
  private func observing(
    _ name: Notification.Name, _ handler: @escaping (Notification) -> Void, _ body: () throws -> Void
  ) rethrows {
    // Sound: notifications are posted on the thread that saves, which is this one.
    nonisolated(unsafe) let handler = handler
    let observer = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { handler($0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
  }

  @Test func willSaveComesBeforeAndDidSaveAfter() throws {
    var steps: [String] = []
    try observing(ModelContext.willSave) { notification in
      steps.append("will")
      #expect(notification.object as? ModelContext === context)
      #expect(notification.userInfo == nil)
      #expect(context.hasChanges)
    } _: {
      try observing(ModelContext.didSave) { _ in
        steps.append("did")
        #expect(!context.hasChanges)
      } _: {
        try context.save(note: "one")
      }
    }
    #expect(steps == ["will", "did"])
  }

  @Test func didSaveSaysWhatWasWritten() throws {
    let changed = try context.save(note: "changed")
    let gone = try context.save(note: "gone")
    let (changedID, goneID) = (changed.persistentModelID, gone.persistentModelID)
    var information: [AnyHashable: Any] = [:]
    let new = Note(title: "new")
    try observing(ModelContext.didSave) {
      information = $0.userInfo ?? [:]
    } _: {
      changed.title = "other"
      context.delete(gone)
      context.insert(new)
      try context.save()
    }
    typealias Key = ModelContext.NotificationKey
    #expect(information[Key.insertedIdentifiers] as? [PersistentIdentifier] == [new.persistentModelID])
    #expect(information[Key.updatedIdentifiers.rawValue] as? [PersistentIdentifier] == [changedID])
    #expect(information["inserted"] as? [PersistentIdentifier] == [new.persistentModelID])
    #expect(information["updated"] as? [PersistentIdentifier] == [changedID])
    #expect(information["deleted"] as? [PersistentIdentifier] == [goneID])
    #expect(information[Key.deletedIdentifiers] as? [PersistentIdentifier] == [goneID])
    #expect(information[Key.invalidatedAllIdentifiers] == nil)
    let token = try #require(information[Key.historyTokens] as? DefaultHistoryToken)
    #expect(token == (try context.transactions().last?.token))
    #expect(information[Key.queryGeneration.rawValue] as? DefaultHistoryToken == token)
  }

  @Test func theKeysHaveTheirRawValues() {
    typealias Key = ModelContext.NotificationKey
    #expect(Key(rawValue: "queryGeneration") == .queryGeneration)
    #expect(Key(rawValue: "invalidatedAllIdentifiers") == .invalidatedAllIdentifiers)
    #expect(Key(rawValue: "inserted") == .insertedIdentifiers)
    #expect(Key(rawValue: "updated") == .updatedIdentifiers)
    #expect(Key(rawValue: "deleted") == .deletedIdentifiers)
    #expect(Key(rawValue: "historyTokens") == .historyTokens)
  }

  @Test func nothingIsPostedWithoutChangesNorAfterAFailure() throws {
    try observing(ModelContext.didSave) { _ in
      Issue.record("nothing was saved")
    } _: {
      try context.save()
      let note = Note(title: "no number")
      note.weight = .nan
      context.insert(note)
      #expect(throws: SwiftDataError.self) { try context.save() }
    }
  }

  @Test func whatAnObserverOfWillSaveChangesIsSavedAlong() throws {
    let note = try context.save(note: "one")
    try observing(ModelContext.willSave) { _ in
      note.count += 1
    } _: {
      note.title = "two"
      try context.save()
    }
    #expect(!context.hasChanges)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.count) == [1])
  }

  @Test func savesOfOthersAreNotTold() throws {
    try context.save(note: "mine")
    try observing(ModelContext.didSave) { _ in
      Issue.record("this context saved nothing")
    } _: {
      try ModelContext(container).save(note: "another context's")
      context.processPendingChanges()
    }
  }

  @Test func theyComeWhileTheSaveRunsAndOnItsThread() throws {
    var threads: [Thread] = []
    try observing(ModelContext.willSave) { _ in
      threads.append(Thread.current)
    } _: {
      try observing(ModelContext.didSave) { _ in
        threads.append(Thread.current)
      } _: {
        try context.save(note: "one")
      }
    }
    #expect(threads == [Thread.current, Thread.current])
  }
}
