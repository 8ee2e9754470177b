// The yardstick for Othello, 8 × 8: `games/othello.py` and `evaluation/othello.py` once more in C++.
//
//     othello leaves DEPTH             positions on stdin: mine theirs turn
//     othello search DEPTH BUCKETS     depths 1 to DEPTH, one after the other, with one table;
//                    WEIGHT …          then the evaluator's six weights
//
// Prints one JSON object: seconds, nodes (or leaves), and for each position its value and nodes.
#include <string>

#include "search.hpp"

struct Board {
    uint64_t mine, theirs;
    int turn;
};

struct Outcome {
    bool over;
    int payoff;
};

struct Othello {
    using State = Board;

    static constexpr int PASS = 64, LATE = 20;
    static constexpr uint64_t LEFT = 0x0101010101010101, RIGHT = LEFT << 7, TOP = 0xFF,
                              BOTTOM = TOP << 56, INNER = ~(LEFT | RIGHT),
                              CORNERS = (LEFT | RIGHT) & (TOP | BOTTOM);

    static int to_move(const Board& s) { return s.turn; }

    template <class Each>
    static void moves(const Board& s, Each each) {
        uint64_t legal = landing(s.mine, s.theirs);
        if (!legal) each(PASS);
        for (; legal; legal &= legal - 1) each(std::countr_zero(legal));
    }

    template <class Each>
    static void candidates(const Board& s, Each each) {
        moves(s, each);
    }

    static int mobility(const Board& s) {
        return std::max(1, std::popcount(landing(s.mine, s.theirs)));
    }

    static Board play(const Board& s, int m) {
        if (m == PASS) return {s.theirs, s.mine, 1 - s.turn};
        uint64_t turned = between_all(s.mine, s.theirs, m);
        return {s.theirs ^ turned, s.mine | turned | 1ull << m, 1 - s.turn};
    }

    static Outcome outcome(const Board& s) {
        if (landing(s.mine, s.theirs) || landing(s.theirs, s.mine)) return {false, 0};
        return {true, for_black(s, std::popcount(s.mine) - std::popcount(s.theirs))};
    }

    static Key hashes(const Board& s) { return hashes_of(s.mine, s.theirs, s.turn); }
    static std::pair<int, int> bounds(const Board&) { return {-64, 64}; }

    static uint64_t landing(uint64_t mine, uint64_t theirs) {
        uint64_t inside = theirs & INNER;
        return ~(mine | theirs) & (beyond(mine, inside, 1) | beyond(mine, theirs, 8) |
                                   beyond(mine, inside, 7) | beyond(mine, inside, 9));
    }

    struct Lines {
        uint64_t up, down;
    };

    // Their discs in an unbroken line from these squares on, both ways.
    static Lines lines(uint64_t from, uint64_t theirs, int step) {
        uint64_t up = theirs & from << step, down = theirs & from >> step;
        up |= theirs & up << step;
        down |= theirs & down >> step;
        uint64_t pairs = theirs & theirs << step, below = pairs >> step;
        up |= pairs & up << 2 * step;
        down |= below & down >> 2 * step;
        up |= pairs & up << 2 * step;
        down |= below & down >> 2 * step;
        return {up, down};
    }

    static uint64_t beyond(uint64_t mine, uint64_t theirs, int step) {
        auto [up, down] = lines(mine, theirs, step);
        return up << step | down >> step;
    }

    static uint64_t between_all(uint64_t mine, uint64_t theirs, int square) {
        uint64_t inside = theirs & INNER, from = 1ull << square;
        return between(mine, inside, 1, from) | between(mine, theirs, 8, from) |
               between(mine, inside, 7, from) | between(mine, inside, 9, from);
    }

    static uint64_t between(uint64_t mine, uint64_t theirs, int step, uint64_t from) {
        auto [up, down] = lines(from, theirs, step);
        return (up << step & mine ? up : 0) | (down >> step & mine ? down : 0);
    }

    static int order(const Board& s, int m) {
        Board after = play(s, m);
        uint64_t replies = landing(after.mine, after.theirs);
        int corner = m != PASS && (1ull << m & CORNERS) ? 1 : 0;
        int last = 0;
        if (m != PASS && std::popcount(~(s.mine | s.theirs)) <= LATE) {
            const uint64_t quarter = 0x0F0F0F0Full << (m / 32 * 32 + m % 8 / 4 * 4);
            last = std::popcount(~(s.mine | s.theirs) & quarter) & 1;
        }
        return 2 * last + corner - 2 * std::popcount(replies) - std::popcount(replies & CORNERS);
    }

