// The yardstick's search: `search/core.py`, `table.py` and `codes.py` once more, as one would write
// them in C++. It must visit the very same nodes; the benchmark compares the counts.
//
// FLAGS are the engine's switches (switches.py), known when this is compiled: what is off costs
// nothing. One thread; no repetition, quiescence, reductions or null move.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <tuple>
#include <utility>
#include <vector>

#ifndef FLAGS
#define FLAGS 8191
#endif

constexpr bool with(int flag) { return (FLAGS & flag) != 0; }
constexpr int TABLE = 1, SYMMETRY = 2, ORDER = 4, KILLERS = 8, HISTORY = 16, COUNTERS = 32,
              WIN_IN_ONE = 64, ENHANCED_CUTOFFS = 128, SCOUT = 256, CANDIDATES = 1024,
              BOUNDS = 2048, PRUNING = 4096, OUTLOOK = 8192;
static_assert(FLAGS < 1 << 16, "the techniques of play are not here");

// --- values: codes.py ---

constexpr int PROVEN = 1'000'000'000, PER_PAYOFF = 2048, MAX_DISTANCE = PER_PAYOFF - 1,
              INF = 2'100'000'000, HIGHEST_ESTIMATE = 900'000'000;

constexpr int finished(int payoff, int mover) {
    if (payoff == 0) return 0;
    int score = payoff > 0 ? PROVEN + payoff * PER_PAYOFF : payoff * PER_PAYOFF - PROVEN;
    return mover == 0 ? score : -score;
}
constexpr int further(int code, int step) {
    return code >= PROVEN ? code - step : code <= -PROVEN ? code + step : code;
}
constexpr int nearer(int code, int step) {
    return code >= PROVEN ? code + step : code <= -PROVEN ? code - step : code;
}
constexpr int distance_of(int code) {
    return (PER_PAYOFF - (std::abs(code) - PROVEN) % PER_PAYOFF) % PER_PAYOFF;
}
constexpr int highest(int payoff) {
    if (payoff > 0) return PROVEN + payoff * PER_PAYOFF;
    return payoff == 0 ? 0 : payoff * PER_PAYOFF - PROVEN + MAX_DISTANCE;
}
constexpr int in_plies(int payoff, int plies) {
    int code = finished(payoff, 0);
    return code > 0 ? code - plies : code < 0 ? code + plies : 0;
}
constexpr int lowest_code(int payoff) { return -highest(-payoff); }
constexpr int win_code(int distance) { return PROVEN + PER_PAYOFF - distance; }

inline int to_thousandths(double score) {
    if (score > HIGHEST_ESTIMATE / 1000.0) return HIGHEST_ESTIMATE;
    if (score < -HIGHEST_ESTIMATE / 1000.0) return -HIGHEST_ESTIMATE;
    return int(std::floor(score * 1000 + 0.5));
}

// --- hashing: portable.hashes_of ---

constexpr uint64_t SEED = -0x61C8864680B583EBull, MIXER = -0x2545F4914F6CDD1Dull,
                   FACTOR = -0x2917014799A6026Dull, LAST = -0x00AE502812AA7333ull,
                   TUPLE = -0x5BF6C7DDD660CE2Full;

struct Key {
    uint64_t home, check;
};

constexpr uint64_t FEW_BUCKETS = 1 << 13;

constexpr uint64_t folded(uint64_t word) { return word ^ word >> 32; }

// A word by itself is a number; several are a tuple, and marked as such.
template <class... Words>
constexpr Key hashes_of(Words... words) {
    Key key{SEED, SEED};
    uint64_t factor = FACTOR;
    auto add = [&](uint64_t word) {
        const uint64_t mixed = folded(folded(word) * MIXER);
        key.home = 5 * key.home + mixed;
        key.check += mixed * factor;
        factor *= FACTOR;
    };
    if constexpr (sizeof...(words) > 1) add(TUPLE + sizeof...(words));
    (add(uint64_t(words)), ...);
    return {folded(key.home * LAST), folded(key.check)};
}

