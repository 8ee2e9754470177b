// A solver for Connect Four, 7 × 6, and nothing else: what is known to work best there, written by
// hand. The engine's search does not look like it, so that nodes are counted and not compared; the
// scores are, and the time.
//
//     connect4_solver ENTRIES     positions on stdin: mine both turn; a power of two of entries
//
// The techniques are those that Pascal Pons describes in "Solving Connect 4: how to build a perfect
// AI", one for one: bit boards, alpha-beta in a window of no width, moves that do not lose at once,
// ordered by the winning cells they make and then from the middle out, a table that keeps upper and
// lower bounds, and the score found by halving what is left.
//
// A score is half the stones that are still to be played when the game ends, as the winner counts
// them. Prints one JSON object: CPU seconds, nodes, and for each position its score and nodes.
#include <sys/mman.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

constexpr int WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, CELLS = WIDTH * HEIGHT;
constexpr uint64_t COLUMN = (1ull << HEIGHT) - 1;
constexpr uint64_t BOTTOM = [] {
    uint64_t row = 0;
    for (int c = 0; c < WIDTH; ++c) row |= 1ull << c * STRIDE;
    return row;
}();
constexpr uint64_t FULL = COLUMN * BOTTOM;
constexpr int MIDDLE_OUT[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
constexpr int LEAST = -CELLS / 2 + 3, MOST = (CELLS + 1) / 2 - 3;

struct Board {
    uint64_t mine, both;
    int stones;

    uint64_t playable() const { return (both + BOTTOM) & FULL; }
    uint64_t wins() const { return winning(mine, both); }
    uint64_t threats() const { return winning(mine ^ both, both); }

    Board after(uint64_t cell) const { return {mine ^ both, both | cell, stones + 1}; }

    // The cells after which the other has no win at once; 0 if there is none.
    uint64_t safe() const {
        uint64_t cells = playable(), lost = threats();
        if (uint64_t forced = cells & lost) {
            if (forced & (forced - 1)) return 0;
            cells = forced;
        }
        return cells & ~(lost >> 1);
    }

    static uint64_t winning(uint64_t stones, uint64_t both) {
        return (FULL ^ both) & ((stones << 1 & stones << 2 & stones << 3) | along(stones, STRIDE) |
                                along(stones, STRIDE - 1) | along(stones, STRIDE + 1));
    }

    static uint64_t along(uint64_t a, int step) {
        uint64_t pair = a << step & a << 2 * step, cells = pair & (a << 3 * step | a >> step);
        pair = a >> step & a >> 2 * step;
        return cells | (pair & (a >> 3 * step | a << step));
    }
};

// One word a position: its key in 49 bits, and above them a bound, 0 if there is none.
class Table {
  public:
    explicit Table(uint64_t entries) : mask_(entries - 1) {
        void* pages = mmap(nullptr, entries * 8, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) std::abort();
#ifdef MADV_HUGEPAGE
        madvise(pages, entries * 8, MADV_HUGEPAGE);
#endif
        std::memset(pages, 0, entries * 8);  // written once: its pages are there
        words_ = static_cast<uint64_t*>(pages);
    }

    int get(uint64_t key) const {
        uint64_t word = words_[home(key)];
        return (word & KEY) == key ? int(word >> BITS) : 0;
    }
    void put(uint64_t key, int bound) { words_[home(key)] = key | uint64_t(bound) << BITS; }
    void prefetch(uint64_t key) const { __builtin_prefetch(&words_[home(key)]); }

  private:
    static constexpr int BITS = 49;
    static constexpr uint64_t KEY = (1ull << BITS) - 1;
    uint64_t home(uint64_t key) const { return (key * 0x9E3779B97F4A7C15ull >> 32) & mask_; }

    uint64_t mask_, *words_;
};

class Solver {
  public:
    explicit Solver(uint64_t entries) : table_(entries) {}

    uint64_t nodes = 0;

    int score(const Board& s) {
        if (s.wins() & s.playable()) return (CELLS + 1 - s.stones) / 2;
        int low = -(CELLS - s.stones) / 2, high = (CELLS + 1 - s.stones) / 2;
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (middle <= 0 && low / 2 < middle)
                middle = low / 2;
            else if (middle >= 0 && high / 2 > middle)
                middle = high / 2;
            int found = search(s, middle, middle + 1);
            (found <= middle ? high : low) = found;
        }
        return low;
    }

  private:
    // The score within the window; the mover has no win at once.
    int search(const Board& s, int alpha, int beta) {
        ++nodes;
        const uint64_t key = s.mine + s.both;
        table_.prefetch(key);
        uint64_t cells = s.safe();
        if (!cells) return -(CELLS - s.stones) / 2;
        if (s.stones >= CELLS - 2) return 0;

        int low = -(CELLS - 2 - s.stones) / 2, high = (CELLS - 1 - s.stones) / 2;
        if (low > alpha && (alpha = low) >= beta) return alpha;
        if (high < beta && (beta = high) <= alpha) return beta;
        if (int known = table_.get(key)) {
            if (known > MOST - LEAST + 1) {
                low = known + 2 * LEAST - MOST - 2;
                if (low > alpha && (alpha = low) >= beta) return alpha;
            } else {
                high = known + LEAST - 1;
                if (high < beta && (beta = high) <= alpha) return beta;
            }
        }

        std::pair<int, uint64_t> moves[WIDTH];
        int count = 0;
        for (int i = WIDTH - 1; i >= 0; --i) {  // the last are tried first
            uint64_t cell = cells & COLUMN << MIDDLE_OUT[i] * STRIDE;
            if (!cell) continue;
            int worth = std::popcount(Board::winning(s.mine | cell, s.both)), at = count++;
            for (; at && moves[at - 1].first > worth; --at) moves[at] = moves[at - 1];
            moves[at] = {worth, cell};
        }
        while (count) {
            int found = -search(s.after(moves[--count].second), -beta, -alpha);
            if (found >= beta) {
                table_.put(key, found + MOST - 2 * LEAST + 2);
                return found;
            }
            if (found > alpha) alpha = found;
        }
        table_.put(key, alpha - LEAST + 1);
        return alpha;
    }

    Table table_;
};

int main(int count, char** words) {
    if (count != 2) return 2;
    std::vector<Board> positions;
    int turn;
    for (Board s; std::cin >> s.mine >> s.both >> turn;) {
        s.stones = std::popcount(s.both);
        positions.push_back(s);
    }
    Solver solver(std::stoull(words[1]));
    std::vector<std::pair<int, uint64_t>> found;
    const std::clock_t began = std::clock();
    for (const Board& s : positions) {
        uint64_t before = solver.nodes;
        int score = solver.score(s);
        found.emplace_back(score, solver.nodes - before);
    }
    std::cout << "{\"seconds\": " << double(std::clock() - began) / CLOCKS_PER_SEC
              << ", \"nodes\": " << solver.nodes << ", \"found\": [";
    const char* between = "";
    for (auto [score, own] : found) {
        std::cout << between << '[' << score << ", " << own << ']';
        between = ", ";
    }
    std::cout << "]}\n";
}
