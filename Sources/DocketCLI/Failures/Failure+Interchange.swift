import DocketData

extension Failure {
  /// The line for something wrong in a file, with its line and column.
  init(_ error: InterchangeError, file: String, remedy: String) {
    self.init(
      .badData, Self.clause(error.message), place: "\(file):\(error.position.line):\(error.position.column)",
      remedy: remedy)
  }

  /// No item matches what was to be exported.
  static func nothingToExport(_ query: String, to path: String) -> Failure {
    Failure(
      .noMatch, "no item matches “\(query)”", place: path,
      remedy: "nothing was written; see what there is with 'docket list'")
  }

  /// There is not a byte where items should be.
  static func nothingToImport(_ file: String) -> Failure {
    Failure(.badData, "there is nothing in it", place: file, remedy: "nothing was imported; see why it is empty")
  }

  /// An export would take the store's place.
  static func isTheStore(_ path: String) -> Failure {
    Failure(.cannotCreate, "this is the store itself", place: path, remedy: "choose another file")
  }
}
