#include "rules.h"

#include <algorithm>
#include <cassert>

namespace dizhu {

namespace {

Mask group_ranks(const RuleTable& table, int size) {
    if (size == 1 || (size == 2 && table.joker_pairs)) return kAllRanks;
    return kPlainMask;
}

}  // namespace

void add_shape(RuleTable& table, Shape shape) {
    assert(table.rows() < kMostRows);
    shape.body_ranks = shape.is_run() ? kRunMask : group_ranks(table, shape.unit);
    shape.joint_bans = 0;
    shape.cards_a_group = shape.unit;
    shape.fixed_cards = 0;
    for (int kind = 0; kind < shape.kicker_kinds; ++kind) {
        Kicker& kicker = shape.kickers[static_cast<std::size_t>(kind)];
        kicker.ranks = kicker.run ? kRunMask : group_ranks(table, kicker.size);
        if (kicker.bans & kBanJoker) kicker.ranks &= kPlainMask;
        (kicker.count == 0 ? shape.cards_a_group : shape.fixed_cards) += kicker.size * std::max(kicker.count, 1);
        shape.joint_bans |= kicker.bans & (kBanRocket | kBanBomb | kBanExtend);
    }
    table.shapes[static_cast<std::size_t>(table.shape_count++)] = shape;
}

void add_bomb(RuleTable& table, Bomb bomb) {
    assert(table.rows() < kMostRows);
    int& least = bomb.kind == BombKind::same_rank ? table.least_bomb : table.least_joker_bomb;
    least = std::min(least, bomb.size);
    table.bombs[static_cast<std::size_t>(table.bomb_count++)] = bomb;
}

bool is_combo(const RuleTable& table, Combo combo) {
    const int row = row_of(combo), length = length_of(combo), top = top_of(combo), second = second_of(combo);
    if (row >= table.rows() || combo >> 20 != 0) return false;
    if (table.is_bomb(row)) {
        if (length != 1 || second != kNoSecond) return false;
        switch (table.bomb(row).kind) {
            case BombKind::same_rank:
                return top < kPlainRanks;
            case BombKind::equal_jokers:
                return top == kSmallJoker || top == kBigJoker;
            case BombKind::any_jokers:
                return top == kBigJoker;
        }
    }
    const Shape& shape = table.shape(row);
    if (length < shape.least || length > shape.most || top > kBigJoker) return false;
    if ((shape.body_ranks & bit(top)) == 0 || top < length - 1) return false;
    if (!shape.has_second()) return second == kNoSecond;
    const int groups = shape.kicker_groups(shape.kickers[0].run ? 0 : 1, length);
    return second < kRunRanks && second >= groups - 1;
}

}  // namespace dizhu
