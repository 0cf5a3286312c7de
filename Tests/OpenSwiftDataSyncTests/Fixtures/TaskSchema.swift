import OpenSwiftDataSync

/// The schema of the tests: items that make a tree and have tags, and tags with unique names.
enum TaskSchema {
  static let space = SyncIdentity(high: 0x1111_2222_3333_4444, low: 0x5555_6666_7777_8888)
  static let names = ["errand", "home", "Home", "work"]

  /// The second version has a property that the first one does not know.
  static let first = schema(["title", "notes", "isDone", "parent", "series"])
  static let second = schema(["title", "notes", "isDone", "parent", "series", "estimate"])

  private static func schema(_ properties: Set<String>) -> SyncSchema {
    SyncSchema(entities: [
      "Item": SyncSchema.Entity(properties: properties, relationships: ["tags"], parent: "parent"),
      "Tag": SyncSchema.Entity(
        properties: ["name", "color"], uniqueProperty: "name", folding: .caseInsensitive),
    ])
  }
}
