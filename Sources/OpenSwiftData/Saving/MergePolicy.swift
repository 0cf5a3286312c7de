import Foundation

/// What a save does where a value was changed here and, since it was read, by another context or process too.
///
/// A property that only one side changed always keeps that change, and a list keeps what each side added and removed;
/// the policy decides about the rest.
public enum MergePolicy: Hashable, Sendable {
  /// The values of this context win, property by property; the default.
  case byProperty
  /// The values of the store win, property by property; a row that is gone stays gone.
  case storeWins
  /// The whole model wins: the row gets every value that this context shows, and comes back if it was deleted.
  case objectWins
  /// Nobody wins: the save throws a `MergeConflict` and writes nothing.
  case error
}

/// Values that were changed in a context and, since they were read, by others too.
///
/// Thrown by a save under `MergePolicy.error`. The context keeps its changes until they are rolled back.
public struct MergeConflict: Error, Hashable, Sendable, CustomStringConvertible {
  /// The conflict of one model.
  public struct Row: Hashable, Sendable {
    /// The model.
    public let identifier: PersistentIdentifier
    /// The names of the properties that both sides changed; none if the row was deleted by the other side.
    public let propertyNames: [String]
  }

  /// The conflicts, one for each model.
  public let rows: [Row]

  /// What is in conflict, as a sentence for a person.
  public var description: String {
    let parts = rows.map { row in
      row.propertyNames.isEmpty
        ? "\(row.identifier) was deleted" : "\(row.propertyNames.joined(separator: ", ")) of \(row.identifier) changed"
    }
    return "Somebody else was faster: \(parts.joined(separator: "; ")) in the meantime."
  }
}

extension MergeConflict: LocalizedError {
  /// What went wrong.
  public var errorDescription: String? { description }
}
