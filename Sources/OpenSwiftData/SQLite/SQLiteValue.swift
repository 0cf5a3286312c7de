import Foundation

/// One value as SQLite stores it: the five storage classes of https://www.sqlite.org/datatype3.html.
enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}
