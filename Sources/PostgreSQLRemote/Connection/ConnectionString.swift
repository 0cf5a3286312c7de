import CPostgreSQL
import Foundation

/// A connection string or URI as libpq has them, checked, with what of it must never be shown.
///
/// `sslmode`, `~/.pgpass`, service files and the `PG…` variables are libpq's business and work as everywhere.
///
/// Source: https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
struct ConnectionString: Sendable {
  /// What libpq gets.
  let text: String
  /// The server and the database, for messages.
  let place: String
  /// How long to try to connect: `connect_timeout`, else 10 s.
  let timeout: Duration

  private let secrets: [String]
  /// What says which database it is: server, port and name, or a service.
  private let database: [String?]

  /// Whether both lead to one database, perhaps as different roles.
  func isSameDatabase(as other: ConnectionString) -> Bool { database == other.database }

  /// Checks a connection string.
  ///
  /// - Throws: `PostgreSQLRemoteError.invalidConnection`, which holds nothing that may be a password.
  init(_ text: String) throws(PostgreSQLRemoteError) {
    guard !text.utf8.contains(0) else { throw .invalidConnection(reason: "holds a character without a meaning") }
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      defer { PQfreemem(message) }
      throw .invalidConnection(reason: Self.withoutQuotes(message.map { String(cString: $0) } ?? "can't be read"))
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var secrets: [String] = []
    for option in UnsafeBufferPointer(start: options, count: Self.count(options)) {
      guard let keyword = option.keyword, let value = option.val else { continue }
      values[String(cString: keyword)] = String(cString: value)
      // The documentation: "* Password field - hide value".
      if let display = option.dispchar, String(cString: display) == "*" { secrets.append(String(cString: value)) }
    }
    self.text = text
    self.secrets = secrets.filter { !$0.isEmpty }
    place = Self.place(values)
    database = [
      values["host"], values["hostaddr"], values["port"] ?? "5432", values["dbname"] ?? values["user"],
      values["service"],
    ]
    timeout = values["connect_timeout"].flatMap(Int.init).flatMap { $0 > 0 ? .seconds($0) : nil } ?? .seconds(10)
  }

  /// A text in one line, without the passwords of the connection string and the other one, if there is one.
  func redacted(_ text: String, password: String? = nil) -> String {
    var text = text
    for secret in secrets + [password].compactMap({ $0 }) where !secret.isEmpty {
      text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
    }
    return Self.line(text)
  }

  private static func count(_ options: UnsafeMutablePointer<PQconninfoOption>) -> Int {
    var count = 0
    while options[count].keyword != nil { count += 1 }
    return count
  }

  private static func place(_ values: [String: String]) -> String {
    let host = values["host"] ?? values["hostaddr"] ?? values["service"].map { "service \($0)" } ?? "the default server"
    return line([host, values["dbname"]].compactMap { $0 }.joined(separator: "/"))
  }

  /// libpq quotes what it can't read, which may be a part of a password that has a quote itself.
  private static func withoutQuotes(_ message: String) -> String {
    guard let start = message.firstIndex(of: "\""), let end = message.lastIndex(of: "\"") else { return line(message) }
    return line(message[..<start] + "…" + message[message.index(after: end)...])
  }

  /// The text in one line: control characters would reach a terminal.
  private static func line(_ text: some StringProtocol) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(scalar.properties.generalCategory == .control ? " " : scalar) }
    return String(line).trimmingCharacters(in: .whitespaces)
  }
}
