"""What many games say about strength: Elo, sequential tests, ratings. Pure figures, no games."""

from zermelo.arena.statistics.elo import Elo, elo_of_games, elo_of_results
from zermelo.arena.statistics.ratings import Rating, Ratings, rate
from zermelo.arena.statistics.sprt import Sprt

__all__ = ["Elo", "Rating", "Ratings", "Sprt", "elo_of_games", "elo_of_results", "rate"]
