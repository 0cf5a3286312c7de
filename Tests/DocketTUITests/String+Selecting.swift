extension String {
  /// Whether the row of a title has the cursor.
  func selects(_ title: String) -> Bool {
    split(separator: "\n").contains { $0.contains("▌") && $0.contains(title) }
  }
}
