package let nameOfSync = "Sync"
