import OpenSwiftData

/// One of many that work on a container at once, and what it must have left behind.
struct StressWorker: Sendable {
  let number: Int
  let container: ModelContainer
  let shared: SharedRows
  private(set) var outcome = StressOutcome()

  private var random: SeededGenerator
  /// Every other worker keeps its handler, the rest take a fresh one for each operation.
  private let kept: StressHandler?

  init(number: Int, container: ModelContainer, shared: SharedRows, seed: UInt64) {
    self.number = number
    self.container = container
    self.shared = shared
    random = SeededGenerator(seed: seed &+ UInt64(number))
    kept = number.isMultiple(of: 2) ? StressHandler(modelContainer: container) : nil
  }

  mutating func run(operations: Int) async throws -> StressOutcome {
    for step in 0..<operations {
      try await perform(step, with: kept ?? StressHandler(modelContainer: container))
    }
    return outcome
  }

  private mutating func perform(_ step: Int, with handler: StressHandler) async throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1: try await change(step, with: handler)
    case 2: try await delete(with: handler)
    case 3...4: await read(with: handler)
    case 5...6: try await writeShared(step, with: handler)
    case 7: try await deleteShared(with: handler)
    default: try await add(step, with: handler)
    }
  }

  private mutating func values(_ step: Int) -> RowValues {
    RowValues(title: "\(number).\(step)", isDone: Bool.random(using: &random))
  }

  private mutating func add(_ step: Int, with handler: StressHandler) async throws {
    let values = values(step)
    outcome.own[try await handler.add(values)] = values
  }

  private mutating func change(_ step: Int, with handler: StressHandler) async throws {
    guard let id = anyOwnRow() else { return }
    let values = values(step)
    try await handler.change(id, values)
    outcome.own[id] = values
  }

  private mutating func delete(with handler: StressHandler) async throws {
    guard let id = anyOwnRow() else { return }
    try await handler.delete(id)
    outcome.own[id] = nil
  }

  /// What this worker wrote is there, whichever handler reads it.
  private mutating func read(with handler: StressHandler) async {
    guard let id = anyOwnRow() else { return }
    if await handler.values(id) != outcome.own[id] { outcome.wrongReads += 1 }
  }

  private mutating func writeShared(_ step: Int, with handler: StressHandler) async throws {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      try await handler.set(\.count, of: shared.row(of: number, distance: 0), to: step)
      outcome.count = step
    case 1:
      try await handler.set(\.weight, of: shared.row(of: number, distance: 1), to: Double(step))
      outcome.weight = Double(step)
    default:
      try await handler.set(\.subtitle, of: shared.row(of: number, distance: 2), to: "\(step)")
      outcome.subtitle = "\(step)"
    }
  }

  private mutating func deleteShared(with handler: StressHandler) async throws {
    guard let id = shared.doomed.randomElement(using: &random) else { return }
    try await handler.delete(id)
    outcome.deleted.insert(id)
  }

  /// In the order of the keys, so that a seed means the same choices.
  private mutating func anyOwnRow() -> PersistentIdentifier? { outcome.own.keys.sorted().randomElement(using: &random) }
}

// MARK: - The handler

/// What the workers of the stress tests do, each call in a transaction of its own.
@ModelActor
actor StressHandler {
  func add(_ values: RowValues) throws -> PersistentIdentifier {
    let note = Note(title: values.title)
    modelContext.insert(note)
    note.isDone = values.isDone
    try modelContext.save()
    return note.persistentModelID
  }

  func change(_ id: PersistentIdentifier, _ values: RowValues) throws {
    let note = self[id, as: Note.self]
    note?.title = values.title
    note?.isDone = values.isDone
    try modelContext.save()
  }

  func delete(_ id: PersistentIdentifier) throws {
    guard let note = self[id, as: Note.self] else { return }
    modelContext.delete(note)
    try modelContext.save()
  }

  func values(_ id: PersistentIdentifier) -> RowValues? { self[id, as: Note.self].map { RowValues($0) } }

  /// Writes one property of a row that other workers write other properties of.
  func set<Value>(
    _ property: sending ReferenceWritableKeyPath<Note, Value>, of id: PersistentIdentifier, to value: sending Value
  ) throws {
    self[id, as: Note.self]?[keyPath: property] = value
    try modelContext.save()
  }
}
