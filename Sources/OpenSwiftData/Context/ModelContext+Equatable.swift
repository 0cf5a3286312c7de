extension ModelContext: Equatable {
  /// Two contexts are equal if they are the same instance.
  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}
