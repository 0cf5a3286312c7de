import Foundation

extension PredicateTranslator {
  /// A predicate as SQL.
  struct Translation {
    /// Nil if every row may match.
    let condition: SQLText?
    /// Whether the condition says the whole predicate; otherwise it matches a superset of the rows.
    let isExact: Bool
    /// The texts by which full-text indexes narrow the rows.
    let lookUps: [FullTextCandidates]
    /// Whether texts of rows are searched.
    let searchesTexts: Bool
    /// What the condition looks at.
    let dependencies: QueryDependencies

    /// The same translation with another condition.
    func with(_ condition: SQLText?) -> Translation {
      Translation(
        condition: condition, isExact: isExact, lookUps: lookUps, searchesTexts: searchesTexts,
        dependencies: dependencies)
    }
  }

  /// Translates a predicate over the fetched entity: the whole of it, or what can be said of it.
  mutating func translate<Model: PersistentModel>(_ predicate: Predicate<Model>) -> Translation {
    set(predicate.variable.key, to: .entity(SQLEntity(alias: Self.rootAlias, table: table)))
    let superset = superset(of: predicate.expression)
    dropUnused(by: superset.sql)
    return Translation(
      condition: superset.sql.map { SQLText(sql: $0, arguments: arguments) }, isExact: superset.isExact,
      lookUps: lookUps, searchesTexts: searchesTexts, dependencies: dependencies)
  }

  /// What is true wherever a node is true; nil SQL is true everywhere.
  struct Superset {
    let sql: String?
    let isExact: Bool
  }

  /// - Parameter tellsFailures: whether a row for which the node fails has to be told from one for which it is false,
  ///   because what the node is a part of may be true all the same.
  mutating func superset(of node: Any, tellsFailures: Bool = false) -> Superset {
    if let junction = node as? any SQLJunction { return junction.superset(&self, tellsFailures: tellsFailures) }
    guard let sql = try? attempt({ try $0.narrowed($0.condition(node)) }) else {
      return Superset(sql: nil, isExact: false)
    }
    return Superset(sql: sql, isExact: true)
  }
}

/// A node of which a part can be said without the others.
protocol SQLJunction {
  func superset(_ translator: inout PredicateTranslator, tellsFailures: Bool) -> PredicateTranslator.Superset
}
