/// A set of named values that an option can have.
public protocol OptionChoice: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

/// The colours of the screen.
public enum Theme: String, OptionChoice {
  /// The terminal's own colours, which suit its background.
  case terminal
  case dark
  case light
  case highContrast = "high-contrast"
  case mono
}

/// A column of the list.
public enum Column: String, OptionChoice {
  case state, priority, title, tags, list, due, updated, created, id
}

/// How times are shown.
public enum DateStyle: String, OptionChoice {
  /// As people say it: `today 17:00`, `in 3 d`, `12 Nov`.
  case relative
  /// `2026-11-21 17:00`.
  case iso
}

/// When a question is asked first.
public enum Confirmation: String, OptionChoice {
  case always
  /// Only if more than one item is meant.
  case several
  case never
}

/// Where the cursor goes when its item moves.
public enum CursorRule: String, OptionChoice {
  /// With the item.
  case item
  /// It stays in its place, on the item that comes there.
  case place
}

/// How many columns a character of ambiguous width has.
public enum Width: String, OptionChoice {
  case narrow, wide
}
