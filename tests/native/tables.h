#pragma once
// Rule tables for the native tests.

#include <vector>

#include "random.h"
#include "rules.h"

namespace dizhu {

struct KickerRow {
    int size;
    int count;
    bool run;
    unsigned bans;
};

inline void shape_row(RuleTable& table, int unit, int least, int most, const std::vector<KickerRow>& kickers = {}) {
    Shape shape{};
    shape.unit = unit;
    shape.least = least;
    shape.most = most;
    for (const KickerRow& row : kickers) {
        shape.kickers[static_cast<std::size_t>(shape.kicker_kinds++)] = {row.size, row.count, row.run, row.bans, 0};
    }
    add_shape(table, shape);
}

inline RuleTable classic(unsigned solo_bans, unsigned pair_bans) {
    RuleTable table{.packs = 1, .seats = 3, .joker_pairs = false};
    for (int unit = 1; unit <= 3; ++unit) shape_row(table, unit, 1, 1);
    shape_row(table, 1, 5, 12);
    shape_row(table, 2, 3, 12);
    shape_row(table, 3, 2, 12);
    shape_row(table, 3, 1, 1, {{2, 1, false, pair_bans}});
    shape_row(table, 3, 1, 1, {{1, 1, false, solo_bans}});
    shape_row(table, 3, 2, 12, {{2, 0, false, pair_bans}});
    shape_row(table, 3, 2, 12, {{1, 0, false, solo_bans}});
    shape_row(table, 4, 1, 1, {{2, 2, false, pair_bans}});
    shape_row(table, 4, 1, 1, {{1, 2, false, solo_bans}});
    add_bomb(table, {BombKind::same_rank, 4, Tier::soft});
    add_bomb(table, {BombKind::same_rank, 4, Tier::hard});
    add_bomb(table, {BombKind::same_rank, 4, Tier::pure});
    add_bomb(table, {BombKind::any_jokers, 2, Tier::any});
    return table;
}

inline RuleTable carriers() {
    RuleTable table{.packs = 2, .seats = 3, .joker_pairs = true};
    for (int unit = 1; unit <= 4; ++unit) shape_row(table, unit, 1, 1);
    shape_row(table, 1, 5, 12);
    shape_row(table, 2, 4, 12);
    shape_row(table, 3, 3, 12, {{2, 0, false, kBanBody | kBanRepeat}});
    shape_row(table, 4, 2, 12, {{3, 0, true, kBanBody | kBanRepeat}, {2, 0, false, kBanBody | kBanRepeat}});
    shape_row(table, 4, 1, 1, {{3, 1, false, 0}, {2, 1, false, 0}});
    for (int size = 5; size <= 8; ++size) add_bomb(table, {BombKind::same_rank, size, Tier::any});
    add_bomb(table, {BombKind::equal_jokers, 2, Tier::any});
    add_bomb(table, {BombKind::any_jokers, 4, Tier::any});
    return table;
}

/// `size` cards of few neighbouring ranks, 2 and jokers.
inline Hand random_hand(Random& random, int packs, int size) {
    const auto low = static_cast<int>(random.below(8)), width = 2 + static_cast<int>(random.below(5));
    std::vector<int> deck;
    for (int rank = 0; rank < kRanks; ++rank) {
        if (rank < kPlainRanks - 1 && (rank < low || rank >= low + width)) continue;
        for (int copy = 0; copy < (rank < kSmallJoker ? 4 : 1) * packs; ++copy) deck.push_back(rank);
    }
    Hand hand = 0;
    for (int drawn = 0; drawn < size && !deck.empty(); ++drawn) {
        const std::size_t at = random.below(deck.size());
        hand += one(deck[at]);
        deck[at] = deck.back();
        deck.pop_back();
    }
    return hand;
}

}  // namespace dizhu
