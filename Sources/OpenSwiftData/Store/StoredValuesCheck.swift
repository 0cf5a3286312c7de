/// Looks for values that the models can't read, as another program may have written them: each fetch of such a row fails.
///
/// Values in files of their own are left out: to read them all may take hours, and one that is replaced meanwhile is gone.
struct StoredValuesCheck {
  private let tables: [EntityTable]
  private let connection: Connection

  private struct UnreadableRow {
    let table: EntityTable
    let key: Int64
    /// Those that can't be read; none, if the class of the row is unknown.
    var properties: [ModelProperty] = []
    /// A sentence for each.
    var reasons: [String] = []
  }

  /// - Parameter tables: those of whole hierarchies.
  init(_ tables: [EntityTable], on connection: Connection) {
    self.tables = tables
    self.connection = connection
  }

  /// A phrase for each value.
  ///
  /// - Parameter limit: how many rows at most; that there may be more is the last phrase then.
  /// - Complexity: linear in the size of all rows.
  func problems(limit: Int) throws -> [String] {
    let rows = try unreadableRows(limit: limit)
    let problems = rows.flatMap { row in
      row.reasons.map { "row \(row.key), \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" }
    }
    return rows.count < limit ? problems : problems + ["other rows were not read"]
  }

  /// Gives such properties the values that new models have, where there are any.
  ///
  /// - Returns: the number of values that can't be read.
  /// - Complexity: that of `problems`.
  func replaceAll() throws -> Int {
    let rows = try unreadableRows(limit: .max)
    for row in rows {
      for property in row.properties { try replace(property, of: row) }
    }
    return rows.reduce(0) { $0 + $1.reasons.count }
  }

  private func replace(_ property: ModelProperty, of row: UnreadableRow) throws {
    let model = row.table.properties.makeFault()
    property.loadPlaceholder(into: model)
    let columns = property.columns.map { "\(EntityTable.column($0)) = ?" }.joined(separator: ", ")
    do {
      let values = try property.columnValues(in: model)
      try connection.run(
        "UPDATE \(row.table.name) SET \(columns) WHERE \(EntityTable.keyColumn) = ?", values + [.integer(row.key)])
    } catch let error as SQLiteError where !error.isUniqueViolation {
      throw error
    } catch {
      // There is no such value, or it is another row's unique one: the old one stays.
    }
  }

  private func unreadableRows(limit: Int) throws -> [UnreadableRow] {
    var found: [UnreadableRow] = []
    for table in tables {
      let rows = try connection.statement("SELECT \(table.everything.sql) FROM \(table.name)")
      defer { rows.reset() }
      let files = Set(table.everything.properties.map(\.property).filter(\.keepsFiles).map(ObjectIdentifier.init))
      while found.count < limit, try rows.step() {
        let row = unreadablePart(of: rows, table, besides: files)
        if !row.reasons.isEmpty { found.append(row) }
      }
    }
    return found
  }

  private func unreadablePart(
    of row: Statement, _ root: EntityTable, besides files: Set<ObjectIdentifier>
  ) -> UnreadableRow {
    let key = row.integer(0)
    let (table, columns): (EntityTable, ColumnSelection)
    do {
      (table, columns) = try root.everything.resolved(of: row, root)
    } catch {
      return UnreadableRow(table: root, key: key, reasons: ["\(error)"])
    }
    var unreadable = UnreadableRow(table: table, key: key)
    let model = table.properties.makeFault()
    var reader = ColumnReader(statement: row, column: 0)
    columns.forEachPlace { property, column in
      guard files.isEmpty || !files.contains(ObjectIdentifier(property)) else { return }
      reader.move(to: column)
      guard let reason = readingProblem(property, into: model, from: reader) else { return }
      unreadable.properties.append(property)
      unreadable.reasons.append(reason)
    }
    return unreadable
  }

  /// Why a value can't be read, as a sentence; nil if it can.
  private func readingProblem(
    _ property: ModelProperty, into model: any PersistentModel, from row: borrowing ColumnReader
  ) -> String? {
    do {
      try property.load(into: model, from: row)
      return nil
    } catch let error as SwiftDataError {
      return error.explanation
    } catch {
      // A transformer, or a type that decodes itself, throws what it likes.
      return property.naming(.unreadableValue("\(error)")).explanation
    }
  }
}
