/// A model without properties, whose key paths stand for those that all models have.
final class ModelSample: PersistentModel {
  static let _$properties = ModelPropertiesBuilder<ModelSample>.build { _ in }
  let _$record = ModelRecord()

  init(backingData: any BackingData<ModelSample>) {}
}
