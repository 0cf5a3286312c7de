package let nameOfCore = "Core"