template <class... Words>
constexpr uint64_t hash_of(Words... words) {
    return hashes_of(words...).check;
}

// --- the table: table.py ---

constexpr int UPPER = 1, LOWER = 2, EXACT_VALUE = UPPER | LOWER, NO_INDEX = 511, AGES = 15;

// value 32 | depth 10 | bound 2 | complete 1 | move 9 | worth 6 | age 4
struct Data {
    uint64_t word;
    int value() const { return int(int64_t(word) >> 32); }
    int depth() const { return int(word >> 22 & 1023); }
    int bound() const { return int(word >> 20 & 3); }
    bool complete() const { return word >> 19 & 1; }
    int index() const { return int(word >> 10 & 511); }
    int worth() const { return int(word >> 4 & 63); }
    int age() const { return int(word & 15); }
    explicit operator bool() const { return word != 0; }
};

struct Entry {
    uint64_t check;  // of the position, ^ data
    Data data;
};

class Table {
  public:
    explicit Table(uint64_t buckets) : buckets_(buckets), bytes_(buckets * sizeof(Bucket)) {
        void* pages = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) std::abort();
#ifdef MADV_HUGEPAGE
        madvise(pages, bytes_, MADV_HUGEPAGE);
#endif
        data_ = static_cast<Bucket*>(pages);
    }
    ~Table() { munmap(data_, bytes_); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    void prefetch(Key key) const { __builtin_prefetch(&data_[key.home & (buckets_ - 1)]); }

    Data probe(Key key) const {
        for (const Entry& e : data_[key.home & (buckets_ - 1)].entries)
            if ((e.check ^ e.data.word) == key.check && e.data) return e.data;
        return {0};
    }

    void store(Key key, int value, int depth, int bound, bool complete, int index,
               uint64_t nodes) {
        Bucket& bucket = data_[key.home & (buckets_ - 1)];
        Entry* place = &bucket.entries[0];
        int least = 1 << 20;
        for (Entry& e : bucket.entries) {
            if (!e.data || (e.check ^ e.data.word) == key.check) {
                place = &e;
                used += !e.data;
                break;
            }
            int worth = e.data.worth() + (e.data.age() == age ? 64 : 0);
            if (worth < least) place = &e, least = worth;
        }
        uint64_t word = uint64_t(value) << 32 | uint64_t(depth) << 22 | uint64_t(bound) << 20 |
                        uint64_t(complete) << 19 | uint64_t(index) << 10 |
                        uint64_t(std::bit_width(nodes)) << 4 | uint64_t(age);
        *place = {key.check ^ word, {word}};
    }

    int age = 0;
    uint64_t used = 0;

  private:
    struct alignas(64) Bucket {
        Entry entries[4];
    };
    uint64_t buckets_;
    std::size_t bytes_;
    Bucket* data_;
};

// --- the search: core.py ---

constexpr int FULL_DEPTH = 1023, MAX_PLY = 1000, MOVE_SLOTS = 4096;
constexpr int64_t TABLE_MOVE_SCORE = 1ll << 60, ORDER_UNIT = 1ll << 40, KILLER_SCORE = 1ll << 36,
                  COUNTER_SCORE = 1ll << 34, HISTORY_MOST = 1ll << 32, ANSWERED = -(1ll << 61);
constexpr int ORDER_MOST = 1 << 18;

struct Move {
    int move;
    int index;
    int64_t score;
};

template <class Rules>
class Search {
  public:
    using State = typename Rules::State;

    explicit Search(uint64_t buckets) : table(buckets), stack_(new Move[1 << 16]) {}
    ~Search() { delete[] stack_; }

    // A new search: nothing counted, nothing learnt but the table.
    void begin(int step) {
        step_ = step;
        salt_ = hash_of(SALT_FLAGS, step);
        table.age = table.age % AGES + 1;
        nodes = 0;
        deepest_ = 0;
        for (auto& pair : killers_) pair[0] = pair[1] = -1;
        for (auto& side : history_) std::fill(std::begin(side), std::end(side), 0);
        for (auto& side : counters_) std::fill(std::begin(side), std::end(side), -1);
    }

