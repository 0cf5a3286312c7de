import DocketData
import DocketOutput
import Foundation

/// What a person at a terminal is told where a query finds nothing.
enum EmptyResult {
  /// Tells which terms of a query can't find anything, for example a tag that does not exist.
  ///
  /// - Returns: whether there are such terms; false for other output, which is told nothing.
  @discardableResult
  static func explain(_ query: ItemQuery, _ handler: DataHandler) async -> Bool {
    guard OutputStyle(descriptor: STDERR_FILENO) == .terminal else { return false }
    let doubts = await handler.doubts(about: query)
    report(doubts, about: query)
    return !doubts.isEmpty
  }

  /// Tells a person at a terminal what may be meant otherwise than it is read.
  static func report(_ doubts: [String], about query: ItemQuery) {
    guard OutputStyle(descriptor: STDERR_FILENO) == .terminal else { return }
    for doubt in doubts {
      let remedy = "see 'docket help \(ListCommand.commandName)' for what a query can be"
      StandardStreams.report(Notice(what: doubt, place: query.text, remedy: remedy).line)
    }
  }

  /// Tells why a query finds nothing: by its terms, or else that no item matches.
  ///
  /// - Parameters:
  ///   - query: as it was typed.
  ///   - state: the state of the items that the command looks for; nil for any.
  static func explain(_ query: ItemQuery, in state: ItemState?, _ handler: DataHandler, place: String) async {
    guard OutputStyle(descriptor: STDERR_FILENO) == .terminal, !(await explain(query, handler)) else { return }
    let kind = state.map { "\($0.rawValue) item" } ?? "item"
    let notice = Notice(
      what: "no \(kind) matches “\(query.text)”", place: place, remedy: "see what there is with 'docket list --all'")
    StandardStreams.report(notice.line)
  }
}
