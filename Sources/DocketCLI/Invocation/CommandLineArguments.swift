/// The arguments of the process as they were given.
enum CommandLineArguments {
  /// The arguments after the program's name.
  ///
  /// `CommandLine.arguments` would replace what is not UTF-8, and a title would silently be another one.
  ///
  /// - Throws: `Failure` if one of them is not UTF-8.
  static func read() throws -> [String] {
    try (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let bytes = CommandLine.unsafeArgv[index] else { return nil }
      guard let argument = String(validatingCString: bytes) else {
        throw Failure(
          .badData, "the text is not valid UTF-8", place: "argument \(index)", remedy: "convert it to UTF-8 first")
      }
      return argument
    }
  }
}
