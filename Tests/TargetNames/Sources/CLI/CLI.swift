package let nameOfCLI = "CLI"
