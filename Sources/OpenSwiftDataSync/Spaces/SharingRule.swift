/// What of a store can be shared apart from the rest: a row, and what belongs to it.
///
/// A list with its items is one. What is shared is kept equal in a space of its own, and the rest of the store does not
/// have it: a row is in one space only.
public struct SharingRule: Hashable, Sendable {
  /// How rows belong to what is shared.
  public struct Belonging: Hashable, Sendable {
    /// The reference that leads to the row that is shared.
    public var reference: String
    /// The reference to the row above, which decides for rows without `reference`; nil if there is no tree.
    public var parent: String?

    /// Rows that belong to what `reference` leads to, or to what the row above belongs to.
    public init(_ reference: String, parent: String? = nil) {
      self.reference = reference
      self.parent = parent
    }
  }

  /// The entity whose rows can be shared; it needs a unique attribute.
  public var root: String
  /// The attribute that shows the unique one to people.
  ///
  /// Where two spaces of a store have rows of one unique value, the unique attribute and this one of one of the rows get
  /// a number at their end, in that store.
  public var label: String?
  /// How rows belong to it, by the names of their entities.
  public var members: [String: Belonging]
  /// The entities of which a row is no more than its unique attribute, such as tags: shared rows bring theirs along.
  ///
  /// All spaces of a store show the same row. In a space that is shared such a row is never changed and never deleted;
  /// if one gets another unique value here, the shared rows have another one.
  public var values: Set<String>

  /// A rule.
  public init(root: String, label: String? = nil, members: [String: Belonging], values: Set<String> = []) {
    self.root = root
    self.label = label
    self.members = members
    self.values = values
  }

  /// Whether a shared space has rows of an entity.
  func shares(_ entity: String) -> Bool { entity == root || members[entity] != nil || values.contains(entity) }
}
