from typing import SupportsIndex

class Tables:
    hash_mb: int
    def __init__(self, hash_mb: SupportsIndex) -> None: ...
