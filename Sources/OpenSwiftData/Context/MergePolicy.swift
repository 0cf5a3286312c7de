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
