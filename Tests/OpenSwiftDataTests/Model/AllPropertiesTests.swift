import Foundation
import Observation
import Synchronization
import Testing

@testable import OpenSwiftData

@Suite("All properties of a model are observed by one read")
@MainActor
struct AllPropertiesTests {
  let container: ModelContainer
  let context: ModelContext
  let note: Note

  init() throws {
    container = try memoryContainer(Note.self)
    context = container.mainContext
    note = Note(title: "a")
    context.insert(note)
    try context.save()
  }

  /// Whether a change is reported to who ran the first closure.
  private func reports(_ reading: () -> Void, _ change: () throws -> Void) rethrows -> Bool {
    let hasFired = Flag()
    withObservationTracking(reading) { hasFired.raise() }
    try change()
    return hasFired.isRaised
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
  }

  @Test func aChangeOfAnyAttributeIsReported() {
    let title = { withAllPropertiesObserved { _ = note.title } }
    #expect(reports(title) { note.title = "b" })
    #expect(reports(title) { note.count = 1 })
    #expect(!reports(title) {})
    #expect(!reports({ _ = note.title }) { note.count = 2 })
  }

  @Test func changesOfOtherContextsAndUndoneOnesAreReported() throws {
    let title = { withAllPropertiesObserved { _ = note.title } }
    let id = note.persistentModelID
    let isReported = try reports(title) {
      let other = ModelContext(container)
      let copy: Note = try #require(try other.fetchModel(for: id))
      copy.count = 7
      try other.save()
      _ = try context.fetchCount(FetchDescriptor<Note>())
    }
    #expect(isReported)
    #expect(note.count == 7)
    #expect(
      reports(title) {
        note.count = 8
        context.rollback()
      })
  }

  @Test func aChangeOfAnyRelationshipIsReportedAtBothEnds() throws {
    let context = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self).mainContext
    let (folder, sheet, label) = (Folder("f"), Sheet("s"), Label("l"))
    for model in [folder, sheet, label] as [any PersistentModel] { context.insert(model) }
    try context.save()
    let title = { withAllPropertiesObserved { _ = sheet.title } }
    #expect(reports(title) { sheet.folder = folder })
    #expect(reports(title) { label.sheets = [sheet] })
    #expect(reports({ withAllPropertiesObserved { _ = folder.name } }) { sheet.folder = nil })
    let labels = { withAllPropertiesObserved { _ = sheet.labels } }
    #expect(reports(labels) { sheet.title = "t" })
    #expect(!reports(labels) { label.name = "m" })
    let folderName = { withAllPropertiesObserved { _ = sheet.folder?.name } }
    sheet.folder = folder
    #expect(reports(folderName) { folder.name = "g" })
    #expect(reports(folderName) { sheet.folder = nil })
    #expect(!reports({ _ = sheet.labels }) { sheet.title = "u" })
  }

  @Test func aReadOutsideObservesItsAttributeAlone() {
    let both = {
      withAllPropertiesObserved {}
      _ = note.title
    }
    #expect(!reports(both) { note.count = 1 })
    #expect(reports(both) { note.title = "c" })
  }

  @Test func modelsReadInTurnAreAllObserved() throws {
    let other = Note(title: "o")
    context.insert(other)
    let inTurn = {
      withAllPropertiesObserved {
        for _ in 0..<2 { _ = (note.title, other.title) }
      }
    }
    #expect(reports(inTurn) { note.count = 1 })
    #expect(reports(inTurn) { other.count = 1 })
  }

  /// The outer closure has read the model just before the inner one does.
  @Test func closuresWithinEachOtherAreToldApart() {
    let (outer, inner) = (Flag(), Flag())
    withAllPropertiesObserved {
      withObservationTracking {
        _ = note.title
        withObservationTracking {
          _ = note.title
        } onChange: {
          inner.raise()
        }
      } onChange: {
        outer.raise()
      }
    }
    note.count = 1
    #expect(outer.isRaised)
    #expect(inner.isRaised)
  }

  /// They may have one address on the stack.
  @Test func closuresOneAfterTheOtherAreToldApart() {
    let (first, second) = (Flag(), Flag())
    withAllPropertiesObserved {
      for flag in [first, second] {
        withObservationTracking {
          _ = note.title
        } onChange: {
          flag.raise()
        }
      }
    }
    note.count = 1
    #expect(first.isRaised)
    #expect(second.isRaised)
  }
}
