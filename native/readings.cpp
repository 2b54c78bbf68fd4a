#include "readings.h"

#include "kickers.h"

namespace dizhu {

namespace {

bool reads_as_bomb(const Bomb& bomb, const Sorted& sorted, int top) {
    const bool pure = sorted.natural == 0;
    const Hand plain = pure ? sorted.own : sorted.natural;
    const int wilds = pure ? 0 : sorted.wilds;
    const Tier tier = pure && sorted.wilds > 0 ? Tier::pure : wilds > 0 ? Tier::soft : Tier::hard;
    if (bomb.tier != Tier::any && bomb.tier != tier) return false;
    if (bomb.kind == BombKind::any_jokers) {
        const Hand jokers = cards_of(kSmallJoker, 15) | cards_of(kBigJoker, 15);
        return wilds == 0 && size_of(plain) == bomb.size && (plain & ~jokers) == 0;
    }
    if (bomb.kind == BombKind::equal_jokers && wilds > 0) return false;
    const int natural = bomb.size - wilds;
    return natural > 0 && plain == cards_of(top, natural);
}

bool reads_as_shape(const Body& body, const Sorted& sorted) {
    const bool pure = sorted.natural == 0;
    const Hand plain = pure ? sorted.own : sorted.natural;
    const int wilds = pure ? 0 : sorted.wilds;
    Hand kickers = plain;
    int missing = 0;
    for (int rank = body.low; rank < body.low + body.length; ++rank) {
        const int here = std::min(count_of(plain, rank), body.shape.unit);
        kickers -= cards_of(rank, here);
        missing += body.shape.unit - here;
        if (rank >= kSmallJoker && here < body.shape.unit) return false;  // no wild card is a joker
    }
    if (missing > wilds) return false;
    if (body.shape.kicker_kinds == 0) return kickers == 0;
    return KickerBoard(body).fits(kickers);
}

}  // namespace

bool reads_as(const RuleTable& table, Hand cards, int wild, Combo combo) {
    if (!is_combo(table, combo) || !exists(cards, table.packs, wild)) return false;
    const Sorted sorted = sort_out(cards, wild);
    if (table.is_bomb(row_of(combo))) {
        const Bomb& bomb = table.bomb(row_of(combo));
        return bomb.size == size_of(cards) && reads_as_bomb(bomb, sorted, top_of(combo));
    }
    const Shape& shape = table.shape(row_of(combo));
    const int length = length_of(combo);
    if (shape.cards(length) != size_of(cards)) return false;
    return reads_as_shape({table, shape, length, top_of(combo) - length + 1, second_of(combo)}, sorted);
}

int list_readings(const RuleTable& table, Hand cards, int wild, Combo* out) {
    int count = 0;
    if (cards == 0) return 0;
    for (int row = table.rows() - 1; row >= table.shape_count; --row) {
        for (int top = kBigJoker; top >= 0; --top) {
            const Combo combo = combo_of(row, 1, top);
            if (reads_as(table, cards, wild, combo)) out[count++] = combo;
        }
    }
    const int size = size_of(cards);
    for (int row = 0; row < table.shape_count; ++row) {
        const Shape& shape = table.shape(row);
        for (int length = shape.most; length >= shape.least; --length) {
            if (shape.cards(length) != size) continue;
            for (int top = kBigJoker; top >= length - 1; --top) {
                const int from = shape.has_second() ? kRunRanks - 1 : kNoSecond;
                const int to = shape.has_second() ? 0 : kNoSecond;
                for (int second = from; second >= to; --second) {
                    const Combo combo = combo_of(row, length, top, second);
                    if (reads_as(table, cards, wild, combo)) out[count++] = combo;
                }
            }
        }
    }
    return count;
}

}  // namespace dizhu
