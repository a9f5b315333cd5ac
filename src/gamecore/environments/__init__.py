"""The built-in games in other libraries' interfaces: PettingZoo's environments, OpenSpiel's states."""
