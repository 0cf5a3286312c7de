import DocketLocking

/// Which properties the key paths name that were formed through the requirements of protocols.
///
/// Such a key path does not equal that of the property and does not say its name. So an instance is filled with samples
/// and the key path is read: what answers with a property's own samples, round after round, is that property.
enum RequirementKeyPaths {
  private struct Answers: @unchecked Sendable {
    // Sound: the key paths of predicates and sort descriptors are Sendable; only the mutex hands the table out.
    var meanings: [AnyKeyPath: KeyPathMeaning] = [:]

    mutating func keep(_ meaning: KeyPathMeaning, of keyPath: Key) { meanings[keyPath.keyPath] = meaning }
  }

  private struct Key: @unchecked Sendable {
    // Sound: see `Answers`.
    let keyPath: AnyKeyPath
  }

  private static let answers = Lock(Answers())

  static func meaning(of keyPath: AnyKeyPath, in properties: ModelProperties) -> KeyPathMeaning {
    if let known = answers.withLock({ [key = Key(keyPath: keyPath)] in $0.meanings[key.keyPath] }) { return known }
    let meaning = KeyPathComponent(keyPath).isRequirement ? learn(keyPath, properties) : .unknown
    answers.withLock { [key = Key(keyPath: keyPath)] in $0.keep(meaning, of: key) }
    return meaning
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
  /// An instance that belongs to no context, with a value in each property; nil if a property has none to offer.
  fileprivate func makeSample() -> (any PersistentModel)? {
    let model = makeFault()
    for property in all {
      property.loadPlaceholder(into: model)
      guard (property.storage(of: model) as? any MaybeFault)?.isFault == false else { return nil }
    }
    return model
  }
}

/// A stored property's value or its absence, without its type.
private protocol MaybeFault {
  var isFault: Bool { get }
}

extension PersistedValue: MaybeFault {
  fileprivate var isFault: Bool {
    if case .fault = self { true } else { false }
  }
}
