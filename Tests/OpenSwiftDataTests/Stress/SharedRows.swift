import OpenSwiftData

/// The rows that all workers of a stress test know.
struct SharedRows: Sendable {
  /// Three workers write one property each of every row.
  let written: [PersistentIdentifier]
  /// Any worker may delete any of them at any time.
  let doomed: [PersistentIdentifier]

  init(workers: Int, in container: ModelContainer) throws {
    let context = ModelContext(container)
    let notes = (0..<workers * 2).map { Note(title: "shared \($0)") }
    for note in notes { context.insert(note) }
    try context.save()
    let ids = notes.map(\.persistentModelID)
    (written, doomed) = (Array(ids[..<workers]), Array(ids[workers...]))
  }

  /// The row of which the worker writes `count`, `weight` or `subtitle`.
  func row(of worker: Int, distance: Int) -> PersistentIdentifier {
    written[(worker + distance) % written.count]
  }
}
