/// What ``Model()`` puts on each property it persists. Not to be written by hand.
///
/// - Parameter slot: The number of the property among the persisted ones of its class.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(
  slot: Int
) = #externalMacro(module: "OpenSwiftDataMacros", type: "PersistedPropertyMacro")
