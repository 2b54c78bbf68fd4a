#include "attach.h"

#include <algorithm>

namespace dizhu {

namespace {

constexpr int kMostStates = 4096;
constexpr int kHopeless = 99;
constexpr Hand kEvenBits = 0x1111'1111'1111'1111u;

/// Solos and pairs waiting for a place.
struct Loose {
    int solos;
    int pairs;
};

Loose count_loose(const RuleTable& table, Hand cards) {
    const Hand jokers = cards & (cards_of(kSmallJoker, 15) | cards_of(kBigJoker, 15));
    const Hand pairable = table.joker_pairs ? cards : cards & ~jokers;
    const int solos = std::popcount(pairable & kEvenBits) + (table.joker_pairs ? 0 : size_of(jokers));
    return {solos, size_of(pairable & ~kEvenBits) / 2};
}

// ---- by numbers alone: which cards they are does not matter

/// Small bodies: how many take a solo, a pair, or either.
struct SmallSlots {
    int solos = 0;
    int pairs = 0;
    int either = 0;
};

struct Numbers {
    std::span<const SplitBody> bodies;
    SmallSlots small;
    int best = kHopeless;
    bool splits = false;  // a pair was split for a large body in the best arrangement
    int large_solos = 0;  // solos on large bodies in the best arrangement
};

int fill_small(Loose left, const SmallSlots& small) {
    int solos = left.solos, pairs = left.pairs;
    const int solo_only = std::min(small.solos, solos);
    const int pair_only = std::min(small.pairs, pairs);
    solos -= solo_only;
    pairs -= pair_only;
    const int either = std::min(small.either, solos + pairs);
    // What solo places are still free take pairs apart, two places a pair.
    const int apart = std::min((small.solos - solo_only) / 2, pairs - std::max(0, either - solos));
    return solos + pairs - either - std::max(0, apart);
}

void fill_large(Numbers& numbers, std::size_t at, int solos, int pairs, Loose loose) {
    for (; at < numbers.bodies.size() && numbers.bodies[at].is_small();) ++at;
    if (at < numbers.bodies.size()) {
        const SplitBody& body = numbers.bodies[at];
        if (body.bare) fill_large(numbers, at + 1, solos, pairs, loose);
        if (body.solos != nullptr) fill_large(numbers, at + 1, solos + body.solo_slots, pairs, loose);
        if (body.pairs != nullptr) fill_large(numbers, at + 1, solos, pairs + body.pair_slots, loose);
        return;
    }
    const int split = std::max(0, solos - loose.solos);  // halves of pairs
    const Loose left{split > 0 ? split % 2 : loose.solos - solos, loose.pairs - pairs - (split + 1) / 2};
    if (left.pairs < 0) return;
    const int plays = fill_small(left, numbers.small);
    if (plays < numbers.best || (plays == numbers.best && numbers.splits && split == 0)) {
        numbers.best = plays;
        numbers.splits = split > 0;
        numbers.large_solos = solos;
    }
}

Numbers by_numbers(std::span<const SplitBody> bodies, Loose loose) {
    Numbers numbers{.bodies = bodies, .small = {}};
    for (const SplitBody& body : bodies) {
        if (!body.is_small()) continue;
        if (body.solo_slots > 0 && body.pair_slots > 0) {
            ++numbers.small.either;
        } else {
            numbers.small.solos += body.solo_slots;
            numbers.small.pairs += body.pair_slots;
        }
    }
    fill_large(numbers, 0, 0, 0, loose);
    return numbers;
}

// ---- card by card

/// Gives the cards of one rank after another to the bodies; a state is how many places of each body are filled.
struct Dealing {
    const RuleTable& table;
    std::span<const SplitBody> bodies;
    std::array<int, 16> places{};  // of the chosen kind, or of a small body 1
    std::array<int, 16> size{};    // cards of a kicker; 0: none, or a small body
    std::array<int, 16> weight{};  // of the body in a state number
    std::array<std::int8_t, kMostStates> plays;
    std::array<std::int8_t, kMostStates> next;
    int states = 1;
};

int left_over(const RuleTable& table, int rank, int cards) {
    return rank < kPlainRanks || table.joker_pairs ? (cards + 1) / 2 : cards;
}

/// True if `groups` kickers of `rank` may hang on the body.
bool may_hang(const SplitBody& body, const Shape& shape, int rank, int groups) {
    const Kicker& kicker = shape.kickers[0];
    if ((kicker.ranks & bit(rank)) == 0) return false;
    if ((body.ranks() & bit(rank)) != 0 && (body.length == 1 || (kicker.bans & kBanBody) != 0)) return false;
    if ((kicker.bans & kBanRepeat) != 0 && groups > 1) return false;
    const int cards = groups * kicker.size;
    if ((kicker.bans & kBanBomb) != 0 && cards > 3) return false;
    if ((kicker.bans & kBanExtend) == 0 || !shape.is_run() || cards < 3 || rank >= kRunRanks) return true;
    return rank != body.low - 1 && rank != body.low + body.length;
}

const Shape& chosen_shape(const SplitBody& body, int size) { return size == 1 ? *body.solos : *body.pairs; }

struct Turn {
    int rank;
    unsigned small_joker_on = 0;  // bodies that hold it
    Hand jokers_left = 0;
};

void give(Dealing& dealing, const Turn& turn, std::size_t at, int cards, int state, int plays, unsigned took);

void end_turn(Dealing& dealing, const Turn& turn, int cards, int state, int plays, unsigned took) {
    const int total = plays + left_over(dealing.table, turn.rank, cards);
    if (turn.rank == kSmallJoker) {
        const Turn big{kBigJoker, took, turn.jokers_left};
        give(dealing, big, 0, count_of(turn.jokers_left, kBigJoker), state, total, 0);
        return;
    }
    std::int8_t& slot = dealing.next[static_cast<std::size_t>(state)];
    slot = static_cast<std::int8_t>(std::min<int>(slot, total));
}

void give(Dealing& dealing, const Turn& turn, std::size_t at, int cards, int state, int plays, unsigned took) {
    if (at == dealing.bodies.size() || cards == 0) {
        end_turn(dealing, turn, cards, state, plays, took);
        return;
    }
    const SplitBody& body = dealing.bodies[at];
    give(dealing, turn, at + 1, cards, state, plays, took);
    const int filled = state / dealing.weight[at] % (dealing.places[at] + 1);
    const int free = dealing.places[at] - filled;
    const bool second_joker = turn.rank == kBigJoker && (turn.small_joker_on >> at & 1) != 0;
    auto try_size = [&](int size) {
        const Shape& shape = chosen_shape(body, size);
        if (second_joker && (shape.kickers[0].bans & kBanRocket) != 0) return;
        for (int groups = 1; groups <= free && groups * size <= cards; ++groups) {
            if (!may_hang(body, shape, turn.rank, groups)) return;
            give(dealing, turn, at + 1, cards - groups * size, state + groups * dealing.weight[at], plays,
                 took | 1u << at);
        }
    };
    if (dealing.size[at] != 0) {
        try_size(dealing.size[at]);
    } else if (body.is_small()) {
        if (body.solos != nullptr) try_size(1);
        if (body.pairs != nullptr) try_size(2);
    }
}

/// Deals all loose cards for the kinds of kickers chosen, and returns the fewest plays left over.
int deal_out(Dealing& dealing, Hand loose, int limit) {
    int full = 0;
    dealing.states = 1;
    for (std::size_t at = 0; at < dealing.bodies.size(); ++at) {
        dealing.weight[at] = dealing.states;
        dealing.states *= dealing.places[at] + 1;
        if (dealing.states > kMostStates) return kHopeless;
        if (dealing.size[at] != 0) full += dealing.places[at] * dealing.weight[at];
    }
    const auto end = static_cast<std::size_t>(dealing.states);
    std::fill_n(dealing.plays.begin(), end, static_cast<std::int8_t>(kHopeless));
    dealing.plays[0] = 0;
    for (int rank = 0; rank <= kSmallJoker; ++rank) {
        if (rank < kSmallJoker && count_of(loose, rank) == 0) continue;
        std::fill_n(dealing.next.begin(), end, static_cast<std::int8_t>(kHopeless));
        for (std::size_t state = 0; state < end; ++state) {
            if (dealing.plays[state] >= limit) continue;
            give(dealing, {rank, 0, loose}, 0, count_of(loose, rank), static_cast<int>(state), dealing.plays[state], 0);
        }
        std::copy_n(dealing.next.begin(), end, dealing.plays.begin());
    }
    int best = kHopeless;
    for (std::size_t state = 0; state < end; ++state) {
        bool done = true;  // every large body that takes kickers has all of them
        for (std::size_t at = 0; at < dealing.bodies.size(); ++at) {
            const int filled = static_cast<int>(state) / dealing.weight[at] % (dealing.places[at] + 1);
            done &= dealing.size[at] == 0 || filled == dealing.places[at];
        }
        if (done) best = std::min<int>(best, dealing.plays[state]);
    }
    return best;
}

/// Chooses the kind of kicker of each large body in turn.
int by_cards(Dealing& dealing, std::size_t at, Hand loose, int limit) {
    if (at == dealing.bodies.size()) return deal_out(dealing, loose, limit);
    const SplitBody& body = dealing.bodies[at];
    auto with = [&](int places, int size) {
        dealing.places[at] = places;
        dealing.size[at] = size;
        limit = std::min(limit, by_cards(dealing, at + 1, loose, limit));
    };
    if (body.is_small()) {
        with(std::max(body.solo_slots, body.pair_slots), 0);
        return limit;
    }
    if (body.bare) with(0, 0);
    if (body.solos != nullptr) with(body.solo_slots, 1);
    if (body.pairs != nullptr) with(body.pair_slots, 2);
    return limit;
}

/// True if no ban can stand in the way of the arrangement that the numbers found.
bool is_harmless(const RuleTable& table, std::span<const SplitBody> bodies, Hand loose, const Numbers& numbers) {
    if (numbers.splits) return false;
    const bool jokers = loose >> (4 * kSmallJoker) != 0;
    const bool both = count_of(loose, kSmallJoker) > 0 && count_of(loose, kBigJoker) > 0;
    unsigned bans = 0;
    for (const SplitBody& body : bodies) {
        if (body.solos != nullptr) bans |= body.solos->kickers[0].bans;
        if (body.pairs != nullptr) bans |= body.pairs->kickers[0].bans;
    }
    if (jokers && (bans & kBanJoker) != 0) return false;
    if (jokers && table.packs > 1) return false;  // two equal jokers may be two solos of one rank
    if (both && (bans & kBanRocket) != 0 && numbers.large_solos >= count_loose(table, loose).solos) return false;
    return Counts(loose).at_least(4) == 0;
}

}  // namespace

int loose_plays(const RuleTable& table, std::span<const SplitBody> bodies, Hand loose, int limit) {
    const Loose all = count_loose(table, loose);
    if (bodies.empty()) return all.solos + all.pairs;
    const Numbers hoped = by_numbers(bodies, all);
    if (hoped.best >= limit) return hoped.best;
    Hand own = 0;  // loose cards of a body rank, which may not hang everywhere
    for (const SplitBody& body : bodies) own |= loose & run_word(body.length, 15) << (4 * body.low);
    const Loose safe = count_loose(table, loose & ~own), rest = count_loose(table, own);
    const Numbers sure = own == 0 ? hoped : by_numbers(bodies, safe);
    if (sure.best + rest.solos + rest.pairs == hoped.best && is_harmless(table, bodies, loose & ~own, sure)) {
        return hoped.best;
    }
    Dealing dealing{.table = table, .bodies = bodies, .plays = {}, .next = {}};
    return by_cards(dealing, 0, loose, limit);
}

}  // namespace dizhu
