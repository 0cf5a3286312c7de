import Glibc

/// Where programs are looked up.
enum ProgramPath {
  /// Whether one of the directories of a `PATH` holds a program.
  static func holds(_ name: String, in path: String) -> Bool {
    path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
