import Testing

@Suite struct ModelExpansionTests {
  @Test func theWholeExpansion() {
    let expansion = MacroExpansion(
      #"""
      @Model public final class Item {
        #Index<Item>([\.timestamp], [\.title, \.timestamp])
        #Unique<Item>([\.title])
        @Attribute(.unique, originalName: "name") public var title: String
        var done = false
        @Transient var cache = 0
        @Relationship(deleteRule: .cascade, inverse: \Tag.items) var tags: [Tag] = []
        public init(title: String) { self.title = title }
      }
      """#
    )
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.text == Self.wholeExpansion)
  }

  @Test func accessFollowsTheClass() {
    for access in ["public", "package"] {
      let text = MacroExpansion("@Model \(access) class A { var x: Int }").text
      #expect(text.contains("\(access) let _$record"))
      #expect(text.contains("\(access) required init(backingData:"))
      #expect(text.contains("\(access) class var _$properties"))
    }
    #expect(MacroExpansion("@Model open class A {}").text.contains("  public let _$record"))
    for access in ["internal", "fileprivate", "private"] {
      #expect(MacroExpansion("@Model \(access) class A {}").text.contains("  let _$record"))
    }
  }

  @Test func accessFollowsTheEnclosingExtension() {
    let handedDown = MacroExpansion("public extension SchemaV1 { @Model final class A {} }")
    #expect(handedDown.text.contains("  public let _$record"))
    #expect(handedDown.text.contains("extension SchemaV1.A: nonisolated OpenSwiftData.PersistentModel"))
    let overridden = MacroExpansion("public extension SchemaV1 { @Model internal final class A {} }")
    #expect(overridden.text.contains("  let _$record"))
    #expect(MacroExpansion("public enum SchemaV1 { @Model final class A {} }").text.contains("  let _$record"))
  }

  @Test func onlyMissingConformancesAreAdded() {
    let text = MacroExpansion("@Model class A: Observable {}", conformances: ["PersistentModel"]).text
    #expect(text.contains("extension A: nonisolated OpenSwiftData.PersistentModel {"))
    #expect(!text.contains("Sendable"))
  }

  @Test func membersWrittenByHandAreKept() {
    let text = MacroExpansion(
      """
      @Model class A {
        var x: Int
        let _$record = OpenSwiftData.ModelRecord()
        required init(backingData: any BackingData<A>) {}
        static let _$properties = OpenSwiftData.ModelProperties()
      }
      """
    ).text
    #expect(text.count(of: "_$record =") == 1)
    #expect(text.count(of: "init(backingData:") == 1)
    #expect(text.count(of: "static let _$properties") == 1)
  }

  @Test func otherMembersAreLeftAlone() {
    let expansion = MacroExpansion(
      """
      @Model class A {
        var sum: Int { 1 }
        var both: Int { get { 1 } set {} }
        static var shared = 1
        class var kind: Int { 1 }
        lazy var late = 1
        @Transient let token = 1
        @Transient var cache: Int?
        func f() {}
        struct Nested { let a = 1 }
      }
      """
    )
    #expect(expansion.diagnostics.isEmpty)
    #expect(!expansion.text.contains("_PersistedProperty"))
    #expect(expansion.text.contains(".build { _ in"))
  }

  @Test func slotsCountPersistedPropertiesOnly() {
    let text = MacroExpansion(
      "@Model class A {\n  var a: Int\n  var sum: Int { 1 }\n  @Transient var t = 1\n  private(set) var b: Int\n}"
    ).text
    #expect(text.contains("@OpenSwiftData._PersistedProperty(slot: 0)\n  var a"))
    #expect(text.contains("@OpenSwiftData._PersistedProperty(slot: 1)\n  private(set) var b"))
  }

  @Test func anExplicitSlotIsNotRepeated() {
    let text = MacroExpansion("@Model class A { @_PersistedProperty(slot: 0) var a: Int }").text
    #expect(!text.contains("@OpenSwiftData._PersistedProperty"))
  }

  @Test func qualifiedAnnotationsAreRead() {
    let text = MacroExpansion("@Model class A { @SwiftData.Attribute(.unique) var a: Int }").text
    #expect(text.contains("metadata: OpenSwiftData.Schema.Attribute(.unique)"))
    let bare = MacroExpansion("@Model class A { @Relationship var a: B? }").text
    #expect(bare.contains("metadata: OpenSwiftData.Schema.Relationship()"))
  }

  @Test func defaultsAreRepeatedAsWritten() {
    let text = MacroExpansion("@Model class A { var a: Kind = .first; var b: Int? = nil; var c: Int? }").text
    #expect(text.count(of: "default:") == 2)
    #expect(text.contains("default: { .first }"))
    #expect(text.contains("default: { nil }"))
  }

  @Test func backticksStayInKeyPathsOnly() {
    let text = MacroExpansion("@Model class A { var `default`: Int }").text
    #expect(text.contains(#"properties.add("default", \.`default`, slot: 0"#))
    #expect(text.contains("_default = .fault"))
  }
}

extension ModelExpansionTests {
  fileprivate static let wholeExpansion = #"""
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
        properties.add("title", \.title, slot: 0, get: { $0._title }, set: { $0._title = $1 }, \#
    metadata: OpenSwiftData.Schema.Attribute(.unique, originalName: "name"))
        properties.add("done", \.done, slot: 1, get: { $0._done }, set: { $0._done = $1 }, default: { false }, metadata: nil)
        properties.add("tags", \.tags, slot: 2, get: { $0._tags }, set: { $0._tags = $1 }, default: { [] }, \#
    metadata: OpenSwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Tag.items))
        properties.index([\.timestamp], [\.title, \.timestamp])
        properties.unique([\.title])
      }
    }
    extension Item: nonisolated OpenSwiftData.PersistentModel, nonisolated Observation.Observable {}
    @available(*, unavailable, message: "Models never cross actors: \#
    pass the persistentModelID, and look the model up in the other context")
    extension Item: @unchecked Sendable {}
    """#
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
