/// Keeps a stored property of a model out of the store.
///
/// The property needs an initial value: that is what it holds in a model read from the store.
@attached(peer)
public macro Transient() = #externalMacro(module: "OpenSwiftDataMacros", type: "PropertyAnnotationMacro")
