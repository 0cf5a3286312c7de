import CPostgreSQL
import Foundation

/// A connection of libpq, used by one thread at a time, which blocks until an answer is there or its task is cancelled.
///
/// What was interrupted is closed: its answer would be taken for the next one's. A cancelled statement is not cancelled at
/// the server (`PQcancel` connects again, without a limit of time); all statements here are short and may run twice.
final class Connection {
  /// How long nothing may come before the connection counts as lost.
  private static let silence = Duration.seconds(60)

  /// Larger values are not sent: the server would end the connection (its limit is 1 GB for a whole message).
  private static let largest = 1 << 29

  /// The channels of hints that are listened to: gone with the connection.
  var channels: Set<String> = []

  private let handle: OpaquePointer
  private let string: ConnectionString
  private let interrupt: Interrupt
  private var statements = PreparedStatements()

  /// Connects.
  ///
  /// - Throws: `CancellationError` and `PostgreSQLRemoteError`.
  init(_ string: ConnectionString, interrupt: Interrupt) throws {
    guard let handle = Self.start(string) else { throw PostgreSQLRemoteError.unavailable(reason: "no memory") }
    self.handle = handle
    self.string = string
    self.interrupt = interrupt
    // Notices would go to standard error, where a list is drawn.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    // libpq does not tell the SQLSTATE of a refused connection but in its message.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    try connect()
    guard PQsetnonblocking(handle, 1) == 0 else { throw lost() }
  }

  deinit { PQfinish(handle) }

  /// Whether the next statement can be sent: nothing is awaited, no transaction is open.
  var isReusable: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

  var socket: Int32 { PQsocket(handle) }

  /// Runs one statement with values, and gives its rows.
  ///
  /// - Throws: `CancellationError` and `PostgreSQLRemoteError`.
  func execute(_ sql: String, _ parameters: [Parameter] = []) throws -> Rows {
    let values = parameters.map(\.encoded)
    let size = values.reduce(0) { $0 + $1.count }
    guard size <= Self.largest else { throw PostgreSQLRemoteError.tooLarge(bytes: size) }
    // Within a transaction a refusal would end it, and nothing could be run again.
    let way = isReusable ? statements.way(of: sql) : .plain
    do {
      return try run(way, sql, parameters.map(\.type), values)
    } catch let error as PostgreSQLRemoteError {
      guard case .server(let state, _, _) = error, way != .plain, statements.noteFailure(state) else { throw error }
      return try run(sql, parameters.map(\.type), values)
    }
  }

  /// Runs statements without values, in one transaction unless they say otherwise.
  func run(script: String) throws {
    try check(PQsendQuery(handle, script) == 1)
    _ = try answer()
  }

  /// A name in quotes, to be part of a statement.
  func quoted(_ name: String) throws -> String {
    guard let quoted = PQescapeIdentifier(handle, name, name.utf8.count) else { throw lost() }
    defer { PQfreemem(quoted) }
    return String(cString: quoted)
  }

  /// Reads what came without having been asked for; whether a hint of somebody else is among it.
  func takeHints() throws -> Bool {
    try check(PQconsumeInput(handle) == 1)
    var isHinted = false
    while let notification = PQnotifies(handle) {
      if notification.pointee.be_pid != PQbackendPID(handle) { isHinted = true }
      PQfreemem(notification)
    }
    return isHinted
  }
}

// MARK: - Connecting

extension Connection {
  private static func start(_ string: ConnectionString) -> OpaquePointer? {
    // The first `dbname` is expanded; what follows overrides it.
    let values = ["dbname": string.text, "client_encoding": "UTF8", "fallback_application_name": "docket-sync"]
    let order = ["dbname", "client_encoding", "fallback_application_name"]
    let keywords = order.map { strdup($0) }
    let texts = order.map { strdup(values[$0] ?? "") }
    defer { (keywords + texts).forEach { free($0) } }
    return PQconnectStartParams(
      keywords.map { UnsafePointer($0) } + [nil], texts.map { UnsafePointer($0) } + [nil], 1)
  }

