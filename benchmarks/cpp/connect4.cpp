// The yardstick for Connect Four, 7 × 6: `games/connect4.py` once more in C++.
//
//     connect4 leaves DEPTH          positions on stdin: mine both turn
//     connect4 solve BUCKETS
//
// Prints one JSON object: seconds, nodes (or leaves), and for each position its value and nodes.
#include <string>
#include <vector>

#include "search.hpp"

struct Board {
    uint64_t mine, both;
    int turn;
};

struct Outcome {
    bool over;
    int payoff;
};

struct Outlook {
    int worst, worst_plies, best, best_plies;
};

struct ConnectFour {
    using State = Board;

    static constexpr int WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1;
    static constexpr uint64_t COLUMN = (1ull << HEIGHT) - 1;
    static constexpr uint64_t BOTTOM = [] {
        uint64_t row = 0;
        for (int c = 0; c < WIDTH; ++c) row |= 1ull << c * STRIDE;
        return row;
    }();
    static constexpr uint64_t FULL = COLUMN * BOTTOM;
    // The first of each pair of cells, counted from the top of its column.
    static constexpr uint64_t FIRSTS = [] {
        uint64_t rows = 0;
        for (int row = HEIGHT % 2; row < HEIGHT; row += 2) rows |= 1ull << row;
        return rows * BOTTOM;
    }();

    static int to_move(const Board& s) { return s.turn; }

    template <class Each>
    static void moves(const Board& s, Each each) {
        const uint64_t playable = (s.both + BOTTOM) & FULL;
        for (int column = 0; column < WIDTH; ++column)
            if (playable & COLUMN << column * STRIDE) each(column);
    }

    static int mobility(const Board& s) {
        return __builtin_popcountll((s.both + BOTTOM) & FULL);
    }

    static Board play(const Board& s, int m) {
        return {s.both ^ s.mine, s.both | (s.both + (1ull << m * STRIDE)), 1 - s.turn};
    }

    static Outcome outcome(const Board& s) {
        if (has_row(s.both ^ s.mine)) return {true, s.turn == 1 ? 1 : -1};
        return {s.both == FULL, 0};
    }

    static Key hashes(const Board& s) { return hashes_of(s.mine + s.both); }

    static bool has_row(uint64_t stones) {
        return (rows(stones, 1) | rows(stones, STRIDE) | rows(stones, STRIDE - 1) |
                rows(stones, STRIDE + 1)) != 0;
    }

    static uint64_t rows(uint64_t stones, int step) {
        stones &= stones >> step;
        return stones & stones >> 2 * step;
    }

    static uint64_t winning_cells(uint64_t stones, uint64_t both) {
        return (FULL ^ both) & ((stones << 1 & stones << 2 & stones << 3) | along(stones, STRIDE) |
                                along(stones, STRIDE - 1) | along(stones, STRIDE + 1));
    }

    static uint64_t along(uint64_t a, int step) {
        uint64_t up = a << step, up2 = a << 2 * step, down = a >> step, down2 = a >> 2 * step;
        return (up & up2 & (a << 3 * step | down)) | (down & down2 & (a >> 3 * step | up));
    }

    template <class Each>
    static void candidates(const Board& s, Each each) {
        uint64_t playable = (s.both + BOTTOM) & FULL;
        if (uint64_t wins = playable & winning_cells(s.mine, s.both)) {
            each(std::countr_zero(wins) / STRIDE);
            return;
        }
        uint64_t threats = winning_cells(s.both ^ s.mine, s.both);
        uint64_t chosen = playable & threats;
        if (chosen) {
            chosen &= -chosen;
        } else {
            chosen = playable & ~(threats >> 1);
            if (!chosen) chosen = playable & -playable;
        }
        for (; chosen; chosen &= chosen - 1) each(std::countr_zero(chosen) / STRIDE);
    }

    static int order(const Board& s, int m) {
        uint64_t cell = (s.both + (1ull << m * STRIDE)) & ~s.both;
        int threats = std::popcount(winning_cells(s.mine | cell, s.both | cell));
        return threats * WIDTH + std::min(m, WIDTH - 1 - m);
    }

    static Board canonical(const Board& s) {
        uint64_t both = mirrored(s.both);
        if (both > s.both) return s;
        uint64_t mine = mirrored(s.mine);
        if (both == s.both && mine >= s.mine) return s;
        return {mine, both, s.turn};
    }

    static uint64_t mirrored(uint64_t stones) {
        uint64_t image = 0;
        for (int column = 0; column < WIDTH; ++column)
            image |= (stones >> column * STRIDE & COLUMN) << (WIDTH - 1 - column) * STRIDE;
        return image;
    }

    static Outlook outlook(const Board& s) {
        const uint64_t playable = (s.both + BOTTOM) & FULL;
        if (playable & winning_cells(s.mine, s.both)) return {1, 1, 1, 1};
        const uint64_t threats = winning_cells(s.both ^ s.mine, s.both), forced = playable & threats;
        if (forced & (forced - 1) || !((forced ? forced : playable) & ~(threats >> 1)))
            return {-1, 2, -1, 2};
        if (std::popcount(s.both) >= WIDTH * HEIGHT - 2) return {0, 0, 0, 0};
        const uint64_t odd = playable & ~FIRSTS, firsts = FULL & ~s.both & FIRSTS;
        int worst = -1, best = 1;
        if (!odd)
            best = has_row(s.mine | firsts);
        else if (!(odd & (odd - 1)))
            worst = has_row((s.both ^ s.mine) | firsts) ? -1 : 0;
        return {worst, 4, best, 3};
    }

    static std::pair<int, int> bounds(const Board&) { return {-1, 1}; }
    static int evaluate(const Board&) { return 0; }  // solving never asks
};

int main(int count, char** words) {
    if (count != 3) return 2;
    const std::string what = words[1];
    const long number = std::stol(words[2]);
    std::vector<Board> positions;
    for (Board s; std::cin >> s.mine >> s.both >> s.turn;) positions.push_back(s);

    Search<ConnectFour> search(what == "solve" ? number : 16);
    std::vector<std::pair<int, uint64_t>> found;
    uint64_t total = 0;
    const auto began = Clock::now();
    for (const Board& s : positions) {
        if (what == "solve") {
            search.begin(1);
            int value = proven_value(search, s);
            found.emplace_back(value, search.nodes);
        } else {
            found.emplace_back(0, search.leaves(s, int(number)));
        }
        total += found.back().second;
    }
    print_json(seconds_since(began), total, found);
}
