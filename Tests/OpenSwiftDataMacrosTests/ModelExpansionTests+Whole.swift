extension ModelExpansionTests {
  static let wholeExpansion = #"""
    public final class Item {
      @OpenSwiftData._PersistedProperty(slot: 0) public var title: String
      @OpenSwiftData._PersistedProperty(slot: 1)
      var done = false
      var cache = 0
      @OpenSwiftData._PersistedProperty(slot: 2) var tags: [Tag] = []
      public init(title: String) { self.title = title }
      public let _$record = OpenSwiftData.ModelRecord()
      public required init(backingData: any OpenSwiftData.BackingData<Item>) {
        _title = .fault
        _done = .fault
        _tags = .fault
        _$record.adopt(backingData, for: self)
      }
      public static let _$properties: OpenSwiftData.ModelProperties = \#
    OpenSwiftData.ModelPropertiesBuilder<Item>.build { properties in
        properties.add("title", \.title, slot: 0, get: {
            $0._title
          }, set: {
            $0._title = $1
          }, metadata: OpenSwiftData.Schema.Attribute(.unique, originalName: "name"))
        properties.add("done", \.done, slot: 1, get: {
            $0._done
          }, set: {
            $0._done = $1
          }, default: {
            false
          }, metadata: nil)
        properties.add("tags", \.tags, slot: 2, get: {
            $0._tags
          }, set: {
            $0._tags = $1
          }, default: {
            []
          }, metadata: OpenSwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Tag.items))
        properties.index([\.timestamp], [\.title, \.timestamp])
        properties.unique([\.title])
      }
    }
    extension Item: nonisolated OpenSwiftData.PersistentModel, nonisolated Observation.Observable {
    }
    @available(*, unavailable, message: "Models never cross actors: \#
    pass the persistentModelID, and look the model up in the other context")
    extension Item: @unchecked Sendable {
    }
    """#
}
