/// A query that no item matches: no failure, but scripts are told by the exit status, as by `grep`.
struct NothingMatched: Error {}
