extension ModelContext: CustomDebugStringConvertible {
  /// The store and the number of unsaved changes, for a person.
  public var debugDescription: String {
    let counts = "\(inserted.all.count) inserted, \(changed.all.count) changed, \(deleted.all.count) deleted"
    return "ModelContext(\(store.location.name): \(counts))"
  }
}