    // The value of an unfinished root within a window; `complete` then says that no horizon was seen.
    int value(const State& s, int depth, int alpha, int beta) {
        horizon_ = 0;
        int found = search(s, depth, alpha, beta, 0, stack_);
        complete = horizon_ == 0;
        return found;
    }

    // The number of ways to play `depth` > 0 plies.
    // The ways to play depth > 1 plies from an unfinished state; the last ply is counted.
    uint64_t leaves(const State& s, int depth) {
        if (stop_.load(std::memory_order_relaxed)) return 0;
        uint64_t count = 0;
        Rules::moves(s, [&](int m) {
            const State after = Rules::play(s, m);
            if (Rules::outcome(after).over) return;
            if (depth > 2)
                count += leaves(after, depth - 1);
            else
                count += Rules::mobility(after);
        });
        return count;
    }

    Table table;
    uint64_t nodes = 0;
    bool complete = false;

  private:
    int search(const State& s, int depth, int alpha, int beta, int ply, Move* moves) {
        const uint64_t nodes_before = ++nodes;
        if (nodes_before > node_limit_) stop_.store(1, std::memory_order_relaxed);
        if (stop_.load(std::memory_order_relaxed)) return 0;
        deepest_ = std::max(deepest_, ply);

        const int mover = Rules::to_move(s);
        if (depth <= 0 || ply >= MAX_PLY - 2) {
            ++horizon_;
            int score = Rules::evaluate(s);
            return mover == 0 ? score : -score;
        }
        const int step = step_, below = depth == FULL_DEPTH ? depth : depth - 1;

        int best_payoff = 1 << 30;
        if constexpr (with(BOUNDS)) {
            auto [low, high] = Rules::bounds(s);
            if (mover != 0) std::tie(low, high) = std::pair(-high, -low);
            best_payoff = high;
            if constexpr (with(PRUNING)) {
                int most = further(highest(high), step), least = further(lowest_code(low), step);
                if (most <= alpha && (most >= PROVEN || depth == FULL_DEPTH)) return most;
                if (least >= beta && (least <= -PROVEN || depth == FULL_DEPTH)) return least;
            }
        }

        int soonest = 1;
        if constexpr (with(OUTLOOK) && with(PRUNING) && requires { Rules::outlook(s); }) {
            if (depth == FULL_DEPTH && ply > 0) {
                auto [worst, worst_plies, best, best_plies] = Rules::outlook(s);
                int least = in_plies(worst, worst_plies * step);
                int most = in_plies(best, best_plies * step);
                if (least >= beta) return least;
                if (most <= alpha || most == least) return most;
                soonest = best_plies;
            }
        }

        Key key{};
        if constexpr (with(TABLE)) {
            key = position_key(s);
            table.prefetch(key);
        }
        int count = 0;
        auto keep = [&](int m) { moves[count++].move = m; };
        if (with(CANDIDATES) && depth == FULL_DEPTH)
            Rules::candidates(s, keep);
        else
            Rules::moves(s, keep);
        const bool remembering = with(TABLE) && (count > 1 || ply == 0);

        int table_index = NO_INDEX;
        Data known{0};
        if (remembering) {
            known = table.probe(key);
            if (known) {
                table_index = known.index();
                if (ply > 0 && usable(known, depth)) {
                    int value = known.value(), bound = known.bound();
                    if (bound == EXACT_VALUE || (bound == LOWER && value >= beta) ||
                        (bound == UPPER && value <= alpha)) {
                        if (!known.complete() && std::abs(value) < PROVEN) ++horizon_;
                        return value;
                    }
                }
            }
        }

        if (with(WIN_IN_ONE) && soonest <= 1 && count > 1 && best_payoff > 0 && ply > 0) {
            for (int i = 0; i < count; ++i) {
                auto reached = Rules::outcome(Rules::play(s, moves[i].move));
                if (reached.over &&
                    (mover == 0 ? reached.payoff : -reached.payoff) >= best_payoff)
                    return further(highest(best_payoff), step);
            }
        }

        if (count > 1) score(s, mover, table_index, ply, moves, count);

        const uint64_t horizon_before = horizon_;
        int best = -INF, best_index = NO_INDEX;
        if (with(ENHANCED_CUTOFFS) && remembering && depth >= 2 && ply > 0) {
            for (int i = 0; i < count; ++i) {
                State after = Rules::play(s, moves[i].move);
                Data reply = table.probe(position_key(after));
                if (!reply || !usable(reply, below)) continue;
                bool same = Rules::to_move(after) == mover;
                int value = further(same ? reply.value() : -reply.value(), step);
                bool enough = value >= beta;
                // A proof enters no move that the table has an answer for.
                if (!enough && (depth != FULL_DEPTH || value > alpha)) continue;
                if (reply.bound() & (same == enough ? LOWER : UPPER)) {
                    if (!reply.complete() && std::abs(value) < PROVEN) ++horizon_;
                    if (enough) return value;
                    if (value > best) best = value, best_index = moves[i].index;
                    moves[i].score = ANSWERED;
                }
            }
        }

        for (int done = 0; done < count;) {
            bring_forward(moves, done, count);
            if (count > 1 && moves[done].score == ANSWERED) break;
            const int m = moves[done].move, index = count > 1 ? moves[done].index : 0;
            State after = Rules::play(s, m);
            const bool same = Rules::to_move(after) == mover;
            played_[ply] = m;

            const int low = with(PRUNING) ? std::max(alpha, best) : -INF;
            const int high = with(PRUNING) ? beta : INF;
            auto asked = [&](int from, int to) {
                from = nearer(from, step), to = nearer(to, step);
                int value = same ? search(after, below, from, to, ply + 1, moves + count)
                                 : -search(after, below, -to, -from, ply + 1, moves + count);
                return further(value, step);
            };
            const bool scout = with(SCOUT) && done > 0 && int64_t(high) - low > 1 && low > -INF;
            int value = INF;
            if (auto reached = Rules::outcome(after); reached.over) {
                ++nodes;
                deepest_ = std::max(deepest_, ply + 1);
                value = further(finished(reached.payoff, mover), step);
            } else {
                if (scout) value = asked(low, low + 1);
                if (value > low && (!scout || value < high)) value = asked(low, high);
            }
            if (stop_.load(std::memory_order_relaxed)) return 0;

            ++done;
            if (value > best) best = value, best_index = index;
            if (with(PRUNING) && best >= beta) {
                if (count > 1 || ply == 0 || depth != FULL_DEPTH)
                    learn(mover, m, moves, done, depth, ply);
                break;
            }
        }

        if (remembering) {
            int bound = best >= beta ? LOWER : best <= alpha ? UPPER : EXACT_VALUE;
            const bool proof = horizon_ == horizon_before;
            if (depth == FULL_DEPTH && proof && known.complete() && known.value() == best)
                bound |= known.bound();  // at least that much and at most
            table.store(key, best, depth, bound, proof, best_index,
                        nodes - nodes_before + 1);
        }
        return best;
    }

