extension ReplicationTransaction {
  /// A row of the engine's own tables, while it is read.
  package struct OwnRow {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    /// The value in a column, from 0.
    package subscript(_ column: Int) -> SQLiteValue { statement.value(Int32(column)) }

    /// An integer; 0 for anything else.
    package func integer(_ column: Int) -> Int64 { statement.integer(Int32(column)) }

    /// Whether there is no value.
    package func isNull(_ column: Int) -> Bool { statement.isNull(Int32(column)) }

    /// The bytes of a blob, for as long as the body runs; none of null.
    package func withBytes<Result>(
      _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      try statement.withBlob(Int32(column), body)
    }
  }

  /// A statement that is run for many rows: prepared once, and bound without values in between.
  package struct OwnStatement {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    /// Binds a parameter, from 1.
    package func bind(_ value: SQLiteValue, at parameter: Int) throws {
      try statement.bind(value, at: Int32(parameter))
    }

    /// Binds an integer to a parameter, from 1.
    package func bind(_ integer: Int64, at parameter: Int) throws {
      try statement.bind(integer, at: Int32(parameter))
    }

    /// Binds bytes to a parameter, from 1.
    package func bind(_ bytes: UnsafeRawBufferPointer, at parameter: Int) throws {
      try statement.bind(bytes, at: Int32(parameter))
    }

    /// Runs it, without wanting rows; what is bound stays bound.
    package func run() throws {
      defer { statement.reset() }
      _ = try statement.step()
    }

    /// Runs it, and makes a value of its first row; nil if there is none.
    package func first<Value>(_ make: (OwnRow) throws -> Value) throws -> Value? {
      defer { statement.reset() }
      return try statement.step() ? try make(OwnRow(statement)) : nil
    }

    /// Runs it, and makes a value of each row.
    package func rows<Value>(_ make: (OwnRow) throws -> Value) throws -> [Value] {
      defer { statement.reset() }
      var values: [Value] = []
      while try statement.step() { values.append(try make(OwnRow(statement))) }
      return values
    }
  }
}
