import Foundation

extension SwiftDataError: LocalizedError {
  /// The explanation.
  public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
  /// What went wrong, and where.
  public var errorDescription: String? { description }
}

extension MergeConflict: LocalizedError {
  /// What went wrong.
  public var errorDescription: String? { description }
}
