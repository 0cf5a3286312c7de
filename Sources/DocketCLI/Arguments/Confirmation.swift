import DocketData
import DocketOutput
import Foundation
import Glibc

/// A question to a person at a terminal, answered by y or anything else.
enum Confirmation {
  /// Whether there is somebody to ask.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks, and waits for a line.
  ///
  /// - Returns: whether the answer is yes; false where there is nobody to ask.
  static func isGiven(_ question: String) -> Bool {
    guard canBeAsked else { return false }
    StandardStreams.report("\(question) [y/N] ")
    return readLine().map { ["y", "yes"].contains($0.trimmingCharacters(in: .whitespaces).lowercased()) } ?? false
  }
}

/// Asks a person whether a file that has something in it is to be replaced.
struct ReplacementQuestion {
  private let path: String
  private let refusal: String
  private let place: String

  /// - Parameter refusal: what is said when the answer is no: "nothing is exported".
  init<Command: ItemCommand>(_ path: String, refusal: String, of _: Command.Type) {
    (self.path, self.refusal) = (path, refusal)
    place = "docket \(Command.commandName)"
  }

  /// - Throws: `Failure` if there is somebody to ask, and the answer is not yes.
  func ask() throws {
    guard OutputFile.replacesText(path), Confirmation.canBeAsked, !Confirmation.isGiven("Replace \(path)?") else {
      return
    }
    throw Failure(.noMatch, refusal, place: place, remedy: "answer y, give --yes, or name another file")
  }
}

/// Asks a person whether many items are meant.
struct ManyItemsQuestion {
  private let verb: String
  private let reason: String
  private let count: Quantity
  private let place: String

  /// - Parameter reason: what there are so many items of: "the query finds".
  init<Command: NumbersCommand>(_: Command.Type, _ reason: String, _ count: Int) {
    verb = Command.verb
    place = "docket \(Command.commandName)"
    self.reason = reason
    self.count = Quantity(count, "item")
  }

  /// - Throws: `Failure` unless the answer is yes, and where there is nobody to ask.
  func ask() throws {
    guard Confirmation.canBeAsked else {
      throw Failure(.usage, "\(reason) \(count)", place: place, remedy: "give --yes to \(verb) them all")
    }
    guard Confirmation.isGiven("\(verb.prefix(1).uppercased() + verb.dropFirst()) \(count)?") else {
      throw Failure(.noMatch, "nothing is changed", place: place, remedy: "answer y, or give --yes")
    }
  }
}
