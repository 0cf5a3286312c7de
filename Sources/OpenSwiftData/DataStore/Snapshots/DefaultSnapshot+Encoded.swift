import Foundation

extension DefaultSnapshot {
  /// The values of a snapshot of another type, as it encodes them.
  init(encoded snapshot: some DataStoreSnapshot, _ properties: ModelProperties) throws {
    let decoder = JSONDecoder()
    decoder.userInfo[EncodedValues.propertiesKey] = properties
    let values = try decoder.decode(EncodedValues.self, from: JSONEncoder().encode(snapshot)).values
    self.init(persistentIdentifier: snapshot.persistentIdentifier, class: properties, values: values)
  }
}

/// The values that a snapshot encoded under the names of a model's properties.
private struct EncodedValues: Decodable {
  // The name is not empty and not one of a type, which is all that could make it nil.
  static let propertiesKey = CodingUserInfoKey(rawValue: "OpenSwiftData.properties")!

  var values: [String: SnapshotValue] = [:]

  init(from decoder: any Decoder) throws {
    guard let properties = decoder.userInfo[Self.propertiesKey] as? ModelProperties else { return }
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    for property in properties.all where container.contains(.modeledProperty(property.name)) {
      values[property.name] = try property.snapshotValue(in: container, forKey: .modeledProperty(property.name))
    }
  }
}
