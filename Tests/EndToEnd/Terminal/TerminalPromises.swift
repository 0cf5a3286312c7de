/// The suites that test the numbered promises of Documentation/TerminalTests.md, selected by `--filter TerminalPromises`.
///
/// Each suite is named for what it promises; the documentation's table has the numbers.
enum TerminalPromises {}
