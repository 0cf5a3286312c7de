package let nameOfCTerminalGuard = "CTerminalGuard"
