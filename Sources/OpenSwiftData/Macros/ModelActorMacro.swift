/// Gives an actor a model context and a serial executor of its own.
///
/// The actor conforms to ``ModelActor`` and gets `init(modelContainer:)`. Initialisers written by hand
/// set `modelExecutor` and `modelContainer` themselves; with a stored property that has no initial value,
/// they are the only ones.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "OpenSwiftDataMacros", type: "ModelActorMacro")
