import ArgumentParser
import DocketData

/// The arguments of a command that are only words, flags, and options with their values.
///
/// The parser takes a third of the time of a short command: it looks at the types of all options of `docket` and of the
/// command, and for each of them the runtime looks through all conformances of the program. So the commands that are used
/// most read plain arguments themselves. Whatever is not plain, or not valid, is left to the parser, which alone has
/// messages.
struct PlainArguments {
  /// Why arguments are left to the parser.
  struct NotPlain: Error {}

  /// What is no option and no value of one, in order.
  let words: [String]
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// - Parameters:
  ///   - options: the command's options that take a value, with their dashes.
  ///   - flags: those that take none.
  /// - Throws: `NotPlain` if there is another option, or a value with a dash before it.
  init(_ arguments: some Sequence<String>, options: Set<String>, flags: Set<String>) throws {
    var words: [String] = []
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      guard argument.utf8.first == UInt8(ascii: "-") else {
        words.append(argument)
        continue
      }
      if flags.contains(argument) {
        self.flags.insert(argument)
      } else if let end = argument.firstIndex(of: "="), options.contains(String(argument[..<end])) {
        let value = argument[argument.index(after: end)...]
        guard !value.isEmpty else { throw NotPlain() }
        values[String(argument[..<end]), default: []].append(String(value))
      } else if options.contains(argument) {
        guard let value = iterator.next(), value.utf8.first != UInt8(ascii: "-") else { throw NotPlain() }
        values[argument, default: []].append(value)
      } else {
        throw NotPlain()
      }
    }
    self.words = words
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The values of an option that may be repeated.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// The value of an option; nil without the option.
  ///
  /// - Throws: `NotPlain` if the option is repeated.
  func value(_ option: String) throws -> String? {
    let values = all(option)
    guard values.count < 2 else { throw NotPlain() }
    return values.first
  }

  /// The value of an option as a type.
  ///
  /// - Throws: `NotPlain` if the option is repeated, `NotAllowed` if its value is invalid.
  func value<Value: TypedValue>(_ option: String, as _: Value.Type) throws -> Value? {
    try value(option).map { try Value.value($0) }
  }
}

/// A command that can read plain arguments itself.
protocol PlainCommand: ParsableCommand {
  /// The command's options that take a value, and those that take none.
  static var plainOptions: (values: Set<String>, flags: Set<String>) { get }

  /// - Throws: anything if the parser has to read the arguments, or to say what is wrong with them.
  init(plain arguments: PlainArguments) throws
}

extension PlainCommand {
  /// The command if its arguments are plain, else nil.
  static func plain(_ arguments: some Sequence<String>) -> Self? {
    let options = plainOptions
    guard let plain = try? PlainArguments(arguments, options: options.values, flags: options.flags) else { return nil }
    return try? Self(plain: plain)
  }
}

// MARK: - Groups of options

extension StoreOptions {
  static let plainOptions: Set<String> = ["--store", "--items"]
  static let plainFlags: Set<String> = ["--preview"]

  init(plain arguments: PlainArguments) throws {
    self.init()
    store = try arguments.value("--store")
    preview = arguments.has("--preview")
    items = try arguments.value("--items", as: PreviewSize.self)
    try validate()
  }
}

extension ItemNumbers {
  static let plainOptions: Set<String> = ["--where"]
  static let plainFlags: Set<String> = ["--yes"]

  init(plain arguments: PlainArguments) throws {
    self.init()
    lists = try arguments.words.map { try NumberList.value($0) }
    query = try arguments.value("--where")
    yes = arguments.has("--yes")
    try validate()
  }
}

extension ItemOptions {
  static let plainOptions: Set<String> = [
    "--notes", "--due", "--start", "--priority", "--list", "--every", "--parent", "--after",
  ]

