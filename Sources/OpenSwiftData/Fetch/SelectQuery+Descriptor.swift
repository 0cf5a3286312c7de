import Foundation

extension SelectQuery {
  /// Translates a descriptor.
  ///
  /// - Parameters:
  ///   - pending: the entities of which there are unsaved changes; what looks at them through a relationship is left to
  ///     memory.
  ///   - residual: set to what SQL can't say and memory has to do; the query then returns a superset.
  ///   - fullTextUse: how full-text indexes may narrow the rows.
  /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a descriptor has nothing to sort by.
  init<Model>(
    _ descriptor: FetchDescriptor<Model>, in store: SQLiteStore, pending: Set<EntityIdentity> = [],
    fullTextUse: FullTextUse = .trigrams, residual: inout FetchResidual<Model>?
  ) throws {
    let table = try store.table(for: Model.self)
    self.table = table
    columns = Self.columns(descriptor.propertiesToFetch, table)
    prefetched = descriptor.relationshipKeyPathsForPrefetching.compactMap {
      table.properties.property(for: $0) as? RelationshipProperty
    }
    let translation = descriptor.predicate.map {
      Self.translation(of: $0, table, store, pending, fullTextUse)
    }
    condition = Self.condition(translation?.condition, of: table)
    lookUps = translation?.lookUps ?? []
    searchesAllTexts = translation?.searchesTexts ?? false && lookUps.isEmpty
    let columns = try SortColumns.columns(of: descriptor.sortBy, table)
    order = (columns ?? []) + [Self.tieBreak(descriptor.sortBy)]
    var dependencies = translation?.dependencies ?? QueryDependencies()
    dependencies.insert(nil, of: table.identity)
    for column in order { dependencies.insert(column.property, of: table.identity) }
    self.dependencies = dependencies
    residual = FetchResidual(
      descriptor, needsPredicate: translation?.isExact == false, needsOrder: columns == nil)
    limit = residual == nil ? descriptor.fetchLimit : nil
    offset = residual == nil ? descriptor.fetchOffset : nil
  }

  private static func translation<Model: PersistentModel>(
    of predicate: Predicate<Model>, _ table: EntityTable, _ store: SQLiteStore, _ pending: Set<EntityIdentity>,
    _ fullTextUse: FullTextUse
  ) -> PredicateTranslator.Translation {
    let translate = {
      var translator = PredicateTranslator(table: table, tables: { try? store.table(for: $0) }, pending: pending)
      translator.fullTextUse = fullTextUse
      return translator.translate(predicate)
    }
    // What is left to memory depends on what waits to be saved.
    return pending.isEmpty ? store.translations.translation(of: predicate, translate) : translate()
  }

  /// The columns of some properties; all of them if none is named.
  private static func columns(_ keyPaths: [AnyKeyPath], _ table: EntityTable) -> ColumnSelection {
    let wanted = Set(keyPaths.compactMap { table.properties.property(for: $0)?.slot })
    guard !wanted.isEmpty else { return table.everything }
    return ColumnSelection(table.properties.stored, subtables: table.subtables, slots: wanted)
  }

  /// The rows of a subclass are some of those of the table.
  private static func condition(_ condition: SQLText?, of table: EntityTable) -> SQLText? {
    guard let classCondition = table.classCondition else { return condition }
    let conditions = [classCondition] + (condition.map { ["(\($0.sql))"] } ?? [])
    return SQLText(sql: conditions.joined(separator: " AND "), arguments: condition?.arguments ?? [])
  }

  /// Equal rows keep one order, so that a list does not jump; in the direction of the sort, so that an index serves
  /// both.
  private static func tieBreak<Model>(_ descriptors: [SortDescriptor<Model>]) -> SortColumn {
    SortColumn(property: nil, collation: nil, isAscending: descriptors.last?.order != .reverse)
  }
}
