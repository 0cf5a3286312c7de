extension SwiftDataError {
  /// A configuration's name can't be the name of a file.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters,
    "The configuration's name can't be the name of a file: it contains a slash or a NUL.")
  /// A configuration's name is too long for the name of a file.
  public static let configurationFileNameTooLong = SwiftDataError(
    .configurationFileNameTooLong, "The configuration's name is too long for the name of a file.")
  /// A configuration has models that the container does not have.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema,
    "A configuration has models that are not in the container's schema.")
  /// Two configurations of a container have the same name or the same file.
  public static let duplicateConfiguration = SwiftDataError(
    .duplicateConfiguration, "Two configurations of the container have the same name or the same file.")

  /// A custom store answered with a snapshot that is not its own.
  static func foreignSnapshot(_ identifier: PersistentIdentifier, _ store: String) -> SwiftDataError {
    let place = identifier.storeIdentifier.map { "of the store \($0)" } ?? "unsaved"
    return SwiftDataError(
      .dataStoreAnswer,
      "The store \(store) answered with \(identifier) (\(place)), which is no model of its schema and its identifier.")
  }

  /// A custom store saved a model without naming its permanent identifier.
  static func missingIdentifier(_ model: any PersistentModel, _ store: String) -> SwiftDataError {
    SwiftDataError(
      .dataStoreAnswer,
      "The store \(store) named no permanent identifier of its own for an inserted \(type(of: model)).")
  }

  static func duplicateConfiguration(_ name: String) -> SwiftDataError {
    SwiftDataError(
      .duplicateConfiguration, "Another configuration of the container has the name or the file of \(name).")
  }

  static func entityNotInContainer(_ entity: String, _ configuration: String) -> SwiftDataError {
    SwiftDataError(
      .configurationSchemaNotFoundInContainerSchema,
      "The configuration \(configuration) has the model \(entity), which is not in the container's schema.")
  }

  static func entityInTwoConfigurations(_ entity: String, _ one: String, _ other: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      "The model \(entity) belongs to the configurations \(one) and \(other): it is in the schemas of both, or a "
        + "relationship leads to it from one to the other. A model lives in one store, and so does what it relates to.")
  }

  static func entityInNoConfiguration(_ entity: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      "The model \(entity) of the container's schema is in the schema of no configuration, so it has no store.")
  }

  static let planForSeveralConfigurations = SwiftDataError(
    .loadIssueModelContainer,
    "A migration plan can't be used with several configurations: open each store with the plan of its own models first."
  )

  /// Two model types would share a table.
  static func namesakes(_ one: Schema.Entity, _ other: Schema.Entity, in schema: Schema) -> SwiftDataError {
    let types = [one, other].map { "\(String(reflecting: $0.properties.modelType))\(way(to: $0, in: schema))" }.sorted()
    return SwiftDataError(
      .loadIssueModelContainer,
      "Two model types of the schema are called \(one.name): \(types.joined(separator: " and ")). Leave one out, or "
        + "relate to the one of the same version.")
  }

  /// The relationship that leads to an entity, in a sentence; empty if none does.
  private static func way(to entity: Schema.Entity, in schema: Schema) -> String {
    let type = ObjectIdentifier(entity.properties.modelType)
    for owner in schema.entities where owner.properties !== entity.properties {
      let found = owner.properties.all.first { $0.destination.map { ObjectIdentifier($0) } == type }
      if let found { return " (\(String(reflecting: owner.properties.modelType)).\(found.name) leads to it)" }
    }
    return ""
  }

  /// A store was to be made without knowing its models.
  static func missingSchema(_ configuration: String) -> SwiftDataError {
    SwiftDataError(.loadIssueModelContainer, "The configuration \(configuration) has no schema.")
  }
}