  init(plain arguments: PlainArguments) throws {
    self.init()
    notes = try arguments.value("--notes")
    due = try arguments.value("--due", as: OrNone<DueDate>.self)
    start = try arguments.value("--start", as: OrNone<StartDate>.self)
    priority = try arguments.value("--priority").map {
      guard let priority = Priority(argument: $0) else { throw PlainArguments.NotPlain() }
      return priority
    }
    list = try arguments.value("--list")
    every = try arguments.value("--every", as: OrNone<Repetition>.self)
    parent = try arguments.value("--parent", as: OrNone<ItemNumber>.self)
    after = try arguments.all("--after").map { try OrNone<BlockerChange>.value($0) }
    try validate()
  }
}

extension FilterOption {
  static let plainOptions: Set<String> = ["--filter"]

  init(plain arguments: PlainArguments) throws {
    self.init()
    filter = try arguments.value("--filter")
    try validate()
  }
}

extension QueryWords {
  init(plain arguments: PlainArguments) throws {
    self.init()
    words = arguments.words
    try validate()
  }
}

// MARK: - Commands

/// The list on the full screen: no word, which would be a command.
extension DocketCommand: PlainCommand {
  static let plainOptions = (
    values: StoreOptions.plainOptions.union(FilterOption.plainOptions), flags: StoreOptions.plainFlags
  )

  init(plain arguments: PlainArguments) throws {
    guard arguments.words.isEmpty else { throw PlainArguments.NotPlain() }
    self.init()
    store = try StoreOptions(plain: arguments)
    filter = try FilterOption(plain: arguments)
    generateManual = false
    try validate()
  }
}

extension AddCommand: PlainCommand {
  static let plainOptions = (
    values: StoreOptions.plainOptions.union(ItemOptions.plainOptions).union(["--tag"]),
    flags: StoreOptions.plainFlags.union(["--literal"])
  )

  init(plain arguments: PlainArguments) throws {
    guard !arguments.words.isEmpty else { throw PlainArguments.NotPlain() }
    self.init()
    store = try StoreOptions(plain: arguments)
    words = arguments.words
    tag = arguments.all("--tag")
    options = try ItemOptions(plain: arguments)
    literal = arguments.has("--literal")
    try validate()
  }
}

extension UpdateCommand: PlainCommand {
  static let plainOptions = (
    values: StoreOptions.plainOptions.union(ItemNumbers.plainOptions).union(ItemOptions.plainOptions)
      .union(["--title", "--tag", "--append-notes"]),
    flags: StoreOptions.plainFlags.union(ItemNumbers.plainFlags).union(["--touch"])
  )

  init(plain arguments: PlainArguments) throws {
    self.init()
    store = try StoreOptions(plain: arguments)
    numbers = try ItemNumbers(plain: arguments)
    title = try arguments.value("--title")
    tag = try arguments.all("--tag").map { try TagChange.value($0) }
    options = try ItemOptions(plain: arguments)
    appendNotes = arguments.all("--append-notes")
    touch = arguments.has("--touch")
    try validate()
  }
}

extension DoneCommand: PlainCommand {
  static let plainOptions = (
    values: StoreOptions.plainOptions.union(ItemNumbers.plainOptions),
    flags: StoreOptions.plainFlags.union(ItemNumbers.plainFlags)
  )

  init(plain arguments: PlainArguments) throws {
    self.init()
    store = try StoreOptions(plain: arguments)
    numbers = try ItemNumbers(plain: arguments)
    try validate()
  }
}

extension ListCommand: PlainCommand {
  static let plainOptions = (
    values: StoreOptions.plainOptions.union(FilterOption.plainOptions).union(["--sort", "--limit"]),
    flags: StoreOptions.plainFlags.union(Format.allCases.map { "--\($0.rawValue)" }).union(["--all"])
  )

  init(plain arguments: PlainArguments) throws {
    self.init()
    store = try StoreOptions(plain: arguments)
    filter = try FilterOption(plain: arguments)
    words = try QueryWords(plain: arguments)
    let formats = Format.allCases.filter { arguments.has("--\($0.rawValue)") }
    guard formats.count < 2 else { throw PlainArguments.NotPlain() }
    format = formats.first
    all = arguments.has("--all")
    sort = try arguments.value("--sort", as: ItemOrder.self)
    limit = try arguments.value("--limit", as: WholeNumber.self)
    try validate()
  }
}
