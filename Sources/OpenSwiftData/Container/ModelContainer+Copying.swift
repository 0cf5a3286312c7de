import Foundation

extension ModelContainer {
  /// Copies what is saved into a new store, which holds together whatever is saved meanwhile.
  ///
  /// Nobody waits for it: contexts and other processes read and write on. The copy has mode 0600, and large values that
  /// are files beside the store are copied too.
  ///
  /// - Parameter url: the file to make; its folder must be there.
  /// - Throws: `StoreError` if there is a file of that name already, if the copy can't be written, or if the file of a
  ///   large value is missing, kind `.damaged`; nothing is left then.
  /// - Complexity: O(n) in the size of the store.
  ///
  /// Source: https://www.sqlite.org/backup.html
  public func copyStore(to url: URL) throws { try store.copy(to: url) }

  /// Looks through the whole store for damage.
  ///
  /// - Returns: what is wrong, one phrase each; empty if all is well.
  /// - Throws: `StoreError` if the store is too damaged to be looked through.
  /// - Complexity: O(n log n) in the size of the store; it reads all of it.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
  public func storeProblems() throws -> [String] { try store.problems() }
}
