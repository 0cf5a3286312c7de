/// The first component of a key path, read from the runtime's layout.
///
/// Foundation reads the same layout to check the key paths of predicates; a self-test stops the program if it changed.
/// Source: https://github.com/swiftlang/swift/blob/main/stdlib/public/core/KeyPath.swift
struct KeyPathComponent {
  fileprivate let header: UInt32
  fileprivate let identity: UInt
  /// The size of all components together, with their flags.
  fileprivate let size: UInt32

  init(_ keyPath: AnyKeyPath) {
    Self.layout.require()
    self.init(reading: keyPath)
  }

  private init(reading keyPath: AnyKeyPath) {
    // Sound: a key path is a native object whose buffer begins after the object header and one pointer; it holds a
    // header word and at least one component, of which a computed one begins with its flags and its identity.
    let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
    let buffer = 2 * MemoryLayout<Int>.stride + MemoryLayout<Int>.stride
    size = object.load(fromByteOffset: buffer, as: UInt32.self) & 0x00FF_FFFF
    // `\.self` has no component.
    header =
      size == 0 ? 0 : object.load(fromByteOffset: buffer + MemoryLayout<Int>.stride, as: UInt32.self)
    identity =
      Self.isComputed(header) ? object.load(fromByteOffset: buffer + 2 * MemoryLayout<Int>.stride, as: UInt.self) : 0
  }

  /// Whether the key path was formed through a protocol's requirement, so that it does not equal that of the property
  /// which meets the requirement.
  var isRequirement: Bool { isInWitnessTable || (hasArguments && identity == Self.identifiableIdentity) }

  /// Whether the key path is that of a model's own `id`, which is a member of an extension of `PersistentModel`.
  var isModelIdentifier: Bool { identity != 0 && identity == Self.modelIdentity }

  private static func isComputed(_ header: UInt32) -> Bool { (header >> 24) & 0x7F == 2 }
  private var hasArguments: Bool { Self.isComputed(header) && header & 0x0008_0000 != 0 }
  private var isInWitnessTable: Bool { hasArguments && header & 0x0010_0000 != 0 }

  /// The identity of `Identifiable.id`, whose protocol is in a library of its own.
  private static let identifiableIdentity = KeyPathComponent(reading: identifiableKeyPath(Sample.self)).identity

  /// The identity of `PersistentModel.id`, which generic code can't name: there `id` is the requirement of
  /// `Identifiable`.
  private static let modelIdentity = KeyPathComponent(reading: \ModelSample.id).identity

  private struct Sample: Identifiable { var id = 0 }

  private static func identifiableKeyPath<Value: Identifiable>(_: Value.Type) -> AnyKeyPath { \Value.id }
}

/// What the key paths to one property have in common, whichever class of a hierarchy they start from.
///
/// `\BusinessTrip.name` does not equal `\Trip.name`, but both have one component, which is the same.
struct KeyPathShape: Hashable {
  private let size: UInt32
  private let header: UInt32
  private let identity: UInt
  private let valueType: ObjectIdentifier

  init(_ keyPath: AnyKeyPath) {
    let component = KeyPathComponent(keyPath)
    (size, header, identity) = (component.size, component.header, component.identity)
    valueType = ObjectIdentifier(type(of: keyPath).valueType)
  }
}

/// A requirement of this library, for the key paths that are formed through it.
private protocol Numbered { var number: Int { get } }

private final class NumberedSample: Numbered {
  var stored = 0
  var number: Int { stored }
  var other: Int { stored + 1 }

  static func requirement<Value: Numbered>(_: Value.Type) -> AnyKeyPath { \Value.number }
}

extension KeyPathComponent {
  /// Tested once, before the first key path is read.
  private static let layout = Layout()

  private struct Layout {
    private let isAsExpected: Bool

    init() {
      let component = { (keyPath: AnyKeyPath) in KeyPathComponent(reading: keyPath) }
      let (number, other) = (component(\NumberedSample.number), component(\NumberedSample.other))
      let requirement = component(NumberedSample.requirement(NumberedSample.self))
      let identifiable = component(identifiableKeyPath(Sample.self))
      isAsExpected =
        component(\NumberedSample.self).size == 0
        && !isComputed(component(\NumberedSample.stored).header) && component(\NumberedSample.stored).identity == 0
        && isComputed(number.header) && number.identity != 0 && number.identity != other.identity
        && number.identity == component(\NumberedSample.number).identity && number.size == other.size
        && component(\NumberedSample.number.description).size > number.size
        && !number.isRequirement && requirement.isRequirement && identifiable.isRequirement
        && !component(\Sample.id).isRequirement
    }

    func require() { RuntimeLayout.require(isAsExpected, "key paths") }
  }
}

/// A model without properties, for the key paths that all models have.
private final class ModelSample: PersistentModel {
  static let _$properties = ModelPropertiesBuilder<ModelSample>.build { _ in }
  let _$record = ModelRecord()

  init(backingData: any BackingData<ModelSample>) {}
}
