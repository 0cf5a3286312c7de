import DocketConfiguration

extension CommandEntry {
  private static let missing: Set<Command> = [.editWhole, .open, .nextPane, .sidebar]

  /// The commands that the list has.
  static let offered = all.filter { !missing.contains($0.command) }
}
