/// What ``Model()`` puts on each property it persists. Not to be written by hand.
///
/// - Parameters:
///   - slot: The number of the property among the persisted ones of its class.
///   - followsInherited: Whether the persisted properties of a superclass come before those of the class.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(
  slot: Int, followsInherited: Bool = false
) = #externalMacro(module: "OpenSwiftDataMacros", type: "PersistedPropertyMacro")
