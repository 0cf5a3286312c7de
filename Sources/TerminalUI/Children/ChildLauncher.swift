/// Starts programs; tests have their own.
public protocol ChildLauncher: Sendable {
  /// Starts a program on the terminal of standard input, output and error.
  ///
  /// - Throws: ``ChildError/notFound(_:)``, ``ChildError/notStarted(_:_:)``.
  func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild
}
