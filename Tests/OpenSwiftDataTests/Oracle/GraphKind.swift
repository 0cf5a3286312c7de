import OpenSwiftData

/// The entities of the graph, each with a number that an oracle knows its models by.
enum GraphKind: String, CaseIterable, Sendable {
  case folder, sheet, label, cover, padlock, team, player

  /// Makes a model; a padlock or a team needs one that it leads to.
  func make(_ number: Int, leadingTo other: (any PersistentModel)?) -> (any PersistentModel)? {
    switch self {
    case .folder: return Folder("\(number)")
    case .sheet: return Sheet("\(number)")
    case .label: return Label("\(number)")
    case .cover: return Cover("\(number)")
    case .player: return Player("\(number)")
    case .padlock:
      guard let folder = other as? Folder else { return nil }
      let padlock = Padlock(folder)
      padlock.keys = number
      return padlock
    case .team:
      guard let player = other as? Player else { return nil }
      let team = Team([player])
      team.name = "\(number)"
      return team
    }
  }

  static func number(of model: any PersistentModel) -> Int {
    switch model {
    case let model as Folder: Int(model.name) ?? 0
    case let model as Sheet: Int(model.title) ?? 0
    case let model as Label: Int(model.name) ?? 0
    case let model as Cover: Int(model.colour) ?? 0
    case let model as Player: Int(model.name) ?? 0
    case let model as Padlock: model.keys
    case let model as Team: Int(model.name) ?? 0
    default: 0
    }
  }

  func all(in context: ModelContext) throws -> [any PersistentModel] {
    switch self {
    case .folder: try context.fetch(FetchDescriptor<Folder>())
    case .sheet: try context.fetch(FetchDescriptor<Sheet>())
    case .label: try context.fetch(FetchDescriptor<Label>())
    case .cover: try context.fetch(FetchDescriptor<Cover>())
    case .player: try context.fetch(FetchDescriptor<Player>())
    case .padlock: try context.fetch(FetchDescriptor<Padlock>())
    case .team: try context.fetch(FetchDescriptor<Team>())
    }
  }

  /// What a new model has to lead to.
  var needs: GraphKind? {
    switch self {
    case .padlock: .folder
    case .team: .player
    default: nil
    }
  }
}
