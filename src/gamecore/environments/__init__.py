"""The built-in games with the interfaces of PettingZoo's environments and OpenSpiel's states."""
