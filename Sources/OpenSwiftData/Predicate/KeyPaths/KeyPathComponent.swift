/// The first component of a key path, read from the runtime's layout.
///
/// Foundation reads the same layout for predicates; a self-test stops the program if it changed. Source:
/// https://github.com/swiftlang/swift/blob/main/stdlib/public/core/KeyPath.swift
struct KeyPathComponent {
  fileprivate let header: UInt32
  fileprivate let identity: UInt
  /// The size of all components with their flags.
  fileprivate let size: UInt32

  init(_ keyPath: AnyKeyPath) {
    Self.layout.require()
    self.init(reading: keyPath)
  }

  private init(reading keyPath: AnyKeyPath) {
    // Sound: a key path is a native object whose buffer follows the object header and one pointer: a header word and at
    // least one component; a computed one begins with its flags and identity.
    let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
    let buffer = 2 * MemoryLayout<Int>.stride + MemoryLayout<Int>.stride
    size = object.load(fromByteOffset: buffer, as: UInt32.self) & 0x00FF_FFFF
    // `\.self` has no component.
    header =
      size == 0 ? 0 : object.load(fromByteOffset: buffer + MemoryLayout<Int>.stride, as: UInt32.self)
    identity =
      Self.isComputed(header) ? object.load(fromByteOffset: buffer + 2 * MemoryLayout<Int>.stride, as: UInt.self) : 0
  }

  /// Whether the key path names a protocol's requirement, so that it doesn't equal that of the property meeting it.
  var isRequirement: Bool { isInWitnessTable || (hasArguments && identity == Self.identifiableIdentity) }

  /// Whether it is the key path of a model's own `id`, from an extension of `PersistentModel`.
  var isModelIdentifier: Bool { identity != 0 && identity == Self.modelIdentity }

  private static func isComputed(_ header: UInt32) -> Bool { (header >> 24) & 0x7F == 2 }
  private var hasArguments: Bool { Self.isComputed(header) && header & 0x0008_0000 != 0 }
  private var isInWitnessTable: Bool { hasArguments && header & 0x0010_0000 != 0 }

  /// The identity of `Identifiable.id`, whose protocol is in another library.
  private static let identifiableIdentity = KeyPathComponent(reading: identifiableKeyPath(Sample.self)).identity

  /// The identity of `PersistentModel.id`; in generic code `id` would be the requirement of `Identifiable`.
  private static let modelIdentity = KeyPathComponent(reading: \ModelSample.id).identity

  private struct Sample: Identifiable { var id = 0 }

  private static func identifiableKeyPath<Value: Identifiable>(_: Value.Type) -> AnyKeyPath { \Value.id }
}

/// What key paths to one property have in common, from any class of a hierarchy.
///
/// `\BusinessTrip.name` does not equal `\Trip.name`, but their single components are equal.
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

/// A requirement of this library, for key paths through it.
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

/// A model without properties, for key paths that all models have.
private final class ModelSample: PersistentModel {
  static let _$properties = ModelPropertiesBuilder<ModelSample>.build { _ in }
  let _$record = ModelRecord()

  init(backingData: any BackingData<ModelSample>) {}
}
