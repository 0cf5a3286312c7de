/// What a key path of a model type names.
enum KeyPathMeaning: Sendable {
  case property(ModelProperty)
  case identifier
  /// Something only Swift can evaluate, such as a computed property.
  case unknown
}

extension ModelProperties {
  /// What a key path names.
  ///
  /// - Complexity: one look-up, except when a key path through a protocol is first seen.
  func meaning(of keyPath: AnyKeyPath) -> KeyPathMeaning {
    if let property = property(for: keyPath) { return .property(property) }
    if namesIdentifier(keyPath) { return .identifier }
    return RequirementKeyPaths.meaning(of: keyPath, in: self)
  }

  /// A model may declare an `id` of any type.
  private func namesIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    guard type(of: keyPath).valueType == PersistentIdentifier.self else { return false }
    return isIdentifier(keyPath) || KeyPathComponent(keyPath).isModelIdentifier
  }
}

/// Finds the properties named by key paths through protocol requirements.
///
/// Such a key path neither equals the property's nor contains its name, so an instance is filled with samples and read
/// by the key path: the property is the one whose samples come back in every round.
private enum RequirementKeyPaths {
  private static let answers = LearnedAnswers<AnyKeyPath, KeyPathMeaning>()

  static func meaning(of keyPath: AnyKeyPath, in properties: ModelProperties) -> KeyPathMeaning {
    answers.answer(for: keyPath) {
      KeyPathComponent(keyPath).isRequirement ? learn(keyPath, properties) : .unknown
    }
  }

  private static func learn(_ keyPath: AnyKeyPath, _ properties: ModelProperties) -> KeyPathMeaning {
    var samples = ColumnSamples()
    guard let model = properties.makeSample() else { return .unknown }
    if model[keyPath: keyPath] as? PersistentIdentifier == identifier(of: model) { return .identifier }
    let valueType = type(of: keyPath).valueType
    var candidates = properties.stored.filter { type(of: $0.keyPath).valueType == valueType }
    for _ in 0..<ColumnSamples.rounds where !candidates.isEmpty {
      candidates = candidates.filter { property in
        guard let sample = samples.next(for: property), (try? property.restore(sample, in: model)) != nil,
          let answer = model[keyPath: keyPath], let value = try? SQLiteValue(captured: answer)
        else { return false }
        return value == sample
      }
    }
    return candidates.count == 1 ? .property(candidates[0]) : .unknown
  }

  private static func identifier<Model: PersistentModel>(of model: Model) -> PersistentIdentifier {
    model.persistentModelID
  }
}

extension ModelProperties {
  /// An unregistered instance with a value in each property; nil if a property has no samples.
  fileprivate func makeSample() -> (any PersistentModel)? {
    let model = makeFault()
    for property in all {
      property.loadPlaceholder(into: model)
      guard (property.storage(of: model) as? any PossibleFault)?.isFault == false else { return nil }
    }
    return model
  }
}

/// A stored property's value or absence, type-erased.
private protocol PossibleFault {
  var isFault: Bool { get }
}

extension PersistedValue: PossibleFault {
  fileprivate var isFault: Bool {
    if case .fault = self { true } else { false }
  }
}
