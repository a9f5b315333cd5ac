"""The built-in games with the interface of PettingZoo's environments."""
