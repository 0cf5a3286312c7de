package let nameOfLocking = "Locking"
