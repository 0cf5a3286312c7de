extension ModelConfiguration: Hashable {
  /// Whether both describe the same store of the same models.
  public static func == (left: ModelConfiguration, right: ModelConfiguration) -> Bool {
    left.name == right.name && left.url == right.url && left.isStoredInMemoryOnly == right.isStoredInMemoryOnly
      && left.allowsSave == right.allowsSave && left.schema == right.schema
  }

  /// Hashes the name and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The name, the place and the models on one line.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "memory" : url.path
    let models = schema?.entities.map(\.name).joined(separator: ", ") ?? "the container's models"
    return "ModelConfiguration \(name) at \(place)\(allowsSave ? "" : ", read-only"): \(models)"
  }
}
