import Foundation

extension ModelContext {
  /// Posted before a save writes anything, if there is something to write; what is changed meanwhile is saved along.
  ///
  /// The object is the context; it is posted on the context's executor, and has no `userInfo`.
  ///
  /// Source: SwiftData, `ModelContext.willSave`.
  public static let willSave = Notification.Name("OpenSwiftData.ModelContext.willSave")

  /// Posted after a save was committed.
  ///
  /// The object is the context; it is posted on the context's executor. `userInfo` says what was written, by the keys
  /// of `NotificationKey`. What others save is not told here: see `ModelContainer.remoteChange`. Nor is what batches
  /// write, which are no saves.
  ///
  /// Source: SwiftData, `ModelContext.didSave`.
  public static let didSave = Notification.Name("OpenSwiftData.ModelContext.didSave")

  /// The keys of a notification's `userInfo`; each value is there under the case and under its raw value.
  ///
  /// Source: SwiftData, `ModelContext.NotificationKey`.
  public enum NotificationKey: String, Sendable {
    /// A `DefaultHistoryToken` of the store's state; not with several configurations, nor with a custom store.
    case queryGeneration
    /// The models that have to be read anew, as `[PersistentIdentifier]`; not part of a save.
    case invalidatedAllIdentifiers
    /// The inserted models, as `[PersistentIdentifier]`.
    case insertedIdentifiers = "inserted"
    /// The updated models, as `[PersistentIdentifier]`.
    case updatedIdentifiers = "updated"
    /// The deleted models, as `[PersistentIdentifier]`.
    case deletedIdentifiers = "deleted"
    /// The `DefaultHistoryToken` right after what the notification tells of; a save has none with several
    /// configurations, nor with a custom store.
    case historyTokens

    /// A case and its raw value are keys of one dictionary: with equal hashes they would be compared, at length.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(0 as UInt8)
      hasher.combine(rawValue)
    }
  }

  func postWillSave() { NotificationCenter.default.post(name: Self.willSave, object: self) }

  func postDidSave(_ changes: ModelChanges, token: Int64) {
    let inserted = changes.identifiers(.insert)
    let deleted = changes.identifiers(.delete)
    // A row that is gone may have left lists before.
    let gone = Set(deleted)
    let updated = changes.identifiers(.update).filter { gone.isEmpty || !gone.contains($0) }
    // A working copy's tokens mean nothing to the store behind it.
    let token =
      customStore == nil
      ? DefaultHistoryToken(storeIdentifier: store.history.storeIdentifier, transaction: token) : nil
    let keys = token == nil ? NotificationKey.ofSaveWithoutToken : NotificationKey.ofSave
    let information = keys.information { key in
      switch key {
      case .insertedIdentifiers: inserted
      case .updatedIdentifiers: updated
      case .deletedIdentifiers: deleted
      case .invalidatedAllIdentifiers, .queryGeneration, .historyTokens: token as Any
      }
    }
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
  }
}

extension ModelContext.NotificationKey {
  fileprivate static let ofSave = NotificationKeys(
    [.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers, .historyTokens, .queryGeneration])
  fileprivate static let ofSaveWithoutToken = NotificationKeys(
    [.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers])
}

/// The keys of a notification's `userInfo`: cases, as the documentation has it, and raw values, as SwiftData does it.
///
/// To put keys of two types into a dictionary takes longer than a save, because any that meet are compared at length. So
/// that is done once, and each notification has a copy with its own values.
// Sound as `@unchecked Sendable`: a constant, and what is in the type-erased keys are strings and cases.
struct NotificationKeys: @unchecked Sendable {
  private let cases: [AnyHashable: ModelContext.NotificationKey]

  init(_ keys: [ModelContext.NotificationKey]) {
    let both = keys.map { (AnyHashable($0), $0) } + keys.map { (AnyHashable($0.rawValue), $0) }
    cases = Dictionary(both, uniquingKeysWith: { $1 })
  }

  func information(_ value: (ModelContext.NotificationKey) -> Any) -> [AnyHashable: Any] { cases.mapValues(value) }
}
