import Synchronization

/// How many columns a terminal gives to the characters that are wide in East Asian fonts and narrow in others.
///
/// Greek and Cyrillic letters, arrows, lines and quotation marks are among them (UAX #11,
/// https://www.unicode.org/reports/tr11/). A terminal does not tell which it does; its settings say so.
public enum AmbiguousWidth: Sendable {
  /// One column, as nearly all terminals do.
  case narrow
  /// Two columns, as terminals set up for East Asian text may.
  case wide

  /// The variable of the environment that chooses: `wide`, or anything else for narrow.
  public static let variable = "TERMINALUI_AMBIGUOUS_WIDTH"

  private static let isWide = Atomic(false)

  /// What holds for the whole process, as the locale does; set it before anything is drawn.
  ///
  /// ``CursesScreen`` sets it from the environment.
  public static var current: AmbiguousWidth {
    get { isWide.load(ordering: .relaxed) ? .wide : .narrow }
    set { isWide.store(newValue == .wide, ordering: .relaxed) }
  }

  /// What an environment chooses; nil if it says nothing.
  public init?(environment: [String: String]) {
    guard let choice = environment[Self.variable], !choice.isEmpty else { return nil }
    self = choice == "wide" ? .wide : .narrow
  }

  /// Whether a scalar takes two columns by this setting alone.
  static func widens(_ scalar: Unicode.Scalar) -> Bool { isWide.load(ordering: .relaxed) && matters(to: scalar) }
}
