import DocketConfiguration

extension CommandEntry {
  private static let missing: Set<Command> = [
    .addSubitem, .done, .undo, .redo, .raisePriority, .lowerPriority, .tags, .due, .list, .copy, .moveDown,
    .moveUp, .search, .nextMatch, .previousMatch, .filters, .sort, .reverse, .select, .selectRange, .selectAll,
    .sidebar, .fold, .mouse,
  ]

  /// The commands that the list has.
  static let offered = all.filter { !missing.contains($0.command) }
}
