extension ModelContext: CustomDebugStringConvertible {
  /// The store and the number of unsaved changes, for a person.
  public var debugDescription: String {
    let counts = "\(inserted.count) inserted, \(changed.count) changed, \(deleted.count) deleted"
    return "ModelContext(\(store.location.name): \(counts))"
  }
}
