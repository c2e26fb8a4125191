"""What a player sees in a move: names, units, and the columns where the kernels write them."""

from simkit.contract import Quantity, feature_columns
from simkit.games.maori.state import MOVE_TYPES

_SAIL, _BUILD, _STORE, _UNSTORE, _REMOVE, _PASS, _PLACE, _LIFT, _MOOR = MOVE_TYPES[1:]
_TILES = (_SAIL, _BUILD, _UNSTORE, _PLACE)

FEATURES = (
    Quantity(
        "plan",
        "points",
        "what the move promises with its best continuation, shells included",
        moves=(*_TILES, _STORE, _REMOVE, _LIFT),
    ),
    Quantity("land", "points", "of it: palms and filled fields", moves=_TILES),
    Quantity("wreath", "points", "of it: wreaths (a sail: the most within reach)", moves=_TILES),
    Quantity("boats", "boats", "boats on the tile (a sail: the most within reach)", moves=_TILES),
    Quantity("shells_found", "shells", "shells on the tile (a sail: the most within reach)", moves=_TILES),
    Quantity(
        "shells_paid",
        "shells",
        "shells paid for this and its best continuation",
        moves=(_SAIL, _BUILD, _STORE),
    ),
    Quantity("closes", "0/1", "1 where an island gets closed", moves=_TILES),
    Quantity("risk", "chance", "chance that the tile laid is lost with an open island", moves=_TILES),
    Quantity("builds", "0/1", "1 where a tile is built", moves=_TILES),
    Quantity("stores", "0/1", "1 where a tile is stored", moves=(_SAIL, _STORE)),
    Quantity("passes", "0/1", "1 where nothing is done", moves=(_SAIL, _PASS)),
    Quantity("removes", "0/1", "1 where a tile is removed", moves=(_REMOVE, _LIFT)),
    Quantity(
        "ends_ahead",
        "0/1",
        "1 where the tableau gets full and the seat leads",
        moves=(_BUILD, _UNSTORE, _PLACE),
    ),
    Quantity(
        "ends_behind",
        "0/1",
        "1 where the tableau gets full and the seat does not lead",
        moves=(_BUILD, _UNSTORE, _PLACE),
    ),
    Quantity("steps", "edges", "edges sailed", moves=(_SAIL,)),
    Quantity(
        "gift",
        "points",
        "the best tile next to the ship that the next player reaches without shells",
        moves=(_SAIL,),
    ),
    Quantity("room", "fields", "empty neighbours of the field built on", moves=(_PLACE,)),
    Quantity(
        "drag",
        "turns",
        "turns over the usual length, where a tile is built; half where one is stored or makes room",
        moves=(*_TILES, _STORE, _REMOVE),
    ),
    Quantity(
        "berths",
        "fields",
        "empty fields that the own ship allows next (last_built: can still come to)",
        moves=(_REMOVE, _PLACE, _LIFT, _MOOR),
    ),
    Quantity(
        "exits",
        "fields",
        "where it goes to the last tile: empty fields it could reach next from there",
        moves=(_PLACE, _MOOR),
    ),
    Quantity(
        "way",
        "tiles",
        "tiles to be built anew before the own ship is beside an empty field",
        moves=(_LIFT, _MOOR),
    ),
)
(
    F_PLAN,
    F_LAND,
    F_WREATH,
    F_BOATS,
    F_SHELLS_FOUND,
    F_SHELLS_PAID,
    F_CLOSES,
    F_RISK,
    F_BUILDS,
    F_STORES,
    F_PASSES,
    F_REMOVES,
    F_ENDS_AHEAD,
    F_ENDS_BEHIND,
    F_STEPS,
    F_GIFT,
    F_ROOM,
    F_DRAG,
    F_BERTHS,
    F_EXITS,
    F_WAY,
) = feature_columns(FEATURES)
