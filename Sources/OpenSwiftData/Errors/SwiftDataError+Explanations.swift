/// Errors whose explanations name the models, properties and values in question.
extension SwiftDataError {
  /// The error with the property where it happened.
  func naming(_ type: any PersistentModel.Type, _ property: String) -> SwiftDataError {
    SwiftDataError(kind, "\(type).\(property): \(explanation)")
  }

  /// - Parameter name: an entity, or an entity and a property.
  static func notReplicated(_ name: String) -> SwiftDataError {
    SwiftDataError(
      .configurationSchemaNotFoundInContainerSchema,
      "\(name) can't be replicated: only entities of the container's schema can, without inheritance.")
  }

  static func unknownSchema(_ type: any PersistentModel.Type) -> SwiftDataError {
    SwiftDataError(.unknownSchema, "\(type) is not in the container's schema.")
  }

  static func unsupportedKeyPath(_ explanation: String) -> SwiftDataError {
    SwiftDataError(.unsupportedKeyPath, explanation)
  }

  static let unknownPrimaryKey = SwiftDataError(.unknownPrimaryKey, "Primary keys are integers above zero.")

  static let migrationIsOver = SwiftDataError(
    .migrationIsOver, "The context belongs to a migration, which is over: use a context of the container.")

  static func rowGone(_ identifier: PersistentIdentifier) -> SwiftDataError {
    SwiftDataError(.rowGone, "\(identifier) was deleted in the meantime.")
  }

  static func unstorableValue(_ value: String) -> SwiftDataError {
    SwiftDataError(.unstorableValue, "\(value) can't be stored without loss.")
  }

  static func unreadableValue(_ value: String) -> SwiftDataError {
    SwiftDataError(.unreadableValue, "The store holds a value that the schema can't read: \(value).")
  }

  static func missingValue(_ property: String) -> SwiftDataError {
    SwiftDataError(.missingValue, "The property \(property) was never given a value.")
  }

  static func missingTarget(_ property: String) -> SwiftDataError {
    SwiftDataError(
      .missingValue,
      "\(property) is required but has no model: it was deleted, or never set. "
        + "Delete both, give it another model, or declare the property optional.")
  }

  /// The error for a row that SQLite refused; SQLite's message names the columns.
  static func uniqueConstraint(_ error: SQLiteError) -> SwiftDataError {
    let columns = error.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? error.message
    return SwiftDataError(.uniqueConstraint, "Another row has the same unique value: \(columns).")
  }

  /// The error for a new model with the unique values of a row of another class, which can't change its class.
  static func uniqueValueOfOtherClass(_ entity: String) -> SwiftDataError {
    SwiftDataError(
      .uniqueConstraint,
      "A row of another class has the unique value of the new \(entity): delete that row, or give the model another value."
    )
  }

  static func deletionDenied(_ identifier: PersistentIdentifier, by property: String) -> SwiftDataError {
    SwiftDataError(.deletionDenied, "\(identifier) can't be deleted: its \(property) must be empty first.")
  }

  static func relationshipCount(_ property: String, _ count: Int, _ bounds: String) -> SwiftDataError {
    SwiftDataError(.relationshipCount, "\(property) holds \(count) models; it must hold \(bounds).")
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

  static func missingSchema(_ configuration: String) -> SwiftDataError {
    SwiftDataError(.loadIssueModelContainer, "The configuration \(configuration) has no schema.")
  }

  /// The error for two model types that would share a table.
  static func namesakes(_ one: Schema.Entity, _ other: Schema.Entity, in schema: Schema) -> SwiftDataError {
    let types = [one, other].map { "\(String(reflecting: $0.properties.modelType))\(way(to: $0, in: schema))" }.sorted()
    return SwiftDataError(
      .loadIssueModelContainer,
      "Two model types of the schema are called \(one.name): \(types.joined(separator: " and ")). Leave one out, or "
        + "relate to the one of the same version.")
  }

  /// The relationship to an entity, in a sentence; empty if there is none.
  private static func way(to entity: Schema.Entity, in schema: Schema) -> String {
    let type = ObjectIdentifier(entity.properties.modelType)
    for owner in schema.entities where owner.properties !== entity.properties {
      let found = owner.properties.all.first { $0.destination.map { ObjectIdentifier($0) } == type }
      if let found { return " (\(String(reflecting: owner.properties.modelType)).\(found.name) leads to it)" }
    }
    return ""
  }

  /// The error for a snapshot of a custom store that is not its own.
  static func foreignSnapshot(_ identifier: PersistentIdentifier, _ store: String) -> SwiftDataError {
    let place = identifier.storeIdentifier.map { "of the store \($0)" } ?? "unsaved"
    return SwiftDataError(
      .dataStoreAnswer,
      "The store \(store) answered with \(identifier) (\(place)), which is not a model of its schema under its own identifier."
    )
  }

  /// The error for a custom store that saved a model without returning its permanent identifier.
  static func missingIdentifier(_ model: any PersistentModel, _ store: String) -> SwiftDataError {
    SwiftDataError(
      .dataStoreAnswer,
      "The store \(store) returned no permanent identifier of its own for an inserted \(type(of: model)).")
  }

  /// The error for a snapshot type that lost the class of a model.
  static func classlessSnapshot(_ snapshot: Any.Type, _ entity: String) -> SwiftDataError {
    SwiftDataError(
      .dataStoreAnswer,
      "\(snapshot) does not record that a model is a \(entity), which inherits from another class: give it an entityName, "
        + "set it to that of BackingData.Model when it is created, and encode it.")
  }
}
