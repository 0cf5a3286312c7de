/// An error of the data layer, told apart by its kind.
///
/// Two errors are equal, and match in a `catch` pattern, if they are of one kind, whatever their explanations say.
///
/// Source: SwiftData, `SwiftDataError`.
public struct SwiftDataError: Error, Sendable, CustomStringConvertible {
  enum Kind: String, Sendable {
    case unsupportedPredicate
    case unsupportedSortDescriptor
    case unsupportedKeyPath
    case loadIssueModelContainer
    case missingModelContext
    case backwardMigration
    case includePendingChangesWithBatchSize
    case sortingPendingChangesWithIdentifiers
    case unknownSchema
    case modelValidationFailure
    case unstorableValue
    case unreadableValue
    case missingValue
    case unknownPrimaryKey
    case uniqueConstraint
    case rowGone
    case savingNotAllowed
    case escapingMutation
    case arithmeticOverflow
    case migrationIsOver
    case deletionDenied
    case relationshipCount
    case historyTokenExpired
    case invalidTransactionFetchRequest
    case configurationFileNameContainsInvalidCharacters
    case configurationFileNameTooLong
    case configurationSchemaNotFoundInContainerSchema
    case duplicateConfiguration
    case dataStoreAnswer
    case nestedWrite
  }

  let kind: Kind

  /// What went wrong, as a sentence for a person.
  public let explanation: String

  /// The explanation.
  public var description: String { explanation }

  init(_ kind: Kind, _ explanation: String) {
    self.kind = kind
    self.explanation = explanation
  }
}

extension SwiftDataError: Equatable {
  /// Whether both errors are of one kind.
  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool { left.kind == right.kind }

  /// Whether an error that was caught is of the pattern's kind.
  ///
  /// `loadIssueModelContainer` matches every `StoreError` for which a store can't be opened, `backwardMigration` that of
  /// a store which a newer version wrote, and `modelValidationFailure` whatever a save refuses about the values of a
  /// model.
  public static func ~= (pattern: SwiftDataError, value: any Error) -> Bool {
    if let error = value as? StoreError { return error.patterns.contains(pattern) }
    guard let error = value as? SwiftDataError else { return false }
    return error == pattern || error.patterns.contains(pattern)
  }
}

extension SwiftDataError {
  /// A custom store can't make sense of a predicate; those of this library evaluate every one.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate, "The predicate can't be evaluated.")
  /// A sort descriptor names no stored property.
  public static let unsupportedSortDescriptor = SwiftDataError(
    .unsupportedSortDescriptor, "The sort descriptor names no stored property.")
  /// A key path names no stored property.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath, "The key path names no stored property.")
  /// The container could not be made; as a pattern it matches the `StoreError` that says why.
  public static let loadIssueModelContainer = SwiftDataError(
    .loadIssueModelContainer, "The model container could not be made.")
  /// The model's type is not in the container's schema.
  public static let unknownSchema = SwiftDataError(.unknownSchema, "The model's type is not in the schema.")
  /// Two rows would have the same unique value.
  public static let uniqueConstraint = SwiftDataError(.uniqueConstraint, "Another row has the same unique value.")
  /// The row that was to be changed is gone.
  public static let rowGone = SwiftDataError(.rowGone, "The row was deleted in the meantime.")
  /// The configuration does not allow saving.
  public static let savingNotAllowed = SwiftDataError(
    .savingNotAllowed, "The configuration of this store does not allow saving.")

  /// An enumeration left unsaved changes in its context without being allowed to.
  public static let escapingMutation = SwiftDataError(
    .escapingMutation,
    "The enumeration left unsaved changes in its context; save in the block, or allow escaping mutations.")
  /// A sum is beyond what its type can hold.
  public static let arithmeticOverflow = SwiftDataError(
    .arithmeticOverflow, "The sum is beyond what its type can hold.")
  /// A write from inside of another write to the same store, which would wait for itself; nothing of it was written.
  ///
  /// Something wrote while an exclusive transaction of another context, or a save, ran on the same thread: in its block, in
  /// an observer of `willSave`, in a custom store. Use the transaction's own context there, or write after it.
  public static let nestedWrite = SwiftDataError(
    .nestedWrite,
    "This thread is inside of a write to the same store, of which this can't be a part: nothing of it was written.")
  static func unsupportedKeyPath(_ explanation: String) -> SwiftDataError {
    SwiftDataError(.unsupportedKeyPath, explanation)
  }

  static let migrationIsOver = SwiftDataError(
    .migrationIsOver, "The context belongs to a migration, which is over: use a context of the container.")

  static let unknownPrimaryKey = SwiftDataError(.unknownPrimaryKey, "Primary keys are integers above zero.")

  /// A model can't be deleted as long as others refer to it.
  public static let deletionDenied = SwiftDataError(
    .deletionDenied, "A model can't be deleted as long as others refer to it.")
  /// A relationship holds too few or too many models.
  public static let relationshipCount = SwiftDataError(
    .relationshipCount, "A relationship holds too few or too many models.")

  static func deletionDenied(_ identifier: PersistentIdentifier, by property: String) -> SwiftDataError {
    SwiftDataError(.deletionDenied, "\(identifier) can't be deleted: its \(property) must be empty first.")
  }

  static func relationshipCount(_ property: String, _ count: Int, _ bounds: String) -> SwiftDataError {
    SwiftDataError(.relationshipCount, "\(property) holds \(count) models; it must hold \(bounds).")
  }

  static func unstorableValue(_ value: String) -> SwiftDataError {
    SwiftDataError(.unstorableValue, "\(value) can't be stored without loss.")
  }

  static func unreadableValue(_ value: String) -> SwiftDataError {
    SwiftDataError(.unreadableValue, "The store holds a value that the schema can't read: \(value).")
  }

  static func missingValue(_ property: String) -> SwiftDataError {
    SwiftDataError(.missingValue, "The property \(property) was never given a value.")
  }

  static func missingTarget(_ property: String) -> SwiftDataError {
    SwiftDataError(
      .missingValue,
      "\(property) must lead to a model, and does not: the one it led to is deleted, or there never was one. "
        + "Delete both, give it another model, or declare the property optional.")
  }

  static func rowGone(_ identifier: PersistentIdentifier) -> SwiftDataError {
    SwiftDataError(.rowGone, "\(identifier) was deleted in the meantime.")
  }

  static func unknownSchema(_ type: any PersistentModel.Type) -> SwiftDataError {
    SwiftDataError(.unknownSchema, "\(type) is not in the container's schema.")
  }

  /// The error for a row that SQLite refused; its message names the columns.
  static func uniqueConstraint(_ error: SQLiteError) -> SwiftDataError {
    let columns = error.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? error.message
    return SwiftDataError(.uniqueConstraint, "Another row has the same unique value: \(columns).")
  }

  /// The error with the place where it happened.
  func naming(_ type: any PersistentModel.Type, _ property: String) -> SwiftDataError {
    SwiftDataError(kind, "\(type).\(property): \(explanation)")
  }
}
