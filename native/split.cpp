#include "split.h"

#include <algorithm>

namespace dizhu {

namespace {

void add_row(SplitPlan& plan, const Shape& shape) {
    BodyKind& kind = shape.is_run() ? plan.run[static_cast<std::size_t>(shape.unit)]
                                    : plan.single[static_cast<std::size_t>(shape.unit)];
    const Shape** place = &kind.bare;
    if (shape.kicker_kinds > 0) {
        const Kicker& kicker = shape.kickers[0];
        if (shape.kicker_kinds > 1 || kicker.run || kicker.size > 2 || shape.unit < 3) return;
        place = kicker.size == 1 ? &kind.with_solos : &kind.with_pairs;
    }
    if (*place != nullptr) return;
    *place = &shape;
    kind.least = kind.unit == 0 ? shape.least : std::min(kind.least, shape.least);
    kind.most = std::max(kind.most, shape.most);
    kind.unit = shape.unit;
}

bool fits(const Shape* shape, int length) {
    return shape != nullptr && length >= shape->least && length <= shape->most;
}

/// Jokers played as bombs: what is left of them, and how many plays that took.
struct JokerChoice {
    Hand left;
    int plays;
};

struct Search {
    const SplitPlan& plan;
    int best;
    int arrangements = 0;
    std::array<SplitBody, 16> bodies{};
    std::size_t body_count = 0;
    std::array<JokerChoice, 16> jokers{};
    int joker_choices = 0;
};

void choose_jokers(Search& search, Hand left, int plays) {
    for (int at = 0; at < search.joker_choices; ++at) {
        if (search.jokers[static_cast<std::size_t>(at)].left == left) return;
    }
    if (search.joker_choices == static_cast<int>(search.jokers.size())) return;
    search.jokers[static_cast<std::size_t>(search.joker_choices++)] = {left, plays};
    const int small = count_of(left, kSmallJoker), big = count_of(left, kBigJoker);
    for (int size = 4; size >= 2; --size) {
        for (int count = 0; count <= std::min(small, size); ++count) {
            const bool any = search.plan.any_jokers[static_cast<std::size_t>(size)];
            const bool equal = search.plan.equal_jokers && size == 2 && (count == 0 || count == 2);
            if (size - count > big || !(any || equal)) continue;
            choose_jokers(search, left - cards_of(kSmallJoker, count) - cards_of(kBigJoker, size - count), plays + 1);
        }
    }
}

/// Sets a body aside if it can carry kickers. False if it can stand neither bare nor with kickers.
bool push_body(Search& search, const BodyKind& kind, bool bomb, int low, int length) {
    SplitBody body{.low = low,
                   .length = length,
                   .bare = fits(kind.bare, length) || bomb,
                   .solos = fits(kind.with_solos, length) ? kind.with_solos : nullptr,
                   .pairs = fits(kind.with_pairs, length) ? kind.with_pairs : nullptr,
                   .solo_slots = 0,
                   .pair_slots = 0};
    if (body.solos != nullptr) body.solo_slots = body.solos->kicker_groups(0, length);
    if (body.pairs != nullptr) body.pair_slots = body.pairs->kicker_groups(0, length);
    const bool carries = body.solos != nullptr || body.pairs != nullptr;
    if (!body.bare && !carries) return false;
    if (carries) {
        if (search.body_count == search.bodies.size()) return false;
        search.bodies[search.body_count++] = body;
    }
    return true;
}

void finish(Search& search, Hand loose, int plays) {
    for (int at = 0; at < search.joker_choices; ++at) {
        const JokerChoice& choice = search.jokers[static_cast<std::size_t>(at)];
        const int sum = plays + choice.plays;
        if (sum >= search.best) continue;
        const std::span<const SplitBody> bodies{search.bodies.data(), search.body_count};
        search.best =
            std::min(search.best, sum + loose_plays(search.plan.table, bodies, loose | choice.left, search.best - sum));
    }
}

/// Takes the ranks held three times or more apart into groups, in every way; the rest stays loose.
void split_ranks(Search& search, Mask heavy, int largest, Hand loose, int plays) {
    if (plays >= search.best) return;
    if (heavy == 0) {
        finish(search, loose, plays);
        return;
    }
    const int rank = lowest(heavy);
    const int held = count_of(loose, rank);
    for (int unit = std::min(held, largest); unit >= 3; --unit) {
        const auto index = static_cast<std::size_t>(unit);
        const std::size_t before = search.body_count;
        if (push_body(search, search.plan.single[index], search.plan.bomb[index], rank, 1)) {
            split_ranks(search, heavy, unit, loose - cards_of(rank, unit), plays + 1);
            search.body_count = before;
        }
    }
    split_ranks(search, heavy & (heavy - 1), 8, loose, plays);
}

void set_runs_aside(Search& search, Hand hand, int plays, int unit, int low, int length);

/// Tries every run of `unit` cards a rank that is not before (low, length) in the order of search.
void try_runs(Search& search, Hand hand, int plays, int unit, int low, int length) {
    const BodyKind& kind = search.plan.run[static_cast<std::size_t>(unit)];
    if (kind.unit == 0) return;
    const Mask ranks = Counts(hand).at_least(unit) & kRunMask;
    Mask starts = ranks;
    for (int have = 1; have < kind.least; ++have) starts &= starts >> 1;
    for (starts &= ~(bit(low) - 1); starts != 0; starts &= starts - 1) {
        const int from = lowest(starts);
        const int whole = std::countr_one(ranks >> from);
        const int longest = std::min({whole, kind.most, from == low ? length : kRunRanks});
        for (int here = longest; here >= kind.least; --here) {
            const std::size_t before = search.body_count;
            if (!push_body(search, kind, false, from, here)) continue;
            set_runs_aside(search, hand - (run_word(here, unit) << (4 * from)), plays + 1, unit, from, here);
            search.body_count = before;
        }
    }
}

void set_runs_aside(Search& search, Hand hand, int plays, int unit, int low, int length) {
    if (++search.arrangements > kMostArrangements) return;
    split_ranks(search, Counts(hand).at_least(3) & kPlainMask, 8, hand, plays);
    if (plays + 1 >= search.best) return;
    try_runs(search, hand, plays, unit, low, length);
    for (int smaller = unit - 1; smaller > 0; --smaller) try_runs(search, hand, plays, smaller, 0, kRunRanks);
}

}  // namespace

SplitPlan::SplitPlan(const RuleTable& rules) : table(rules) {
    for (int row = 0; row < rules.shape_count; ++row) add_row(*this, rules.shape(row));
    for (int row = rules.shape_count; row < rules.rows(); ++row) {
        const Bomb& it = rules.bomb(row);
        if (it.tier != Tier::any && it.tier != Tier::hard) continue;
        if (it.kind == BombKind::same_rank) bomb[static_cast<std::size_t>(it.size)] = true;
        if (it.kind == BombKind::any_jokers) any_jokers[static_cast<std::size_t>(it.size)] = true;
        if (it.kind == BombKind::equal_jokers) equal_jokers = true;
    }
    solos = single[1].bare != nullptr;
    pairs = single[2].bare != nullptr;
}

int least_plays(const SplitPlan& plan, Hand hand) {
    if (hand == 0) return 0;
    const Hand jokers = hand & (cards_of(kSmallJoker, 15) | cards_of(kBigJoker, 15));
    Search search{.plan = plan, .best = size_of(hand) + 1};
    choose_jokers(search, jokers, 0);
    set_runs_aside(search, hand & ~jokers, 0, 8, 0, kRunRanks);
    return search.best;
}

}  // namespace dizhu
