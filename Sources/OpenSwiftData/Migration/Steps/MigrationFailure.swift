/// Makes the errors of migrations, each with what has to be done.
struct MigrationFailure {
  /// The store, as a person names it.
  let location: String

  /// What would have to be changed can't be.
  func mismatch(_ explanation: String) -> StoreError {
    StoreError(kind: .schemaMismatch, location: location, explanation: explanation)
  }

  /// The store is newer than the program.
  func newer(_ found: Schema.Version, than known: Schema.Version) -> StoreError {
    StoreError(
      kind: .newerSchema, location: location,
      explanation: "The store has version \(found); this program knows up to \(known).")
  }

  /// The store has to be migrated and can't be written.
  func readOnly(_ found: Schema.Version, _ wanted: Schema.Version) -> StoreError {
    StoreError(
      kind: .readOnly, location: location,
      explanation: "The store has version \(found) and would have to be migrated to \(wanted), but it can only be read."
    )
  }
}
