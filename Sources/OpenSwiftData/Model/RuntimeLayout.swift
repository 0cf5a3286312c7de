/// The uses of undocumented layout and entry points of Swift's runtime.
///
/// Each is in one file, which checks samples before the first use: a later version of Swift may change the layout.
///
/// | what | where |
/// | --- | --- |
/// | the memory of key paths | `KeyPathComponent` |
/// | the metadata of enumerations | `EnumerationCases` |
/// | how key paths are described | `CompositeKeyPath` |
/// | the fields of `String.StandardComparator` | `StandardComparators.swift` |
/// | unowned references that can be asked | `RegisteredModels` |
/// | whether reads are observed | `ModelRecord`, checked by `ObservedReads` |
/// | which task changes to an executor | `ArrivingTask`, by functions that compiled code calls too |
enum RuntimeLayout {
  /// Stops the program if a layout is not the expected one.
  static func require(_ isAsExpected: @autoclosure () -> Bool, _ what: String) {
    guard !isAsExpected() else { return }
    fatalError(
      "OpenSwiftData reads the runtime layout of \(what), which this version of Swift has changed; "
        + "OpenSwiftData has to be updated for it")
  }
}
