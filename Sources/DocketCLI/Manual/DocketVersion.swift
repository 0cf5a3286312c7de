/// Which version of the program it is.
enum DocketVersion {
  /// The number, as `--version` prints it.
  static let number = "0.1.0"
  /// When it was made, as manual pages write dates.
  static let date = "November 21, 2026"
}
