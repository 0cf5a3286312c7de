import Foundation

@testable import OpenSwiftData

/// A container that keeps notes in one file and tallies in another.
struct TwoFiles {
  let files: TemporaryStore
  static let notes = Schema([Note.self])
  static let tallies = Schema([Tally.self])

  init() throws { files = try TemporaryStore() }

  var noteURL: URL { files.directory.appendingPathComponent("notes.sqlite") }
  var tallyURL: URL { files.directory.appendingPathComponent("tallies.sqlite") }

  func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Note.self, Tally.self]),
      configurations: ModelConfiguration("notes", schema: Self.notes, url: noteURL),
      ModelConfiguration("tallies", schema: Self.tallies, url: tallyURL))
  }

  /// Changes the notes as another program that only opens their file.
  func withNotesAlone<Result>(_ body: (ModelContext) throws -> Result) throws -> Result {
    let container = try ModelContainer(
      for: Self.notes, configurations: ModelConfiguration(schema: Self.notes, url: noteURL))
    let context = ModelContext(container)
    let result = try body(context)
    try context.save()
    return result
  }

  /// The notes in their file.
  func storedNotes() throws -> [String] {
    try withNotesAlone { context in
      try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map { "\($0.title) \($0.count)" }
    }
  }

  /// Changes the only note as another program.
  func changeNoteAlone(_ change: (Note) -> Void) throws {
    try withNotesAlone { for note in try $0.fetch(FetchDescriptor<Note>()) { change(note) } }
  }

  func tally(_ amount: Double) -> Tally { Tally(when: Date(timeIntervalSinceReferenceDate: 0), amount: amount) }
}
