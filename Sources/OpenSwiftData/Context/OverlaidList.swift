/// A list that was read while changes of its members' own ends waited for a save, and shows them.
struct OverlaidList {
  let owner: any PersistentModel
  let property: RelationshipProperty
}

extension ModelContext {
  /// Lets the lists be read again that show changes which wait no longer.
  func forgetOverlaidLists() {
    let lists = overlaidLists
    overlaidLists.removeAll()
    for list in lists where !list.owner._$record.isDeleted { forgetList(list.property, of: list.owner) }
  }

  /// Lets a list be read again when it is next asked for.
  func forgetList(_ property: RelationshipProperty, of model: any PersistentModel) {
    model._$record.listsBeneath[property.slot] = nil
    property.withMutation(of: model) { model._$record.setRelation(.unread, property) }
  }

  private static let longestListKept = 256

  /// Lets go of what saved models know of their long lists.
  ///
  /// Otherwise every save of one more member would look at all of the others.
  func forgetLongLists(of models: [any PersistentModel]) {
    for model in models {
      for property in type(of: model)._$properties.relationships
      where property.isToMany && model._$record.relation(property).keys.count > Self.longestListKept {
        forgetList(property, of: model)
      }
    }
  }
}
