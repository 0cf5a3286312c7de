import Foundation

/// The calls on a thread's stack, the innermost first.
///
/// The names come from the symbol tables of the files that the process runs, because `dladdr` knows exported functions
/// only, and an executable exports none. The functions of a stripped file have no names.
struct CallStack: Hashable {
  private let returnAddresses: [UInt]

  /// - Complexity: some microseconds; the names are looked up later.
  static func current() -> CallStack {
    CallStack(returnAddresses: Thread.callStackReturnAddresses.dropFirst().map(\.uintValue))
  }

  struct Function {
    let symbol: String
    /// Demangled.
    let name: String
  }

  /// The innermost function with a name that meets the condition.
  ///
  /// - Complexity: reads the symbol table of each file that it meets: some 10 ms for one of 100 MB.
  func firstFunction(where condition: (Function) -> Bool) -> Function? {
    let files = MappedFile.all()
    var tables: [String: SymbolTable] = [:]
    for returnAddress in returnAddresses {
      // A call can be the last instruction of a function; the address after it belongs to the next one.
      let address = returnAddress - 1
      guard let file = files.first(where: { $0.addresses.contains(address) }) else { continue }
      let table = tables[file.path] ?? SymbolTable(path: file.path)
      tables[file.path] = table
      let offset = UInt64(address - file.addresses.lowerBound) + file.offset
      guard let symbol = table.symbol(at: offset) else { continue }
      let function = Function(symbol: symbol, name: demangled(symbol))
      if condition(function) { return function }
    }
    return nil
  }

  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// The runtime's own demangler; the mangled name where the runtime does not export it, for `swift demangle`.
  private func demangled(_ symbol: String) -> String {
    guard let function = dlsym(nil, "swift_demangle") else { return symbol }
    // Sound: the signature is that of the runtime's Demangle.h, which is stable as part of its binary interface.
    let demangle = unsafeBitCast(function, to: Demangle.self)
    guard let name = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
    defer { free(name) }
    return String(cString: name)
  }
}

/// A part of a file that is mapped into the memory of this process.
private struct MappedFile {
  let addresses: Range<UInt>
  /// The offset of the part in the file.
  let offset: UInt64
  let path: String

  /// The mapped files that hold code, by proc(5): `start-end perms offset dev inode path`.
  static func all() -> [MappedFile] {
    // Reading it as a string would end after the first page: such files have no size.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    guard let maps = (try? file?.readToEnd()).flatMap({ $0 }) else { return [] }
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 4)
      guard parts.count == 5, parts[1].contains("x"), let path = parts[4].firstIndex(of: "/") else { return nil }
      let bounds = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, bounds[0] < bounds[1], let offset = UInt64(parts[2], radix: 16) else { return nil }
      return MappedFile(addresses: bounds[0]..<bounds[1], offset: offset, path: String(parts[4][path...]))
    }
  }
}

/// The functions of an ELF file, by elf(5); empty for a file that is none, or stripped.
private struct SymbolTable {
  private let file: Data
  private var segments: [Elf64_Phdr] = []
  private var symbols: Range<UInt64> = 0..<0
  private var names: UInt64 = 0

  init(path: String) {
    file = (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)) ?? Data()
    guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]), let header: Elf64_Ehdr = value(at: 0) else { return }
    segments = (0..<UInt64(header.e_phnum)).compactMap {
      value(at: header.e_phoff + $0 * UInt64(header.e_phentsize))
    }
    let sections: [Elf64_Shdr] = (0..<UInt64(header.e_shnum)).compactMap {
      value(at: header.e_shoff + $0 * UInt64(header.e_shentsize))
    }
    guard let table = sections.first(where: { $0.sh_type == SHT_SYMTAB }), Int(table.sh_link) < sections.count
    else { return }
    symbols = table.sh_offset..<table.sh_offset + table.sh_size
    names = sections[Int(table.sh_link)].sh_offset
  }

  /// The name of the function at an offset of the file.
  ///
  /// - Complexity: O(number of symbols).
  func symbol(at offset: UInt64) -> String? {
    guard let segment = segments.first(where: { $0.p_type == PT_LOAD && $0.holds(offset) }) else { return nil }
    let address = offset - segment.p_offset + segment.p_vaddr
    return file.withUnsafeBytes { bytes in
      var place = Int(symbols.lowerBound)
      let end = min(Int(symbols.upperBound), bytes.count)
      let size = MemoryLayout<Elf64_Sym>.size
      while end - place >= size {
        let symbol = bytes.loadUnaligned(fromByteOffset: place, as: Elf64_Sym.self)
        if symbol.st_value <= address, address - symbol.st_value < symbol.st_size, symbol.isFunction {
          return name(at: names + UInt64(symbol.st_name))
        }
        place += size
      }
      return nil
    }
  }

  private func name(at offset: UInt64) -> String? {
    guard offset < file.count else { return nil }
    return String(decoding: file[Int(offset)...].prefix { $0 != 0 }, as: UTF8.self)
  }

  private func value<Value: BitwiseCopyable>(at offset: UInt64) -> Value? {
    guard offset <= file.count, file.count - Int(offset) >= MemoryLayout<Value>.size else { return nil }
    return file.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: Int(offset), as: Value.self) }
  }
}

extension Elf64_Phdr {
  fileprivate func holds(_ offset: UInt64) -> Bool { offset >= p_offset && offset - p_offset < p_filesz }
}

extension Elf64_Sym {
  /// `ELF64_ST_TYPE` is a macro that Swift does not see: the type is in the lower four bits.
  fileprivate var isFunction: Bool { Int32(st_info & 0xF) == STT_FUNC }
}
