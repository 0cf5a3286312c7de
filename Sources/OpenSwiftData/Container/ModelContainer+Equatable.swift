extension ModelContainer: Equatable {
  /// Whether both are the same container.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }
}