    static bool usable(Data data, int depth) {
        int found = data.depth();
        if (found == depth || (data.complete() && found <= depth)) return true;
        int value = data.value();
        if (std::abs(value) < PROVEN) return false;
        int bound = data.bound();
        return (bound == EXACT_VALUE || bound == (value > 0 ? LOWER : UPPER)) &&
               distance_of(value) <= depth;
    }

    Key position_key(const State& s) const {
        const Key key = Rules::hashes(with(SYMMETRY) ? Rules::canonical(s) : s);
        // Of a large table, an entry's check says where it is: so it may move as the table grows.
        const uint64_t check = key.check ^ salt_;
        return {((key.home ^ salt_) & (FEW_BUCKETS - 1)) | (check & ~(FEW_BUCKETS - 1)), check};
    }

    void score(const State& s, int mover, int table_index, int ply, Move* moves, int count) {
        int counter = -1;
        if (with(COUNTERS) && ply > 0) counter = counters_[mover][slot(played_[ply - 1])];
        for (int i = 0; i < count; ++i) {
            int m = moves[i].move;
            int64_t score = 0;
            if (with(ORDER))
                score = std::clamp(Rules::order(s, m), -ORDER_MOST, ORDER_MOST) * ORDER_UNIT;
            if (with(KILLERS) && (killers_[ply][0] == m || killers_[ply][1] == m))
                score += KILLER_SCORE;
            if (m == counter) score += COUNTER_SCORE;
            if (with(HISTORY)) score += history_[mover][slot(m)];
            if (i == table_index) score = TABLE_MOVE_SCORE;
            moves[i].score = score;
            moves[i].index = std::min(i, NO_INDEX);
        }
    }

