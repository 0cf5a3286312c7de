package let nameOfConfiguration = "Configuration"
