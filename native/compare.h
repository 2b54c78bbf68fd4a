#pragma once
// Which of two combos is higher: a partial order.

#include "rules.h"

namespace dizhu {

enum class Order { beats, does_not, incomparable };

/// How `a` stands against `b`. Source: docs/core.md.
inline Order compare(const RuleTable& table, Combo a, Combo b) {
    const int row_a = row_of(a), row_b = row_of(b);
    const bool bomb_a = table.is_bomb(row_a), bomb_b = table.is_bomb(row_b);
    if (bomb_a != bomb_b) return bomb_a ? Order::beats : Order::does_not;
    if (row_a != row_b || length_of(a) != length_of(b)) {
        if (!bomb_a) return Order::incomparable;
        return row_a > row_b ? Order::beats : Order::does_not;
    }
    if (top_of(a) != top_of(b)) return top_of(a) > top_of(b) ? Order::beats : Order::does_not;
    return second_of(a) > second_of(b) ? Order::beats : Order::does_not;
}

}  // namespace dizhu
