/// What the key paths to a property have in common, whichever class of a hierarchy they begin at.
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
