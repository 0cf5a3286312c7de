/// A key path from a model through a composite property to one of its members, as in `\Item.size.width`.
///
/// It is recognised by its description: that of the property's own path, which has the address of the accessor, and the
/// member's name. Only stored members are named there, so a computed property is never taken for one.
struct CompositeKeyPath {
  let property: ModelProperty
  let column: ModelColumn

  /// - Complexity: formats the key path of each composite property; keep the result.
  init?(_ keyPath: AnyKeyPath, among properties: [ModelProperty]) {
    guard properties.contains(where: \.isComposite) else { return nil }
    RuntimeLayout.require(Self.areDescriptionsAsExpected, "the descriptions of key paths")
    let description = Self.withoutRoot(keyPath)
    for property in properties where property.isComposite {
      let prefix = Self.withoutRoot(property.keyPath)
      guard description.hasPrefix(prefix) else { continue }
      let member = description.dropFirst(prefix.count).filter { $0 != "?" && $0 != "!" }
      guard let column = property.columns.first(where: { $0.name == property.storedName + member }) else { continue }
      self.property = property
      self.column = column
      return
    }
    return nil
  }

  /// Without the root type: the path to an inherited property may begin at the subclass.
  private static func withoutRoot(_ keyPath: AnyKeyPath) -> Substring {
    "\(keyPath)".dropFirst("\\\(type(of: keyPath).rootType)".count)
  }

  private struct Value {
    var width = 0
    var area: Int { width * width }
  }

  private final class Sample {
    private var kept: Value?
    var value: Value { kept ?? Value() }
    var optional: Value? { kept }
  }

  /// Checked once, before the first path is recognised.
  private static let areDescriptionsAsExpected =
    withoutRoot(\Sample.value.width) == withoutRoot(\Sample.value) + ".width"
    && withoutRoot(\Sample.optional?.width).filter { $0 != "?" && $0 != "!" }
      == withoutRoot(\Sample.optional).filter { $0 != "?" && $0 != "!" } + ".width"
    && withoutRoot(\Sample.value.area) != withoutRoot(\Sample.value) + ".area"
    && withoutRoot(\Sample.value) != withoutRoot(\Sample.optional)
}
