/// Gives what is repeated a small number: names of entities and properties, replicas.
struct NumberTable<Element: Hashable> {
  private(set) var elements: [Element] = []
  private var numbers: [Element: Int] = [:]
  /// The number after the one that was asked for last: rows of one entity name their properties in one order.
  private var next = 0

  mutating func number(of element: Element) -> Int {
    if next < elements.count, elements[next] == element {
      next += 1
      return next - 1
    }
    let number = numbers[element] ?? elements.count
    if number == elements.count {
      numbers[element] = number
      elements.append(element)
    }
    next = number + 1
    return number
  }
}

extension ByteReader {
  /// Reads the number of an element of a table.
  mutating func element<Element>(of table: [Element]) throws(CodecError) -> Element {
    let number = try number()
    guard number < UInt64(table.count) else { throw error(.unknownReference(number)) }
    return table[Int(number)]
  }
}

// MARK: - Registers

/// The kinds of registers that this version knows; others are `unknown` and carry their own number.
private enum KeyKind {
  static let existence: UInt8 = 0
  static let property: UInt8 = 1
  static let member: UInt8 = 2
  static let unknown: UInt8 = 15
}

extension RegisterKey {
  /// The number of the kind: 4 bits.
  var kind: UInt8 {
    switch self {
    case .existence: KeyKind.existence
    case .property: KeyKind.property
    case .member: KeyKind.member
    case .unknown: KeyKind.unknown
    }
  }
}

extension ByteWriter {
  /// Writes what follows a key's kind.
  mutating func key(_ key: RegisterKey, _ names: inout NumberTable<String>) {
    switch key {
    case .existence: break
    case .property(let name): count(names.number(of: name))
    case .member(let name, let member):
      count(names.number(of: name))
      identity(member)
    case .unknown(let kind, let bytes):
      number(kind)
      blob(bytes)
    }
  }
}

extension ByteReader {
  /// Reads what follows a key's kind.
  mutating func key(kind: UInt8, _ names: [String]) throws(CodecError) -> RegisterKey {
    switch kind {
    case KeyKind.existence: .existence
    case KeyKind.property: .property(try element(of: names))
    case KeyKind.member: .member(try element(of: names), try identity())
    case KeyKind.unknown: .unknown(kind: try number(), key: try blob())
    default: throw error(.reservedBit)
    }
  }
}
