extension SwiftDataError {
  /// A row has the unique values of a new model of another class of the hierarchy, which can't become of that class.
  static func uniqueValueOfOtherClass(_ entity: String) -> SwiftDataError {
    SwiftDataError(
      .uniqueConstraint,
      "A row of another class has the unique value of the new \(entity): delete that row, or give the model another value."
    )
  }

  /// Only the library's own stores keep classes that inherit from each other, one for each container.
  static func hierarchyInCustomStore(_ entity: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      "Models inherit from \(entity), which neither a custom store nor a container of several configurations keeps: use "
        + "one configuration with a file, or in memory.")
  }
}
