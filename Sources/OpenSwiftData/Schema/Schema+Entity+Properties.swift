extension Schema.Entity {
  /// The stored properties with what the schema knows of them, in the order of their declaration.
  public var storedProperties: [any SchemaProperty] { properties.all.map(description) }

  /// The stored properties by their names.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    Dictionary(uniqueKeysWithValues: storedProperties.map { ($0.name, $0) })
  }

  /// The attributes; one that is a structure stands for its members too, see `storedProperties`.
  public var attributes: Set<Schema.Attribute> { Set(attributesByName.values) }

  /// The attributes by their names.
  public var attributesByName: [String: Schema.Attribute] {
    Dictionary(uniqueKeysWithValues: properties.all.filter { $0.destination == nil }.map { ($0.name, $0.attribute) })
  }

  /// The relationships, each with its other end.
  public var relationships: Set<Schema.Relationship> { Set(relationshipsByName.values) }

  /// The relationships by their names, each with its other end.
  public var relationshipsByName: [String: Schema.Relationship] {
    Dictionary(uniqueKeysWithValues: relations.map { ($0.property.name, Schema.Relationship($0)) })
  }

  /// The columns of each constraint that `.unique` and `#Unique` declare.
  public var uniquenessConstraints: [[String]] { properties.uniques }

  /// The columns of each index that `#Index` declares.
  public var indices: [[String]] { properties.indexes }

  private func description(of property: ModelProperty) -> any SchemaProperty {
    if let relation = relations.first(where: { $0.property === property }) { return Schema.Relationship(relation) }
    guard property.isComposite else { return property.attribute }
    return Schema.CompositeAttribute(
      attribute: property.attribute,
      properties: property.members.map { Schema.Attribute(name: $0.name, [], valueType: $0.type) })
  }
}

extension ModelProperty {
  /// What the schema knows of an attribute.
  fileprivate var attribute: Schema.Attribute {
    let declared = metadata as? Schema.Attribute
    return Schema.Attribute(
      name: name, declared?.options ?? [], valueType: type(of: keyPath as AnyKeyPath).valueType,
      originalName: declared?.originalName, hashModifier: declared?.hashModifier)
  }
}
