/// The first component of a key path, as the runtime lays it out.
///
/// The layout is that which Foundation reads to check the key paths of predicates.
/// Source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/KeyPath.swift
struct KeyPathComponent {
  let header: UInt32
  let identity: UInt
  /// The size of all components together, with their flags.
  let size: UInt32

  init(_ keyPath: AnyKeyPath) {
    // Sound: a key path is a native object whose buffer begins after the object header and one pointer; it holds a
    // header word and at least one component, of which a computed one begins with its flags and its identity.
    let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
    let buffer = 2 * MemoryLayout<Int>.stride + MemoryLayout<Int>.stride
    size = object.load(fromByteOffset: buffer, as: UInt32.self) & 0x00FF_FFFF
    // The path that leads nowhere else has no component.
    header =
      size == 0 ? 0 : object.load(fromByteOffset: buffer + MemoryLayout<Int>.stride, as: UInt32.self)
    identity =
      Self.isComputed(header) ? object.load(fromByteOffset: buffer + 2 * MemoryLayout<Int>.stride, as: UInt.self) : 0
  }

  /// Whether the key path was formed through a requirement of a protocol, so that it does not equal that of the property
  /// which a type meets the requirement with.
  var isRequirement: Bool { isInWitnessTable || (hasArguments && identity == Self.identifiableIdentity) }

  /// Whether the key path is that of a model's own `id`, which is a member of an extension of `PersistentModel`.
  var isModelIdentifier: Bool { identity != 0 && identity == Self.modelIdentity }

  private static func isComputed(_ header: UInt32) -> Bool { (header >> 24) & 0x7F == 2 }
  private var hasArguments: Bool { Self.isComputed(header) && header & 0x0008_0000 != 0 }
  private var isInWitnessTable: Bool { hasArguments && header & 0x0010_0000 != 0 }

  /// The identity of `Identifiable.id`, whose protocol is in a library of its own.
  private static let identifiableIdentity = KeyPathComponent(identifiableKeyPath(Sample.self)).identity

  /// The identity of `PersistentModel.id`, which generic code can't name: there `id` is the requirement of `Identifiable`.
  private static let modelIdentity = KeyPathComponent(\ModelSample.id).identity

  private struct Sample: Identifiable { var id = 0 }

  private static func identifiableKeyPath<Value: Identifiable>(_: Value.Type) -> AnyKeyPath { \Value.id }
}
