"""What can be wrong with a game: each class of these files breaks one thing of a tiny right one."""

from checker.broken_games.hooks import *  # noqa: F403
from checker.broken_games.right import *  # noqa: F403
from checker.broken_games.rules import *  # noqa: F403
from checker.broken_games.words import *  # noqa: F403
