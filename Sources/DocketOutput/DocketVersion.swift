/// The version of docket and docket-sync, which are released together.
public enum DocketVersion {
  /// The number, as `--version` prints it.
  public static let number = "0.1.0"
  /// The date of the version, as manual pages write dates.
  public static let date = "November 21, 2026"
}
