import Foundation
import Testing

@testable import OpenSwiftData

/// `OPENSWIFTDATA_ORACLE=full` takes 30 walks of 1 000 steps; see `WalkSeeds`.
@Suite("After each save a full-text index has the texts of the rows and nothing else, whoever wrote them")
struct FullTextWalkTests {
  static let walks = WalkSeeds(fixed: (6, 60), full: (30, 1_000))

  @Test(arguments: walks.seeds) func whateverHappened(seed: UInt64) throws {
    print("seed \(seed)")
    do {
      try FullTextWalk(seed: seed).walk(Self.walks.steps)
    } catch {
      Issue.record("\(error)\n\(Self.walks.again(seed, "FullTextWalkTests"))")
    }
  }
}

/// Takes random steps: saves, batches and transactions of the library, and statements as another program would run them.
private final class FullTextWalk {
  private struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private struct Refusal: Error {}

  private var random: SeededGenerator
  private let store: TemporaryStore
  private let container: ModelContainer
  private var codes = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    store = try TemporaryStore()
    container = try store.container(Memo.self, Binder.self)
  }

  func walk(_ steps: Int) throws {
    for step in 1...steps {
      let name = try takeStep()
      try compare("step \(step), \(name)")
    }
  }

  private func takeStep() throws -> String {
    let context = ModelContext(container)
    let isSaved: Bool
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2: isSaved = try change(context)
    case 3: isSaved = try changeInATransaction(context)
    case 4: isSaved = try insertBatch(context)
    case 5: isSaved = try changeBatch(context)
    default: isSaved = false
    }
    if isSaved { return "saved" }
    for _ in 0..<Int.random(in: 1...4, using: &random) { try changeElsewhere(context) }
    // Any save indexes what others wrote.
    context.insert(Binder("binder"))
    try context.save()
    return "elsewhere"
  }

  // MARK: - By the library

  private func change(_ context: ModelContext) throws -> Bool {
    let memos = try context.fetch(FetchDescriptor<Memo>())
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: context.insert(memo())
      case 2: if !memos.isEmpty { edit(random.pick(memos)) }
      default: if !memos.isEmpty { context.delete(random.pick(memos)) }
      }
    }
    try context.save()
    return true
  }

  /// Saves several times in one transaction, of which some are rolled back.
  private func changeInATransaction(_ context: ModelContext) throws -> Bool {
    let fails = Bool.random(using: &random)
    do {
      try context.exclusiveTransaction {
        for _ in 0..<3 { _ = try change(context) }
        if fails { throw Refusal() }
      }
    } catch is Refusal {
      // As intended.
    }
    return true
  }

  private func insertBatch(_ context: ModelContext) throws -> Bool {
    let count = Int.random(in: 1...30, using: &random)
    let rows = (0..<count).map { _ in (title: text(), code: "\(Int.random(in: 0..<40, using: &random))") }
    let batch = BatchInsert<Memo, (title: String, code: String)>(rows, onConflict: random.pick([.update, .skip]))
    try context.execute(batch.set(\.title) { $0.title }.set(\.rank, to: 7).set(\.code) { $0.code })
    return true
  }

  private func changeBatch(_ context: ModelContext) throws -> Bool {
    let rank = Int.random(in: 0..<8, using: &random)
    let predicate = #Predicate<Memo> { $0.rank == rank }
    if Bool.random(using: &random) {
      try context.execute(BatchDelete(where: predicate))
    } else {
      try context.execute(BatchUpdate(where: predicate).set(\.title, to: text()))
    }
    return true
  }

  private func memo() -> Memo {
    codes += 1
    let code = Bool.random(using: &random) ? "\(Int.random(in: 0..<40, using: &random))" : "code \(codes)"
    let notes = Bool.random(using: &random) ? text() : nil
    return Memo(text(), notes: notes, rank: Int.random(in: 0..<8, using: &random), code: code)
  }

  private func edit(_ memo: Memo) {
    if Bool.random(using: &random) { memo.title = text() }
    if Bool.random(using: &random) { memo.notes = Bool.random(using: &random) ? text() : nil }
    memo.rank += 1
  }

  private func text() -> String { HostileText.random(&random) }

  // MARK: - By others

  /// Runs a statement that the library does not know of.
  ///
  /// It replaces no row, of which nothing would tell.
  private func changeElsewhere(_ context: ModelContext) throws {
    let key = SQLiteValue.integer(try someKey(context))
    let free = SQLiteValue.integer(Int64.random(in: 1..<200, using: &random))
    let text = SQLiteValue.text(text())
    let (sql, arguments): (String, [SQLiteValue]) =
      switch Int.random(in: 0..<7, using: &random) {
      case 0: ("INSERT INTO Memo(title, rank) VALUES(?1, 1)", [text])
      case 1: ("INSERT OR IGNORE INTO Memo(id, title, rank) VALUES(?2, ?1, 1)", [text, free])
      case 2: ("UPDATE OR FAIL Memo SET title = ?1 WHERE id = ?2", [text, key])
      case 3: ("UPDATE OR REPLACE Memo SET notes = ?1 WHERE id = ?2", [text, key])
      case 4: ("UPDATE OR IGNORE Memo SET id = ?2, title = ?3 WHERE id = ?1", [key, free, text])
      case 5: ("UPDATE Memo SET title = CAST(x'41ff42c3' AS TEXT), notes = ?1 WHERE id = ?2", [.integer(12), key])
      default: ("DELETE FROM Memo WHERE id = ?1", [key])
      }
    try context.store.withWriter { try $0.run(sql, arguments) }
  }

  private func someKey(_ context: ModelContext) throws -> Int64 {
    let keys = try context.store.read { try $0.integers("SELECT id FROM Memo") }
    return keys.isEmpty ? 0 : random.pick(keys)
  }

  // MARK: - What the indexes have

  private func compare(_ step: String) throws {
    let context = ModelContext(container)
    let texts = try context.store.read { connection in
      try ["title", "notes"].map { column in
        (
          column: column, texts: try connection.texts("SELECT \(column) FROM Memo WHERE \(column) IS NOT NULL"),
          count: try connection.integer("SELECT count(*) FROM \"openswiftdata_trigrams_Memo.\(column)\"")
        )
      }
    }
    for (column, texts, count) in texts {
      var folder = TextFolder()
      let expected = texts.reduce(0) { $0 + Set(Trigram.sequence(in: folder.indexed($1)).map(\.checksum)).count }
      guard count == expected else { throw Difference(description: "\(step): \(column) has \(count) of \(expected)") }
    }
    let problems = try container.storeProblems()
    guard problems.isEmpty else { throw Difference(description: "\(step): \(problems)") }
  }
}
