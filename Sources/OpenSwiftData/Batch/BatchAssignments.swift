/// The expressions that a batch sets attributes to, as SQL.
struct BatchExpressions {
  /// By the slots of the attributes.
  let sql: [Int: String]
  /// The parameters: those that come first, then those of the expressions.
  let arguments: [SQLiteValue]

  /// - Parameter first: the parameters of the same statement that come first.
  /// - Throws: `SwiftDataError.invalidBatch` for an expression that SQL can't express.
  init(
    _ content: BatchContent, _ table: EntityTable, _ store: SQLiteStore, after first: [SQLiteValue] = []
  ) throws {
    var translator = PredicateTranslator(
      table: table, tables: { try? store.table(for: $0) }, pending: [], after: first)
    var sql: [Int: String] = [:]
    for attribute in content.attributes {
      guard case .expression(let translate) = attribute.value else { continue }
      do {
        sql[attribute.property.slot] = try translate(&translator)
      } catch let error as PredicateTranslator.Unsupported {
        throw SwiftDataError.invalidBatch("SQL can't express the value for \(attribute.property.name): \(error.node).")
      }
    }
    self.sql = sql
    arguments = translator.boundArguments
  }
}

/// The part of an `UPDATE` that sets attributes, with its parameters.
struct BatchAssignments {
  /// Values with the parameter of their first column.
  private struct Bound<Write> {
    let parameter: Int32
    let write: Write
  }

  /// Those of the condition and of the expressions, whose parameters come first.
  private let arguments: [SQLiteValue]
  private var alike: [Bound<(inout ColumnWriter) throws -> Void>] = []
  private var own: [Bound<(BatchRow, inout ColumnWriter) throws -> Void>] = []
  private var calculated: [(parameter: Int32, values: [SQLiteValue])] = []
  let sql: String
  /// The first parameter that is free.
  let nextParameter: Int32

  /// - Parameters:
  ///   - first: the parameters of the same statement that come first.
  ///   - values: what the expressions yielded for each row, if they were calculated before.
  /// - Throws: `SwiftDataError.invalidBatch` for an expression that SQL can't express.
  init(
    _ content: BatchContent, _ table: EntityTable, _ store: SQLiteStore, after first: [SQLiteValue] = [],
    calculated values: [Int: [SQLiteValue]]? = nil
  ) throws {
    let expressions = try values == nil ? BatchExpressions(content, table, store, after: first) : nil
    arguments = expressions?.arguments ?? first
    var parameter = Int32(arguments.count + 1)
    var assignments: [String] = []
    for attribute in content.attributes {
      switch attribute.value {
      case .same(let write): alike.append(Bound(parameter: parameter, write: write))
      case .each(let write): own.append(Bound(parameter: parameter, write: write))
      case .expression:
        if let expression = expressions?.sql[attribute.property.slot] {
          assignments.append("\(EntityTable.column(attribute.property)) = \(expression)")
          continue
        }
        calculated.append((parameter, values?[attribute.property.slot] ?? []))
      }
      for column in attribute.property.columns {
        assignments.append("\(EntityTable.column(column)) = ?\(parameter)")
        parameter += 1
      }
    }
    sql = assignments.joined(separator: ", ")
    nextParameter = parameter
  }

  /// Binds what is the same for all rows; it stays bound when the statement is reset.
  func bindAlike(_ statement: Statement) throws {
    try statement.bind(arguments)
    for value in alike {
      var writer = ColumnWriter(statement: statement, index: value.parameter)
      try value.write(&writer)
    }
  }

  /// Binds what differs from row to row, but for what was calculated.
  func bindOwn(_ statement: Statement, _ row: BatchRow) throws {
    for value in own {
      var writer = ColumnWriter(statement: statement, index: value.parameter)
      try value.write(row, &writer)
    }
  }

  /// Binds what was calculated for a row.
  func bindCalculated(_ statement: Statement, at row: Int) throws {
    for value in calculated { try statement.bind(value.values[row], at: value.parameter) }
  }
}
