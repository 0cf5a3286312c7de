import SwiftData
import TerminalUI

/// A title being typed, for a new item or for an existing one.
struct Draft {
  /// What the title is for.
  enum Purpose: Hashable, Sendable {
    case new
    case edit(PersistentIdentifier)
  }

  let purpose: Purpose
  var field: TextField

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    field = TextField(text, placeholder: "what is it about?")
  }

  /// What stands before the field.
  var label: String {
    switch purpose {
    case .new: " add: "
    case .edit: " edit: "
    }
  }
}