  private func connect() throws {
    let deadline = ContinuousClock.now + string.timeout
    var state = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard state != PGRES_POLLING_FAILED else { throw refusal() }
      try wait(
        writing: state == PGRES_POLLING_WRITING, reading: state == PGRES_POLLING_READING, until: deadline)
      state = PQconnectPoll(handle)
    }
  }

  private func refusal() -> PostgreSQLRemoteError {
    let message = String(cString: PQerrorMessage(handle))
    let line = string.redacted(
      message.split(separator: "\n").first.map(String.init) ?? "no reason given", password: password)
    // A digit makes the difference to the word before it: `FATAL:  28P01: password authentication failed …`.
    if let state = line.firstMatch(of: #/: +((?=[A-Z]*[0-9])[0-9A-Z]{5}): /#) {
      let text = line.replacingCharacters(in: state.range, with: ": ")
      return .server(state: SQLState(String(state.output.1)), reason: text, place: string.place)
    }
    if PQconnectionNeedsPassword(handle) == 1 {
      return .server(state: .passwordMissing, reason: line, place: string.place)
    }
    return .unreachable(place: string.place, reason: line)
  }

  private var password: String? { PQpass(handle).map { String(cString: $0) } }
}

// MARK: - Sending and receiving

extension Connection {
  private func run(_ sql: String, _ types: [Oid], _ values: [[UInt8]]) throws -> Rows {
    let isSent = withParameters(values) { values, lengths, formats in
      PQsendQueryParams(handle, sql, Int32(lengths.count), types, values, lengths, formats, 1)
    }
    try check(isSent == 1)
    return try answer()
  }

  private func run(_ way: PreparedStatements.Way, _ sql: String, _ types: [Oid], _ values: [[UInt8]]) throws -> Rows {
    let name: String
    switch way {
    case .plain: return try run(sql, types, values)
    case .prepared(let known): name = known
    case .preparing(let new):
      name = new
      try check(PQsendPrepare(handle, name, sql, Int32(types.count), types) == 1)
      _ = try answer()
      statements.notePrepared(sql)
    }
    let isSent = withParameters(values) { values, lengths, formats in
      PQsendQueryPrepared(handle, name, Int32(lengths.count), values, lengths, formats, 1)
    }
    try check(isSent == 1)
    return try answer()
  }

  /// Gives parameters as libpq takes them, all in binary.
  private func withParameters<Result>(
    _ encoded: [[UInt8]], _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    // One buffer for all; with a byte too many, so that an empty value has an address and is no null.
    let buffer = encoded.reduce(into: []) { $0 += $1 } + [UInt8(0)]
    return buffer.withUnsafeBytes { buffer in
      var offset = 0
      let values: [UnsafePointer<CChar>?] = encoded.map { value in
        defer { offset += value.count }
        return buffer.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
      }
      return body(values, encoded.map { Int32($0.count) }, encoded.map { _ in 1 })
    }
  }

  /// Waits for all results of what was sent; the last one, or the first error.
  private func answer() throws -> Rows {
    var rows: Rows?
    var failure: PostgreSQLRemoteError?
    while true {
      try receive()
      guard let result = PQgetResult(handle) else { break }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows = Rows(result)
      default:
        failure = failure ?? error(of: result)
        PQclear(result)
      }
    }
    if let failure { throw failure }
    guard let rows else { throw lost() }
    return rows
  }

  /// Sends what is to be sent and reads until a result is there.
  private func receive() throws {
    while true {
      let unsent = PQflush(handle)
      try check(unsent >= 0)
      if unsent == 0, PQisBusy(handle) == 0 { return }
      try wait(writing: unsent == 1, reading: true, until: ContinuousClock.now + Self.silence)
      // A lost connection is the next result, with the reason.
      if PQconsumeInput(handle) == 0 { throw lost() }
    }
  }

  private func wait(writing: Bool, reading: Bool, until deadline: ContinuousClock.Instant) throws {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      switch interrupt.wait(for: socket, writing: writing, reading: reading, timeout: rest) {
      case .ready: return
      // The signal may have been another task's.
      case .signal: try Task.checkCancellation()
      case .timeout: throw PostgreSQLRemoteError.unreachable(place: string.place, reason: "no answer in time")
      }
    }
  }

  private func check(_ isDone: Bool) throws { if !isDone { throw lost() } }

  private func lost() -> PostgreSQLRemoteError {
    let message = String(cString: PQerrorMessage(handle)).split(separator: "\n").first.map(String.init)
    return .unreachable(
      place: string.place, reason: string.redacted(message ?? "the connection was lost", password: password))
  }

  private func error(of result: OpaquePointer) -> PostgreSQLRemoteError {
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
    }
    // 'C' is PG_DIAG_SQLSTATE, 'M' PG_DIAG_MESSAGE_PRIMARY; without a state the connection was lost.
    guard let state = field("C") else { return lost() }
    return .server(
      state: SQLState(state), reason: string.redacted(field("M") ?? "", password: password), place: string.place)
  }
}
