import COpenSwiftDataSQLite

/// The memory SQLite reserves for an open file: its table of methods, followed by a reference to our object.
///
/// Manual: https://www.sqlite.org/c3ref/file.html
enum MemoryFileHandle {
  private static let offset = MemoryLayout<sqlite3_file>.stride

  /// Bytes that SQLite must reserve.
  static let size = Int32(offset + MemoryLayout<UnsafeMutableRawPointer>.size)

  /// Stores the object, with a reference counted for it, and the methods.
  static func put(_ opened: MemoryOpenFile, in file: UnsafeMutablePointer<sqlite3_file>) {
    let reference = Unmanaged.passRetained(opened).toOpaque()
    (UnsafeMutableRawPointer(file) + offset).storeBytes(of: reference, as: UnsafeMutableRawPointer.self)
    file.pointee.pMethods = MemoryIOMethods.table
  }

  /// The object of an open file.
  static func opened(_ file: UnsafeMutablePointer<sqlite3_file>?) -> MemoryOpenFile? {
    reference(file)?.takeUnretainedValue()
  }

  /// Takes the object out and gives up the reference counted for it.
  static func take(from file: UnsafeMutablePointer<sqlite3_file>?) -> MemoryOpenFile? {
    let opened = reference(file)?.takeRetainedValue()
    file?.pointee.pMethods = nil
    return opened
  }

  private static func reference(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Unmanaged<MemoryOpenFile>? {
    guard let file, file.pointee.pMethods != nil else { return nil }
    let reference = (UnsafeMutableRawPointer(file) + offset).load(as: UnsafeMutableRawPointer.self)
    return .fromOpaque(reference)
  }
}
