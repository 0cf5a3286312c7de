import Foundation
import OpenSwiftData
import Testing

@Suite("Errors are told apart by their kind")
struct ErrorSurfaceTests {
  /// SwiftData's errors, except those of configurations.
  static let values: [SwiftDataError] = [
    .backwardMigration, .historyTokenExpired, .includePendingChangesWithBatchSize, .invalidTransactionFetchRequest,
    .loadIssueModelContainer, .missingModelContext, .modelValidationFailure, .sortingPendingChangesWithIdentifiers,
    .unknownSchema, .unsupportedKeyPath, .unsupportedPredicate, .unsupportedSortDescriptor,
  ]

  @Test func eachMatchesItselfOnlyAndHasASentence() {
    for (index, value) in Self.values.enumerated() {
      let caught: any Error = value
      #expect(Self.values.indices.filter { Self.values[$0] ~= caught } == [index])
      #expect(value.explanation.hasSuffix("."))
    }
  }

  @Test func aCatchPatternTakesTheKindWhateverTheExplanation() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    do {
      _ = try context.fetch(FetchDescriptor<Badge>())
      Issue.record("a type that the container does not hold was fetched")
    } catch SwiftDataError.unknownSchema {
      // What is wanted.
    }
  }

  /// The error of a refused save names the reason, and matches the validation failure too.
  @Test func whatASaveRefusesOfAModelIsAFailureOfValidation() throws {
    let context = ModelContext(try memoryContainer(Note.self, Badge.self))
    let note = Note(title: "one")
    note.weight = .nan
    context.insert(note)
    do {
      try context.save()
      Issue.record("a number that is none was saved")
    } catch SwiftDataError.uniqueConstraint {
      Issue.record("nothing has to be unique")
    } catch SwiftDataError.modelValidationFailure {
      #expect(context.hasChanges)
    }
  }

  @Test(arguments: ["https://example.org/a.store", "a.store"])
  func aURLThatIsNoFileIsRefused(_ text: String) throws {
    let url = try #require(URL(string: text))
    let error = #expect(throws: StoreError.self) {
      try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.location == text)
  }

  @Test func aStoreThatCannotBeOpenedMatchesThePatternsOfSwiftData() throws {
    let store = try TemporaryStore()
    _ = try store.container(Note.self, version: Schema.Version(2, 0, 0))
    do {
      _ = try store.container(Note.self)
      Issue.record("a newer store was opened")
    } catch SwiftDataError.backwardMigration {
      // What is wanted.
    }
    try Data("no store".utf8).write(to: store.url)
    do {
      _ = try store.container(Note.self)
      Issue.record("a text was opened")
    } catch SwiftDataError.backwardMigration {
      Issue.record("a text has no version")
    } catch SwiftDataError.loadIssueModelContainer {
      // What is wanted.
    }
  }

  @Test func theirLocalizedDescriptionIsTheSentence() throws {
    let container = try memoryContainer(Padlock.self)
    let context = ModelContext(container)
    let folder = Folder("a")
    context.insert(Padlock(folder))
    try context.save()
    context.delete(folder)
    let error = #expect(throws: (any Error).self) { try context.save() }
    #expect(error.map { $0.localizedDescription == "\($0)" } == true)
    let store = try TemporaryStore()
    try Data("no store".utf8).write(to: store.url)
    let refusal = #expect(throws: StoreError.self) { try store.container(Note.self) }
    #expect(refusal?.localizedDescription == "The file is not a store. (\(store.url.path))")
  }

  @Test func aRequiredModelThatWasDeletedIsNamedAsTheReason() throws {
    let context = ModelContext(try memoryContainer(Membership.self))
    let club = Club()
    context.insert(Membership(club))
    try context.save()
    context.delete(club)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.explanation.hasPrefix("Membership.club is required but has no model: ") == true)
  }
}

@Model private final class Membership {
  var club: Club
  init(_ club: Club) { self.club = club }
}

@Model private final class Club {
  init() {}
}
