import Foundation

extension ModelContext {
  /// Deletes every model that matches a predicate, with the next save and without loading the models.
  ///
  /// An undo manager does not bring the rows back.
  ///
  /// The predicate is evaluated by that save, so models that it inserts or changes count too. The delete rules of the
  /// relationships are followed, models that are in memory anywhere become deleted ones, and the history names the rows.
  ///
  /// - Parameters:
  ///   - model: the type of the models.
  ///   - predicate: which models; nil for all.
  ///   - includeSubclasses: whether models of subclasses are deleted too.
  /// - Throws: `SwiftDataError.unknownSchema` for a type that the container does not hold.
  /// - Complexity: a fixed number of statements for each relationship involved, whatever the number of rows.
  ///
  /// Source: SwiftData, `ModelContext.delete(model:where:includeSubclasses:)`.
  public func delete<Model: PersistentModel>(
    model: Model.Type, where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true
  ) throws {
    let descriptor = FetchDescriptor(predicate: predicate)
    let query = try ResultsQuery(descriptor, section: nil, store: store)
    let reader = ResultsReader(query: query, store: store)
    noteUnsavedChange()
    let table = query.select.table
    batchDeletions.append(
      BatchDeletion(table: table) { connection in
        let keys = try reader.content(limit: nil, on: connection).keys.chunks.flatMap(\.keys)
        return includeSubclasses ? keys : try table.keysOfExactClass(keys, on: connection)
      })
  }
}
