"""The built-in games as other libraries know games: PettingZoo's environments, OpenSpiel's states."""
