import Testing

@Suite("@Model on classes that inherit from models")
struct InheritanceExpansionTests {
  @Test func aSubclassContinuesItsSuperclass() {
    let source = "@Model public class Business: Trip {\n  var perdiem: Double\n}"
    let expansion = MacroExpansion(source, conformances: [])
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.text == Self.subclass)
  }

  private static let subclass = #"""
    public class Business: Trip {
      @OpenSwiftData._PersistedProperty(slot: 0, followsInherited: true)
      var perdiem: Double
      public required init(backingData: any OpenSwiftData.BackingData<_$Root>) {
        _perdiem = .fault
        super.init(backingData: backingData)
      }
      public override class var _$properties: OpenSwiftData.ModelProperties {
        _$table
      }
      private static let _$table: OpenSwiftData.ModelProperties = \#
    OpenSwiftData.ModelPropertiesBuilder<Business>.build(inheriting: Trip._$properties) { properties in
        properties.add("perdiem", \.perdiem, slot: 0, get: { $0._perdiem }, set: { $0._perdiem = $1 }, metadata: nil)
      }
      private static let _$firstSlot = Trip._$properties.count
    }
    """#

  @Test func theSlotsOfASubclassComeAfterThoseOfItsSuperclass() {
    let text = MacroExpansion("class B: A {\n  @_PersistedProperty(slot: 2, followsInherited: true) var x: Int\n}").text
    #expect(text.contains("_$record.read(self, \\.x, slot: Self._$firstSlot + 2, _x)"))
    #expect(text.contains("_$record.write(self, \\.x, slot: Self._$firstSlot + 2, newValue, old: _x)"))
  }

  @Test func aClassThatMayHaveSubclassesLetsThemOverrideItsTable() {
    let text = MacroExpansion("@Model class A { var x: Int }").text
    #expect(text.contains("  class var _$properties: OpenSwiftData.ModelProperties {\n    _$table\n  }"))
    #expect(text.contains("  private static let _$table: OpenSwiftData.ModelProperties"))
    #expect(text.contains("  typealias _$Root = A"))
    #expect(text.contains("@OpenSwiftData._PersistedProperty(slot: 0)"))
  }

  @Test func aFinalClassPaysNothing() {
    let text = MacroExpansion("@Model final class A { var x: Int }").text
    #expect(text.contains("  static let _$properties: OpenSwiftData.ModelProperties"))
    #expect(!text.contains("_$Root") && !text.contains("_$table") && !text.contains("_$firstSlot"))
  }

  @Test func aProtocolIsNoSuperclass() {
    let text = MacroExpansion("@Model class A: Codable { var x: Int }").text
    #expect(text.contains("private static var _$firstSlot: Int { 0 }"))
    #expect(text.contains("let _$record = OpenSwiftData.ModelRecord()"))
    let byHand = MacroExpansion("@Model class B: SwiftData.PersistentModel {}", conformances: []).text
    #expect(byHand.contains("let _$record") && !byHand.contains("override"))
  }

  @Test func severalLevelsKnowTheRootByOneName() {
    let text = MacroExpansion("@Model final class C: Outer.B {}", conformances: []).text
    #expect(text.contains("required init(backingData: any OpenSwiftData.BackingData<_$Root>) {\n    super.init"))
    #expect(text.contains("build(inheriting: Outer.B._$properties)"))
    #expect(text.contains("override class var _$properties") && !text.contains("typealias"))
  }
}