    // --- symmetry ---

    static Board canonical(const Board& s) {
        Board best = s;
        uint64_t mine = s.mine, theirs = s.theirs;
        for (int image = 1; image < 8; ++image) {
            if (image == 4)
                mine = transposed(mine), theirs = transposed(theirs);
            else if (image % 2 == 1)
                mine = left_right(mine), theirs = left_right(theirs);
            else
                mine = __builtin_bswap64(mine), theirs = __builtin_bswap64(theirs);
            if (int64_t(mine) < int64_t(best.mine) ||
                (mine == best.mine && int64_t(theirs) < int64_t(best.theirs)))
                best = {mine, theirs, s.turn};
        }
        return best;
    }

    static uint64_t left_right(uint64_t x) {
        x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
        x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
        return (x >> 4 & 0x0F0F0F0F0F0F0F0F) | (x & 0x0F0F0F0F0F0F0F0F) << 4;
    }

    static uint64_t transposed(uint64_t x) {
        uint64_t t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
        x ^= t ^ t << 7;
        t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
        x ^= t ^ t << 14;
        t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
        return x ^ t ^ t << 28;
    }

    // --- the evaluator ---

    static int for_black(const Board& s, int lead) { return s.turn == 1 ? -lead : lead; }

    static int lead(const Board& s, uint64_t where) {
        return for_black(s, std::popcount(s.mine & where) - std::popcount(s.theirs & where));
    }

    static uint64_t around(uint64_t board) {
        uint64_t across = board | (board & ~RIGHT) << 1 | (board & ~LEFT) >> 1;
        return across | across << 8 | across >> 8;
    }

    static uint64_t held_rim(uint64_t discs) {
        uint64_t held = discs & CORNERS;
        if (!held) return 0;
        uint64_t rows = discs & (TOP | BOTTOM), columns = discs & (LEFT | RIGHT);
        for (int i = 0; i < 6; ++i) {
            held |= rows & (held << 1 | held >> 1);
            held |= columns & (held << 8 | held >> 8);
        }
        return held;
    }

    static int evaluate(const Board& s) {
        uint64_t empty = ~(s.mine | s.theirs);
        int mobility = for_black(s, std::popcount(landing(s.mine, s.theirs)) -
                                        std::popcount(landing(s.theirs, s.mine)));
        int frontier = lead(s, around(empty));
        int corners = lead(s, CORNERS);
        int corner_neighbours = lead(s, around(CORNERS & empty));
        int stable_rim = for_black(
            s, std::popcount(held_rim(s.mine)) - std::popcount(held_rim(s.theirs)));
        int discs = std::popcount(empty) > 12 ? 0 : lead(s, ~0ull);
        double one = 0.0, other = 0.0;  // two sums, as ours: rounding is the same then
        one += WEIGHTS[0] * mobility;
        other += WEIGHTS[1] * frontier;
        one += WEIGHTS[2] * corners;
        other += WEIGHTS[3] * corner_neighbours;
        one += WEIGHTS[4] * stable_rim;
        other += WEIGHTS[5] * discs;
        return to_thousandths(one + other);
    }

    static inline double WEIGHTS[6];
};

int main(int count, char** words) {
    if (count < 3) return 2;
    const std::string what = words[1];
    const int depth = std::stoi(words[2]);
    std::vector<Board> positions;
    for (Board s; std::cin >> s.mine >> s.theirs >> s.turn;) positions.push_back(s);

    for (int i = 0; i < 6 && 4 + i < count; ++i) Othello::WEIGHTS[i] = std::stod(words[4 + i]);
    Search<Othello> search(count > 3 ? std::stoull(words[3]) : 16);
    std::vector<std::pair<int, uint64_t>> found;
    uint64_t total = 0;
    const auto began = Clock::now();
    for (const Board& s : positions) {
        if (what == "search") {
            search.begin(1);
            int value = 0;
            for (int d = 1; d <= depth; ++d) value = search.value(s, d, -INF, INF);
            found.emplace_back(value, search.nodes);
        } else {
            found.emplace_back(0, search.leaves(s, depth));
        }
        total += found.back().second;
    }
    print_json(seconds_since(began), total, found);
}
