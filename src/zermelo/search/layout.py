"""Where things lie in a search's working memory: 64-bit words, one block a thread.

Compiled code gets the block's address; the interpreter gets a list. The table is a second block,
shared among threads.
"""

# --- orders and answers ---
STOP = 0  # not 0: somebody wants the search to give up; its result is then void
NODES = 1
NODE_LIMIT = 2
HORIZON = 3  # grows whenever something other than the rules decided: an estimate, a repetition
FLAGS = 4
STEP = 5  # 1: distances count; 0: only payoffs do
BUCKETS = 6  # of the table, a power of two
AGE = 7  # of the search, 0–15
TOP = 8  # of the stack of moves
ROOT_INDEX = 9  # the best move at the root, as its place in the list, or NOWHERE
RESULT = 10
COMMAND = 11
DEPTH = 12
ALPHA = 13
BETA = 14
DEEPEST = 15  # the highest ply seen
THREADS = 16
HITS = 17  # table entries found
DEPENDS = 18  # the lowest ply that a repetition below refers to
PAST = 19  # how many positions before the root may be repeated
SHARED_PLIES = 20  # threads tell each other what they are searching above this ply
OVERFLOW = 21  # not 0: the stack of moves was too small
USED = 22  # table entries written that were empty before
ROOT_PLY = 23  # 0; read from here, so that the search is compiled for any ply
SALT = 24  # of the table's keys

# --- a question for the proof-number search, and what is derived from it ---
PROVER = 25  # the player it is about
AT_LEAST = 26  # the payoff, in that player's view
THRESHOLD = 27  # the same question about the first player
QUESTION = 28  # what keeps the table's entries of different questions apart
DRAWN = 29  # how many positions before the root it would be a draw to repeat once more

# --- commands ---
SEARCH = 0
COUNT_LEAVES = 1

STATE = 32
STATE_WORDS = 96
WEIGHTS = STATE + STATE_WORDS
WEIGHT_WORDS = 128

# --- what is learnt while searching ---
MAX_PLY = 1000
KILLERS = WEIGHTS + WEIGHT_WORDS  # two a ply
PLAYED = KILLERS + 2 * MAX_PLY  # the move that led to each ply
PLAYED_CHECKS = PLAYED + MAX_PLY  # proof numbers keep two hashes of the way to each ply here
PATH = PLAYED_CHECKS + MAX_PLY  # hashes of the positions before the root, then of those on the path
PATH_PLACES = 4 * MAX_PLY
PATH_CHECKS = PATH + PATH_PLACES  # … and their other hashes
MOVE_SLOTS = 4096  # moves are folded into so many places
HISTORY = PATH_CHECKS + PATH_PLACES  # for each player
COUNTERS = HISTORY + 2 * MOVE_SLOTS  # the answer that last refuted a move, for each player
MOVES = COUNTERS + 2 * MOVE_SLOTS  # the stack: a move and its score, for each open node
STACK_WORDS = 1 << 18
MEMORY_WORDS = MOVES + STACK_WORDS

# --- the table: first what other threads are searching just now, then buckets of four ---
BUSY_SLOTS = 4096
TABLE = BUSY_SLOTS
BUCKET_WORDS = 8  # one cache line: four entries of two words, key and data
NO_INDEX = 511  # a move that an entry has no room for, or none
NOWHERE = -1
