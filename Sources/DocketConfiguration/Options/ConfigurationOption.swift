import TOMLKit

/// One option of the file: its name, what it is for, and how it gets into the configuration and out of it.
///
/// The reader, `docket config --print` and the documentation are made from `ConfigurationOption.all`.
public struct ConfigurationOption: Sendable {
  /// The name in the file; one in a section has the section's name and a full stop before its own.
  public let name: String

  /// What it is for, in a sentence or two.
  public let summary: String

  /// What it can be set to, in words.
  public let values: String

  /// Takes a value over.
  ///
  /// - Throws: `OptionProblem` if it is not one that the option can have.
  let read: @Sendable (any TOMLValueConvertible, inout Configuration, ConfigurationChecks) throws(OptionProblem) -> Void

  /// The value as it is written in the file.
  let text: @Sendable (Configuration) -> String

  /// The value that the option has if the file does not name it, as it would be written there.
  public var defaultText: String { text(Configuration()) }
}
