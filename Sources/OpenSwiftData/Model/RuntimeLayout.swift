/// What this library knows of the layout of Swift's runtime that no interface tells.
///
/// Each such piece of knowledge is in one file, which tries it out on samples of its own before it is first used: a
/// later version of Swift may lay things out otherwise, and to read them wrongly would be to answer wrongly.
///
/// | what | where |
/// | --- | --- |
/// | the memory of key paths | `KeyPathComponent` |
/// | the metadata of enumerations | `EnumerationCases` |
/// | how key paths are described | `CompositeKeyPath` |
/// | the fields of `String.StandardComparator` | `StandardComparators.swift` |
enum RuntimeLayout {
  /// Stops the program unless something is laid out as this library expects.
  static func require(_ isAsExpected: @autoclosure () -> Bool, _ what: String) {
    guard !isAsExpected() else { return }
    fatalError(
      "OpenSwiftData reads the runtime layout of \(what), which this version of Swift has changed; "
        + "a version of OpenSwiftData for it is needed")
  }
}
