import DocketLocking

/// Says what becomes of relationships whose inverse is not their own alone, once in a process for each.
enum InverseNotes {
  /// Receives the lines instead of standard error, each time.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  private static let told = Lock<Set<String>>([])

  /// Takes note of an inverse that is declared in another class than the one that the relationship leads to, or leads
  /// to another class than the one that declares the relationship.
  static func noteUnkept(_ property: RelationshipProperty, of entity: ModelProperties, _ inverse: RelationshipProperty)
  {
    let name = "\(entity.entityName).\(property.name)"
    let line =
      "the inverse of \(name), \(inverse.name), is not kept in step with it: an inverse is declared in exactly the class "
      + "that the relationship leads to, and leads to exactly the class that declares the relationship"
    tell(line, of: name)
  }

  /// Takes note of lists with one inverse that a store had in one place, and that have a place each from now on.
  ///
  /// - Parameter location: the store, as a person names it.
  static func noteTakenApart(_ lists: MergedLists, in location: String) {
    let names = lists.names.dropLast().joined(separator: ", ") + " and " + lists.names.suffix(1).joined()
    let line =
      "\(location) had \(names) in one place, and does not say which of them \(lists.members) "
      + "\(lists.count == 1 ? "was put into: the one member is" : "were put into: all \(lists.count) members are") in "
      + "each of them now, as they were shown before; from now on each list has its own"
    tell(line, of: "\(location) \(names)")
  }

  private static func tell(_ line: String, of name: String) {
    if let receiver { return receiver(line) }
    guard told.withLock({ $0.insert(name).inserted }) else { return }
    SQLLog.write(line)
  }
}
