package let nameOfCTerminal = "CTerminal"