    static void bring_forward(Move* moves, int done, int count) {
        int best = done;
        for (int i = done + 1; i < count; ++i)
            if (moves[i].score > moves[best].score) best = i;
        if (best != done) std::swap(moves[best], moves[done]);
    }

    void learn(int mover, int m, const Move* moves, int done, int depth, int ply) {
        if (with(KILLERS) && killers_[ply][0] != m) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = m;
        }
        if (with(COUNTERS) && ply > 0) counters_[mover][slot(played_[ply - 1])] = m;
        if (with(HISTORY)) {
            int64_t bonus = int64_t(std::min(depth, 30)) * std::min(depth, 30);
            int64_t& kept = history_[mover][slot(m)];
            kept = std::min(kept + bonus, HISTORY_MOST);
            for (int i = 0; i < done - 1; ++i) {
                int64_t& other = history_[mover][slot(moves[i].move)];
                other = std::max(other - bonus / 4, -HISTORY_MOST);
            }
        }
    }

    static int slot(int move) { return int(hash_of(int64_t(move)) & (MOVE_SLOTS - 1)); }

    std::atomic<int> stop_{0};
    uint64_t node_limit_ = 1ull << 62, horizon_ = 0, salt_ = 0;
    int step_ = 1, deepest_ = 0;
    int killers_[MAX_PLY][2];
    int played_[MAX_PLY];
    int64_t history_[2][MOVE_SLOTS];
    int counters_[2][MOVE_SLOTS];
    Move* stack_;
};

// --- proving a value: solver.py, with distances ---

template <class Rules>
int proven_value(Search<Rules>& search, const typename Rules::State& s) {
    auto [worst, best] = Rules::bounds(s);
    if (Rules::to_move(s) != 0) std::tie(worst, best) = std::pair(-best, -worst);
    int low = lowest_code(worst), high = highest(best);
    auto ask = [&](int at_least) {
        if (!(low < at_least && at_least <= high)) return;
        int value = search.value(s, FULL_DEPTH, at_least - 1, at_least);
        if (value >= at_least)
            low = std::max(low, value);
        else
            high = std::min(high, value);
    };
    int plies = 4;
    while (plies < MAX_DISTANCE && low < PROVEN && high > -PROVEN) {
        ask(win_code(plies));
        ask(1 - win_code(plies));
        if (low >= 0 && 0 >= high) break;
        plies = plies < 48 ? plies * 2 : MAX_DISTANCE;
    }
    ask(1);
    ask(0);
    if (low < high) ask(low > 0 ? low + 1 : high);  // what was found is often all there is
    while (low < high) ask(int((int64_t(low) + high + 1) >> 1));
    return low;
}

// --- running: positions on stdin, a line of numbers each; one JSON object on stdout ---

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

inline void print_json(double seconds, uint64_t nodes,
                       const std::vector<std::pair<int, uint64_t>>& found) {
    std::cout << "{\"seconds\": " << seconds << ", \"nodes\": " << nodes << ", \"found\": [";
    const char* between = "";
    for (auto [value, own] : found) {
        std::cout << between << '[' << value << ", " << own << ']';
        between = ", ";
    }
    std::cout << "]}\n";
}
