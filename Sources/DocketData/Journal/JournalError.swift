import Foundation

/// Why a step could not be undone or redone.
public enum JournalError: Error, Hashable, Sendable {
  /// There is no step that could be undone.
  case nothingToUndo
  /// There is no step that could be redone.
  case nothingToRedo
  /// Somebody changed since what the step changed.
  case inTheWay(step: String, reason: String)
  /// The values of the step are not kept any more.
  case forgotten(step: String)
  /// The stored values can't be read.
  case damaged
}

extension JournalError: CustomStringConvertible {
  /// What went wrong, as a sentence for a person.
  public var description: String {
    switch self {
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .inTheWay(let step, let reason): "“\(step)” stays as it is, because \(reason)."
    case .forgotten(let step): "“\(step)” was too long ago, or too large, to be undone."
    case .damaged: "The journal of this step can't be read."
    }
  }
}
