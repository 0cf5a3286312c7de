extension SwiftDataError {
  /// A row has the unique values of a new model of another class of the hierarchy, which can't become of that class.
  static func uniqueValueOfOtherClass(_ entity: String) -> SwiftDataError {
    SwiftDataError(
      .uniqueConstraint,
      "A row of another class has the unique value of the new \(entity): delete that row, or give the model another value."
    )
  }

  /// A snapshot type of a custom store lost the class of a model.
  static func classlessSnapshot(_ snapshot: Any.Type, _ entity: String) -> SwiftDataError {
    SwiftDataError(
      .dataStoreAnswer,
      "\(snapshot) does not say that a model is a \(entity), which inherits from another class: give it an entityName, "
        + "which is that of BackingData.Model when it is made, and encode it.")
  }
}
