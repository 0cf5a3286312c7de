import Foundation

/// A value that was overwritten unseen, in words, as the program says that syncs the store.
struct SyncConflict: Decodable, Hashable, Sendable {
  /// What a decision names it by.
  let id: String
  /// What it is about: `12 “Buy milk”: title`.
  let what: String
  /// The value that is shown; empty if the conflict is about the whole item.
  let shown: String
  /// The value that was overwritten.
  let kept: String
  /// The number of the item that shows it; nil for other things, and for an item that is gone.
  let item: Int64?
  /// When the overwritten value was written, and by which machine: "this machine".
  let at: Date?
  let by: String?
  /// When what is shown was written, or the item deleted, and by which machine.
  let shownAt: Date?
  let shownBy: String?
  /// For whom it is kept, and who sees it once it is taken; nil if nobody else has to do with it.
  var note: String?

  /// Whether a decision is about a value of an item: then undo can take it back.
  var isAboutValue: Bool { item != nil && !(shown.isEmpty && kept.isEmpty) }
}

/// What a person decided about a conflict.
struct ConflictDecision: Hashable, Sendable {
  enum Choice: String, Sendable {
    /// The other value, from now on on all machines.
    case take
    /// What is shown.
    case keep
  }

  let conflict: SyncConflict
  let choice: Choice
}

extension SyncProgram {
  /// What nobody has decided about.
  func conflicts() async throws(SyncRefusal) -> [SyncConflict] {
    let answer = try await answer(to: ["conflicts", "--json"])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do { return try decoder.decode([SyncConflict].self, from: answer) } catch {
      throw SyncRefusal(line: "docket-sync is of another version")
    }
  }

  func decide(_ decision: ConflictDecision) async throws(SyncRefusal) {
    _ = try await answer(to: [decision.choice.rawValue, decision.conflict.id])
  }
}
