import Testing

@Suite struct PropertyExpansionTests {
  @Test func theWholeExpansion() {
    let expansion = MacroExpansion(
      """
      class Item {
        @_PersistedProperty(slot: 3)
        var title: String
      }
      """
    )
    #expect(
      expansion.text == #"""
        class Item {
          var title: String {
          @storageRestrictions(initializes: _title)
          init(initialValue) {
            _title = OpenSwiftData.PersistedValue.loaded(initialValue)
          }
          get {
            _$record.read(self, \.title, slot: 3, _title)
          }
          set {
            _$record.write(self, \.title, slot: 3, newValue, old: _title) {
              _title = $0
            }
          }
          }
          private var _title: OpenSwiftData.PersistedValue<String>
        }
        """#)
  }

  @Test func theStorageHasTheWrittenType() {
    #expect(storage(of: "var a: [String: Int] = [:]") == "_a: OpenSwiftData.PersistedValue<[String: Int]>")
    #expect(storage(of: "public private(set) var a: Int?") == "_a: OpenSwiftData.PersistedValue<Int?>")
    #expect(storage(of: "var a: Int!") == "_a: OpenSwiftData.PersistedValue<Int?>")
    #expect(storage(of: "var `in`: Int") == "_in: OpenSwiftData.PersistedValue<Int>")
    #expect(storage(of: "var a: Int = 0 { didSet {} }") == "_a: OpenSwiftData.PersistedValue<Int>")
  }

  /// So that an initialiser which assigns it last goes through the setter.
  @Test func theStorageOfARelationshipWithoutInitialValueHasOne() {
    #expect(
      storage(of: "@Relationship var a: [B]")
        == "_a: OpenSwiftData.PersistedValue<[B]> = OpenSwiftData.PersistedValue.fault")
    #expect(storage(of: "@Relationship var a: [B] = []") == "_a: OpenSwiftData.PersistedValue<[B]>")
    #expect(storage(of: "var a: [B]") == "_a: OpenSwiftData.PersistedValue<[B]>")
  }

  @Test func theStorageInfersItsTypeFromTheInitialValue() {
    #expect(storage(of: "var a = Size(w: 1)") == "_a = OpenSwiftData.PersistedValue.fault(of: Size(w: 1))")
  }

  private func storage(of property: String) -> String? {
    let text = MacroExpansion("class A {\n  @_PersistedProperty(slot: 0)\n  \(property)\n}").text
    let declarations = text.split(separator: "\n").filter { $0.contains("private var _") }
    return declarations.first.map { String($0.trimmingPrefix("  private var ")) }
  }
}
