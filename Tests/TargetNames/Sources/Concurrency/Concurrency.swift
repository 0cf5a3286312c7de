package let nameOfConcurrency = "Concurrency"
