"""The picture of the table."""

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import build
from simkit.games.maldivia.draw import draw
from simkit.position import Position


def test_the_picture_shows_boats_and_islands() -> None:
    rules = GAME.rules_record({})
    position = Position(GAME, build("A", 4), rules, 4, policies=[GAME.policy("greedy")] * 4)
    for _ in range(60):
        position.apply(position.choose())
    figure, axes = plt.subplots(figsize=(8, 9))
    draw(axes, position.state, position.board[0], rules[0])
    words = {text.get_text() for text in axes.texts}
    plt.close(figure)
    assert {"Wh", "Or", "Br", "Bl"} <= words
    assert any(word.startswith("Nanga") for word in words)
