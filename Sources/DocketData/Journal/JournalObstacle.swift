/// A row that is not as the journal expects it.
struct JournalObstacle: Error, Hashable {
  /// What is different.
  enum Kind: Hashable {
    /// A field has another value.
    case changed(JournalField)
    /// The row is gone.
    case gone
    /// There is such a row, where there should be none.
    case present
    /// It has a name that another one is to get back.
    case nameTaken
    /// The item has a tag or a list that is to go.
    case uses(JournalEntity, name: String)
    /// It has got parts since, which would go with it.
    case parts
  }

  let entity: JournalEntity
  let key: Int64
  let kind: Kind
}
