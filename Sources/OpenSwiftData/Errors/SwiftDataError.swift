import Foundation

/// An error of the data layer, told apart by its kind.
///
/// Two errors are equal, and match in a `catch` pattern, if they are of one kind, whatever their explanations say.
///
/// Source: SwiftData, `SwiftDataError`.
public struct SwiftDataError: Error, Sendable, CustomStringConvertible {
  enum Kind: String, Sendable {
    case unsupportedPredicate, unsupportedSortDescriptor, unsupportedKeyPath
    case loadIssueModelContainer, backwardMigration, migrationIsOver, unknownSchema
    case missingModelContext, escapingMutation, savingNotAllowed, nestedWrite
    case includePendingChangesWithBatchSize, sortingPendingChangesWithIdentifiers
    case modelValidationFailure, unstorableValue, unreadableValue, missingValue, unknownPrimaryKey
    case uniqueConstraint, rowGone, deletionDenied, relationshipCount, arithmeticOverflow
    case historyTokenExpired, invalidTransactionFetchRequest
    case configurationFileNameContainsInvalidCharacters, configurationFileNameTooLong
    case configurationSchemaNotFoundInContainerSchema, duplicateConfiguration
    case dataStoreAnswer, invalidBatch
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

extension SwiftDataError: LocalizedError {
  /// The explanation.
  public var errorDescription: String? { description }
}

extension SwiftDataError: Equatable {
  /// Whether both errors are of one kind.
  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool { left.kind == right.kind }

  /// Whether an error that was caught is of the pattern's kind.
  ///
  /// `loadIssueModelContainer` matches every `StoreError` for which a store can't be opened, `backwardMigration` that
  /// of a newer store, and `modelValidationFailure` whatever a save refuses about the values of a model.
  public static func ~= (pattern: SwiftDataError, value: any Error) -> Bool {
    if let error = value as? StoreError { return error.patterns.contains(pattern) }
    guard let error = value as? SwiftDataError else { return false }
    return error == pattern || error.patterns.contains(pattern)
  }

  /// The values that match the error in patterns, besides its own.
  var patterns: [SwiftDataError] {
    switch kind {
    case .missingValue, .unstorableValue, .uniqueConstraint, .relationshipCount, .deletionDenied:
      [.modelValidationFailure]
    default: []
    }
  }
}

extension SwiftDataError {
  /// The model's type is not in the container's schema.
  public static let unknownSchema = SwiftDataError(.unknownSchema, "The model's type is not in the schema.")
  /// The row that was to be changed is gone.
  public static let rowGone = SwiftDataError(.rowGone, "The row was deleted in the meantime.")
  /// Two rows would have the same unique value.
  public static let uniqueConstraint = SwiftDataError(.uniqueConstraint, "Another row has the same unique value.")
  /// A model can't be deleted as long as others refer to it.
  public static let deletionDenied = SwiftDataError(
    .deletionDenied, "A model can't be deleted as long as others refer to it.")
  /// A relationship holds too few or too many models.
  public static let relationshipCount = SwiftDataError(
    .relationshipCount, "A relationship holds too few or too many models.")
  /// The configuration does not allow saving.
  public static let savingNotAllowed = SwiftDataError(
    .savingNotAllowed, "The configuration of this store does not allow saving.")
  /// A write from inside of another write to the same store, which would wait for itself; nothing of it was written.
  ///
  /// Something wrote while an exclusive transaction of another context, or a save, ran on the same thread: in its
  /// block, in an observer of `willSave`, in a custom store. Use the transaction's own context there, or write after
  /// it.
  public static let nestedWrite = SwiftDataError(
    .nestedWrite,
    "This thread is already inside a write to the same store; writes can't be nested, and nothing was written.")

  /// A batch can't be carried out as it is written; the explanation names the property.
  public static let invalidBatch = SwiftDataError(.invalidBatch, "The batch can't be carried out as it is written.")

  /// A custom store can't make sense of a predicate; those of this library evaluate every one.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate, "The predicate can't be evaluated.")
  /// A sort descriptor names no stored property.
  public static let unsupportedSortDescriptor = SwiftDataError(
    .unsupportedSortDescriptor, "The sort descriptor names no stored property.")
  /// A key path names no stored property.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath, "The key path names no stored property.")
  /// A sum is beyond what its type can hold.
  public static let arithmeticOverflow = SwiftDataError(
    .arithmeticOverflow, "The sum is beyond what its type can hold.")
  /// An enumeration left unsaved changes in its context without being allowed to.
  public static let escapingMutation = SwiftDataError(
    .escapingMutation,
    "The enumeration left unsaved changes in its context; save in the block, or allow escaping mutations.")

  /// The container could not be made; as a pattern it matches the `StoreError` that says why.
  public static let loadIssueModelContainer = SwiftDataError(
    .loadIssueModelContainer, "The model container could not be made.")
  /// A configuration's name can't be the name of a file.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters,
    "The configuration's name can't be the name of a file: it contains a slash or a NUL.")
  /// A configuration's name is too long for the name of a file.
  public static let configurationFileNameTooLong = SwiftDataError(
    .configurationFileNameTooLong, "The configuration's name is too long for the name of a file.")
  /// A configuration has models that the container does not have.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema,
    "A configuration has models that are not in the container's schema.")
  /// Two configurations of a container have the same name or the same file.
  public static let duplicateConfiguration = SwiftDataError(
    .duplicateConfiguration, "Two configurations of the container have the same name or the same file.")

  /// Some of the history that comes after the token has been deleted, so that everything has to be read anew.
  public static let historyTokenExpired = SwiftDataError(
    .historyTokenExpired, "Some of the history after the token has been deleted; everything has to be read anew.")
  /// The store keeps no transactions of the wanted type.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest, "The store's history has transactions of another type.")
}

/// Values that code written for SwiftData uses in its patterns, and that are never thrown.
extension SwiftDataError {
  /// The store is of a newer version of the schema; as a pattern it matches the `StoreError` that says so.
  public static let backwardMigration = SwiftDataError(
    .backwardMigration, "The store is of a newer version of the schema.")
  /// A fetch in batches can't see unsaved changes; here it can.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize, "A fetch in batches can't see unsaved changes.")
  /// Identifiers can't be sorted together with unsaved changes; here they can.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers, "Identifiers can't be sorted together with unsaved changes.")
  /// The model belongs to no context; here nothing that can throw needs one.
  public static let missingModelContext = SwiftDataError(.missingModelContext, "The model belongs to no context.")
  /// A model's values break a rule of its schema; as a pattern it matches the errors that say which.
  public static let modelValidationFailure = SwiftDataError(
    .modelValidationFailure, "The model's values break a rule of its schema.")
}
