"""A shelf on disk for what a record is made of, so that a long game takes no more memory.

1. Of each part the pieces touched last are in memory, NEAR of them; the others lie in a private
   database that is nobody else's and ends with its process. A small game never touches the disk.
2. A piece can be altered while it is in hand; it is put down as it then is.
3. Going through a part changes nothing in it, and can be done as often as one likes.
"""

import sqlite3
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

NEAR = 64
CACHE_KB = 256  # of each shelf, by its database; the pieces that are wanted again are near

Pack = Callable[[type, Any], bytes]
Unpack = Callable[[type, bytes], Any]


class Listed(Generic[T]):
    """What is written as a list, and is never one in memory: it can be gone through again."""

    @abstractmethod
    def __iter__(self) -> Iterator[T]: ...


class MadeList(Listed[T]):
    """A list that is made of another while it is gone through."""

    def __init__(self, make: Callable[[], Iterator[T]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return self._make()


class Shelf:
    def __init__(self, pack: Pack, unpack: Unpack) -> None:
        self.pack, self.unpack = pack, unpack
        self._parts = 0
        self._database: sqlite3.Connection | None = None

    def cards(self, kind: type[T]) -> "Cards[T]":
        return Cards(self._part(kind))

    def rows(self, kind: type[T]) -> "Rows[T]":
        return Rows(self._part(kind))

    def _part(self, kind: type[T]) -> "_Part[T]":
        self._parts += 1
        return _Part(self, self._parts, kind)

    @property
    def database(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect("", isolation_level=None)
            self._database.execute("PRAGMA journal_mode=OFF")
            self._database.execute("PRAGMA synchronous=OFF")
            self._database.execute(f"PRAGMA cache_size=-{CACHE_KB}")
            self._database.execute(
                "CREATE TABLE shelf (part INT, key INT, piece BLOB, PRIMARY KEY (part, key))"
                " WITHOUT ROWID"
            )
            self._database.execute("BEGIN")
        return self._database


class _Part(Generic[T]):
    """The pieces of one part by key: the near ones, and the others on disk."""

    def __init__(self, shelf: Shelf, number: int, kind: type[T]) -> None:
        self._shelf, self._number, self._kind = shelf, number, kind
        self._near: OrderedDict[int, T] = OrderedDict()

    def put(self, key: int, piece: T) -> None:
        self._near[key] = piece
        self._near.move_to_end(key)
        while len(self._near) > NEAR:
            far, old = self._near.popitem(last=False)
            self._shelf.database.execute(
                "INSERT OR REPLACE INTO shelf VALUES (?, ?, ?)",
                (self._number, far, self._shelf.pack(self._kind, old)),
            )

    def take(self, key: int) -> T:
        """To work on: it is near from now on."""
        if key not in self._near:
            self.put(key, self._far(key))
        self._near.move_to_end(key)
        return self._near[key]

    def look(self, key: int) -> T:
        return self._near[key] if key in self._near else self._far(key)

    def drop(self, key: int) -> None:
        """What lies on disk is put over when the key comes again, and not asked for until then."""
        self._near.pop(key, None)

    def _far(self, key: int) -> T:
        (packed,) = self._shelf.database.execute(
            "SELECT piece FROM shelf WHERE part = ? AND key = ?", (self._number, key)
        ).fetchone()
        found: T = self._shelf.unpack(self._kind, packed)
        return found


class Cards(MutableMapping[int, T]):
    """By number, in the order in which they came."""

    def __init__(self, part: _Part[T]) -> None:
        self._part = part
        self._keys: dict[int, None] = {}

    def __getitem__(self, key: int) -> T:
        if key not in self._keys:
            raise KeyError(key)
        return self._part.take(key)

    def __setitem__(self, key: int, piece: T) -> None:
        self._keys[key] = None
        self._part.put(key, piece)

    def __delitem__(self, key: int) -> None:
        del self._keys[key]
        self._part.drop(key)

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class Rows(Listed[T]):
    """One after the other. What is taken, or asked for from the end, can be altered."""

    def __init__(self, part: _Part[T]) -> None:
        self._part = part
        self._count = 0

    def append(self, piece: T) -> None:
        self._part.put(self._count, piece)
        self._count += 1

    def pop(self) -> T:
        last = self[-1]
        self._count -= 1
        self._part.drop(self._count)
        return last

    def take(self, place: int) -> T:
        return self._part.take(place)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: int) -> T:
        found = place + self._count if place < 0 else place
        if not 0 <= found < self._count:
            raise IndexError(place)
        return self._part.take(found) if place < 0 else self._part.look(found)

    def __iter__(self) -> Iterator[T]:
        return map(self._part.look, range(self._count))

    def __reversed__(self) -> Iterator[T]:
        return map(self._part.take, reversed(range(self._count)))


class Lazily(Sequence[T]):
    """What `make` gives for a place, made when it is asked for; the last NEAR * 8 are kept."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count, self._make = count, make
        self._near: OrderedDict[int, T] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> "Lazily[T]": ...
    def __getitem__(self, place: int | slice) -> "T | Lazily[T]":
        places = range(self._count)[place]
        if isinstance(places, range):
            return Lazily(len(places), lambda inner: self[places[inner]])
        if places not in self._near:
            self._near[places] = self._make(places)
            if len(self._near) > NEAR * 8:
                self._near.popitem(last=False)
        return self._near[places]
