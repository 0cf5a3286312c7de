import Foundation
import SwiftData

/// Makes every change to items, off the main actor, each in a transaction of its own.
///
/// Create a new one for each operation. It takes and returns identifiers and values, never models, and runs on its own
/// queue wherever it was created, unless it was created with the main context. What it changes is written to the journal
/// in the same transaction, under its author's name, so that it can be undone. Every method throws `StoreError` if the
/// store can't be read or written; nothing is changed then.
///
/// What people do has a chapter each: `Adding.swift`, `Editing.swift`, `Finishing.swift`, `Waiting.swift`,
/// `Arranging.swift`, `Deleting.swift`, `Naming.swift` (tags, lists and filters), `Exchanging.swift`, `Undoing.swift`; `Reading.swift` has
/// what changes nothing.
@ModelActor
public actor DataHandler {
  /// Creates a handler that works on the main actor, with the main context.
  ///
  /// Its changes make the main actor wait for the disk: for tests and previews.
  @MainActor
  public init(modelContainer: ModelContainer, mainActor _: Bool, author: String = "") {
    modelContainer.mainContext.author = author
    modelExecutor = DefaultSerialModelExecutor(modelContext: modelContainer.mainContext)
    self.modelContainer = modelContainer
  }

  /// Creates a handler with a queue of its own.
  ///
  /// - Parameter author: who is recorded as the author of its changes.
  public init(modelContainer: ModelContainer, author: String) {
    let context = ModelContext(modelContainer)
    context.author = author
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    self.modelContainer = modelContainer
  }

  /// The author in the journal, whether a hook has started the program or not.
  var author: String { HookAuthor.plain(modelContext.author ?? "") }

  /// The identifier of the item with a number, whether there is such an item or not.
  public nonisolated func identifier(number: Int64) throws -> PersistentIdentifier {
    try modelContainer.identifier(of: Item.self, primaryKey: number)
  }
}

// MARK: - One command, one transaction

extension DataHandler {
  /// Runs one command: its changes and its journal step are written in one transaction.
  ///
  /// The store's write lock is held from the beginning, so what the body reads stays true until it is written.
  ///
  /// - Parameters:
  ///   - date: when the command was given: the update time of the items that it changes.
  ///   - body: makes the changes, reports them to the recorder, and returns the step's description and the result.
  /// - Throws: what the body throws; nothing is changed then.
  func perform<Result>(
    at date: Date = Date(), _ body: (JournalRecorder) throws -> (StepDescription, Result)
  ) throws -> Result {
    try modelContext.exclusiveTransaction {
      let recorder = JournalRecorder(at: date)
      let (description, result) = try body(recorder)
      try WorkProgress.current?.checkCancellation()
      // New rows get their keys.
      if recorder.needsSaveFirst { try modelContext.save() }
      try write(recorder.changes(), description, date)
      // The last moment at which nothing of it is stored.
      try WorkProgress.current?.checkCancellation()
      return result
    }
  }

  private func write(_ changes: JournalChanges, _ description: StepDescription, _ date: Date) throws {
    guard !changes.isEmpty else { return }
    let last: JournalStep? = try first(
      by: SortDescriptor(\.number, order: .reverse), reading: [\.number, \.author, \.state])
    // An author's steps are undone from the last one and redone from the first: none is undone before one that is not.
    if let last, last.author != author || last.state != .done { try abandonUndoneSteps() }
    let step = JournalStep(
      number: (last?.number ?? 0) + 1, author: author, date: date, words: try description.text(changes, title),
      rowCount: changes.rowCount, changes: JournalCoder.encode(changes))
    modelContext.insert(step)
    try modelContext.save()
    try JournalRetention.prune(after: step, in: modelContext)
  }

  private func title(_ number: Int64) throws -> String { try model(identifier(number: number)).title }

  /// A new step makes the undone ones impossible to redo.
  private func abandonUndoneSteps() throws {
    let (undone, author) = (JournalState.undone, author)
    let steps = FetchDescriptor<JournalStep>(predicate: #Predicate { $0.state == undone && $0.author == author })
    for step in try modelContext.fetch(steps) { step.state = .abandoned }
  }
}

// MARK: - Look-ups

extension DataHandler {
  /// - Throws: `ItemError.noSuchItem`.
  func model(_ id: PersistentIdentifier) throws -> Item {
    guard let item: Item = try modelContext.fetchModel(for: id) else { throw ItemError.noSuchItem(id.primaryKey ?? 0) }
    return item
  }

  /// The items with some identifiers, in that order and each once; read in one query.
  ///
  /// - Throws: `ItemError.noSuchItem` for the first one that is missing.
  func models(_ ids: [PersistentIdentifier]) throws -> [Item] {
    if ids.count < 2 { return try ids.map(model) }
    var found: [PersistentIdentifier: Item] = [:]
    found.reserveCapacity(ids.count)
    let wanted = FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    for item in try modelContext.fetch(wanted) { found[item.persistentModelID] = item }
    if let missing = ids.first(where: { found[$0] == nil }) { throw ItemError.noSuchItem(missing.primaryKey ?? 0) }
    return ids.compactMap { found.removeValue(forKey: $0) }
  }

  /// The first row in an order, or nil if there are no rows.
  ///
  /// - Parameter properties: the properties to read; empty for all of them.
  func first<Model: PersistentModel>(
    by order: SortDescriptor<Model>..., reading properties: [PartialKeyPath<Model>] = []
  ) throws -> Model? {
    var first = FetchDescriptor<Model>(sortBy: order)
    first.fetchLimit = 1
    first.propertiesToFetch = properties
    return try modelContext.fetch(first).first
  }

  /// The last key of the manual order, or nil if there are no items.
  func lastOrderKey() throws -> OrderKey? {
    // By the keys alone no index would lead to it.
    let last: Item? = try first(by: SortDescriptor(\.orderKey, order: .reverse), SortDescriptor(\.uid, order: .reverse))
    return last?.orderKey
  }
}
