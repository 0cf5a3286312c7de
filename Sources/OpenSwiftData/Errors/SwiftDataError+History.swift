extension SwiftDataError {
  /// Some of the history that comes after the token has been deleted, so that everything has to be read anew.
  public static let historyTokenExpired = SwiftDataError(
    .historyTokenExpired, "Some of the history after the token has been deleted; everything has to be read anew.")
  /// The store keeps no transactions of the wanted type.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest, "The store's history has transactions of another type.")
}
