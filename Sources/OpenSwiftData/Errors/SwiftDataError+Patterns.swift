// Values that code written for SwiftData names in its patterns, and that are never thrown as such.
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
}

extension SwiftDataError {
  /// The model belongs to no context; here nothing that can throw needs one.
  public static let missingModelContext = SwiftDataError(.missingModelContext, "The model belongs to no context.")
  /// A model's values break a rule of its schema; as a pattern it matches the errors that say which.
  public static let modelValidationFailure = SwiftDataError(
    .modelValidationFailure, "The model's values break a rule of its schema.")

  /// The values that stand for the error in patterns, beside its own.
  var patterns: [SwiftDataError] {
    switch kind {
    case .missingValue, .unstorableValue, .uniqueConstraint, .relationshipCount, .deletionDenied:
      [.modelValidationFailure]
    default: []
    }
  }
}

extension StoreError {
  /// The values of `SwiftDataError` that stand for the error in patterns.
  var patterns: [SwiftDataError] {
    switch kind {
    case .newerSchema: [.backwardMigration, .loadIssueModelContainer]
    case .notAStore, .damaged, .cannotOpen, .permission, .schemaMismatch: [.loadIssueModelContainer]
    case .readOnly, .busy, .full, .inputOutput, .other: []
    }
  }
}
