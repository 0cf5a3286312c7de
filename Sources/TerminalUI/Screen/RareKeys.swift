/// The names that terminfo has for keys that few keyboards have, and for modified ones.
enum RareKeys {
  static let all: [(String, Key)] =
    (13...63).map { ("kf\($0)", Key(.function($0))) } + keypad + actions.map { ($0, Key($1)) } + shifted + modified

  private static let keypad: [(String, Key)] = [
    ("ka1", Key(.home)), ("ka2", Key(.up)), ("ka3", Key(.pageUp)), ("kb1", Key(.left)), ("kb2", Key(.begin)),
    ("kb3", Key(.right)), ("kc1", Key(.end)), ("kc2", Key(.down)), ("kc3", Key(.pageDown)),
    ("kpADD", "+"), ("kpSUB", "-"), ("kpMUL", "*"), ("kpDIV", "/"), ("kpDOT", "."), ("kpCMA", ","), ("kpZRO", "0"),
  ]

  private static let actions: [(String, Key.Name)] = [
    ("kbeg", .begin), ("kcan", .cancel), ("kclr", .clear), ("kel", .clearToEndOfLine), ("ked", .clearToEndOfScreen),
    ("kclo", .close), ("kcmd", .command), ("kcpy", .copy), ("kcrt", .create), ("kdl1", .deleteLine),
    ("kil1", .insertLine), ("krmir", .endInsert), ("kext", .exit), ("kfnd", .find), ("khlp", .help),
    ("kll", .lowerLeft), ("kmrk", .mark), ("kmsg", .message), ("kmov", .move), ("knxt", .next), ("kopn", .open),
    ("kopt", .options), ("kprv", .previous), ("kprt", .print), ("krdo", .redo), ("kref", .reference),
    ("krfr", .refresh), ("krpl", .replace), ("krst", .restart), ("kres", .resume), ("ksav", .save),
    ("kind", .scrollDown), ("kri", .scrollUp), ("kslt", .select), ("khts", .setTab), ("kctab", .clearTab),
    ("ktbc", .clearAllTabs), ("kspd", .suspend), ("kund", .undo),
  ]

  /// Standard names of keys with Shift.
  private static let shifted: [(String, Key)] = [
    ("kBEG", .begin), ("kCAN", .cancel), ("kCMD", .command), ("kCPY", .copy), ("kCRT", .create), ("kDC", .delete),
    ("kDL", .deleteLine), ("kEND", .end), ("kEOL", .clearToEndOfLine), ("kEXT", .exit), ("kFND", .find),
    ("kHLP", .help), ("kHOM", .home), ("kIC", .insert), ("kLFT", .left), ("kMSG", .message), ("kMOV", .move),
    ("kNXT", .pageDown), ("kOPT", .options), ("kPRV", .pageUp), ("kPRT", .print), ("kRDO", .redo),
    ("kRPL", .replace), ("kRIT", .right), ("kRES", .resume), ("kSAV", .save), ("kSPD", .suspend), ("kUND", .undo),
    ("kUP", .up), ("kDN", .down), ("kcbt2", .tab),
  ].map { (name: String, key: Key.Name) in (name, Key(key, .shift)) }

  /// xterm's names: the number is the modifiers' bits and 1.
  private static let modified: [(String, Key)] = [
    ("kUP", Key.Name.up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
    ("kIC", .insert), ("kDC", .delete), ("kNXT", .pageDown), ("kPRV", .pageUp),
  ].flatMap { name, key in (3...8).map { ("\(name)\($0)", Key(key, Key.Modifiers(rawValue: UInt8($0 - 1)))) } }
}
