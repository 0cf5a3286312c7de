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
    let deleted = changes.identifiers(.delete)
    // A row that is gone may have left lists before.
    let gone = Set(deleted)
    let updated = changes.identifiers(.update)
    var information: [NotificationKey: Any] = [
      .insertedIdentifiers: changes.identifiers(.insert), .deletedIdentifiers: deleted,
      .updatedIdentifiers: gone.isEmpty ? updated : updated.filter { !gone.contains($0) },
    ]
    // A working copy's tokens mean nothing to the store behind it.
    if customStore == nil {
      let token = DefaultHistoryToken(storeIdentifier: store.history.storeIdentifier, transaction: token)
      information[.historyTokens] = token
      information[.queryGeneration] = token
    }
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information.underBothKeys)
  }
}

extension [ModelContext.NotificationKey: Any] {
  /// The values by case, as the documentation has it, and by raw value, as SwiftData does it.
  var underBothKeys: [AnyHashable: Any] {
    var both = [AnyHashable: Any](minimumCapacity: 2 * count)
    for (key, value) in self {
      both[key] = value
      both[key.rawValue] = value
    }
    return both
  }
}
