#include "generate.h"

#include "kickers.h"

namespace dizhu {

namespace {

/// Natural cards of one hand, counted.
struct Held {
    explicit Held(Hand hand) : cards(hand), size(size_of(hand)) {
        const Counts counts(hand);
        for (int count = 1; count <= 8; ++count) at_least[static_cast<std::size_t>(count)] = counts.at_least(count);
    }
    Hand cards;
    int size;
    std::array<Mask, 10> at_least{};  // ranks held so often
};

/// Which combos of one row are asked for.
struct Window {
    int least;
    int most;
    Mask tops = kAllRanks;
    int above_second = -1;  // of rows with a kicker run
};

Combo with_second(Combo combo, int second) { return (combo & ~combo_of(0, 0, 0, 15)) | combo_of(0, 0, 0, second); }

// ---- without wild cards

void list_general_kickers(Body body, Window window, Hand body_cards, Hand rest, Combo combo, PlayList& list) {
    const int from = body.shape.has_second() ? window.above_second + 1 : kNoSecond;
    const int to = body.shape.has_second() ? kRunRanks - 1 : kNoSecond;
    for (body.second = from; body.second <= to; ++body.second) {
        const Combo named = with_second(combo, body.second);
        KickerBoard(body).each(rest, 0, [&](Hand bag, int) { list.add(body_cards + bag, named); });
    }
}

void list_bodies(const RuleTable& table, const Held& held, int row, int length, Mask starts, Window window,
                 PlayList& list) {
    const Shape& shape = table.shape(row);
    const Hand word = run_word(length, shape.unit);
    const Combo combo = combo_of(row, length, length - 1);
    if (shape.kicker_kinds == 0) {
        list.add_each(starts, 0, word, combo, combo_of(0, 0, 1, 0));
        return;
    }
    for (; starts != 0; starts &= starts - 1) {
        const int low = lowest(starts);
        const Hand body_cards = word << (4 * low);
        const Combo here = combo + combo_of(0, 0, low, 0);
        const Body body{table, shape, length, low};
        if (shape.kicker_kinds == 1 && !shape.kickers[0].run) {
            list_simple_kickers(body, body_cards, held.cards - body_cards, here, list);
        } else {
            list_general_kickers(body, window, body_cards, held.cards - body_cards, here, list);
        }
    }
}

/// Where `length` consecutive ranks begin.
Mask run_starts(Mask ranks, int length) {
    for (int have = 1; have < length; ++have) ranks &= ranks >> 1;
    return ranks;
}

void list_natural_shape(const RuleTable& table, const Held& held, int row, Window window, PlayList& list) {
    const Shape& shape = table.shape(row);
    int length = window.least;
    Mask starts = run_starts(held.at_least[static_cast<std::size_t>(shape.unit)] & shape.body_ranks, length);
    for (; starts != 0 && shape.cards(length) <= held.size; ++length, starts &= starts >> 1) {
        const Mask asked = starts & window.tops >> (length - 1);
        if (asked != 0) list_bodies(table, held, row, length, asked, window, list);
        if (length == window.most) return;
    }
}

void list_any_jokers(Hand hand, int size, Combo combo, PlayList& list) {
    const int small = count_of(hand, kSmallJoker), big = count_of(hand, kBigJoker);
    if (small + big < size) return;
    for (int count = std::min(small, size); count >= 0 && size - count <= big; --count) {
        list.add(cards_of(kSmallJoker, count) + cards_of(kBigJoker, size - count), combo);
    }
}

void list_natural_bombs(const RuleTable& table, const Held& held, int row, Tier tier, Mask tops, PlayList& list) {
    const Bomb& bomb = table.bomb(row);
    if (bomb.tier != Tier::any && bomb.tier != tier) return;
    const Combo combo = combo_of(row, 1, 0);
    if (bomb.kind == BombKind::any_jokers) {
        if (tops & bit(kBigJoker)) list_any_jokers(held.cards, bomb.size, combo + combo_of(0, 0, kBigJoker, 0), list);
        return;
    }
    const Mask where = bomb.kind == BombKind::same_rank ? kPlainMask : kJokerMask;
    const Mask ranks = held.at_least[static_cast<std::size_t>(bomb.size)] & where & tops;
    list.add_each(ranks, 0, static_cast<Hand>(bomb.size), combo, combo_of(0, 0, 1, 0));
}

/// False if no row of bombs can have a play.
bool may_hold_bomb(const RuleTable& table, const Held& held) {
    if ((held.at_least[static_cast<std::size_t>(table.least_bomb)] & kPlainMask) != 0) return true;
    return count_of(held.cards, kSmallJoker) + count_of(held.cards, kBigJoker) >= table.least_joker_bomb;
}

// ---- with wild cards

/// A hand with wild cards among it.
struct Mixed {
    const RuleTable& table;
    int kind;
    Sorted sorted;
    Held natural;
    Held own;
    PlayList& list;
};

/// Adds a play of `natural` and any `wilds` wild cards: for wild jokers one play for each choice of them.
void add_mixed(const Mixed& mixed, Hand natural, int wilds, Combo combo) {
    if (mixed.kind != kWildJokers) {
        const int place = mixed.kind == kWildRedSevens ? kRedSevens : mixed.kind;
        mixed.list.add(natural + cards_of(place, wilds), combo);
        return;
    }
    const int small = count_of(mixed.sorted.wild, kSmallJoker), big = count_of(mixed.sorted.wild, kBigJoker);
    for (int count = std::min(small, wilds); count >= 0 && wilds - count <= big; --count) {
        mixed.list.add(natural + cards_of(kSmallJoker, count) + cards_of(kBigJoker, wilds - count), combo);
    }
}

/// Calls `take(body cards, wild cards in the body)` for every choice of natural cards for the body.
template <typename Take>
void each_mixed_body(Hand natural, int unit, int low, int length, int wilds, Hand body, int used, Take& take) {
    if (length == 0) {
        take(body, used);
        return;
    }
    const int held = std::min(count_of(natural, low), unit);
    for (int count = held; count >= 0 && unit - count <= wilds; --count) {
        each_mixed_body(natural, unit, low + 1, length - 1, wilds - (unit - count), body + cards_of(low, count),
                        used + unit - count, take);
    }
}

/// What is left for kickers: of a body rank only where its group is natural, so that no bag is listed twice.
Hand left_for_kickers(Hand natural, Hand body_cards, const Body& body) {
    Hand rest = natural - body_cards;
    for (int rank = body.low; rank < body.low + body.length; ++rank) {
        if (count_of(body_cards, rank) < body.shape.unit) rest &= ~cards_of(rank, 15);
    }
    return rest;
}

void list_mixed_body(const Mixed& mixed, int row, Body body) {
    const Combo combo = combo_of(row, body.length, body.low + body.length - 1, body.second);
    const KickerBoard board(body);
    auto with_kickers = [&](Hand body_cards, int used) {
        const Hand rest = left_for_kickers(mixed.natural.cards, body_cards, body);
        board.each(rest, mixed.sorted.wilds - used, [&](Hand bag, int wilds) {
            if (body_cards + bag != 0) add_mixed(mixed, body_cards + bag, used + wilds, combo);
        });
    };
    const int wilds = body.low >= kSmallJoker ? 0 : mixed.sorted.wilds;  // no wild card is a joker
    each_mixed_body(mixed.natural.cards, body.shape.unit, body.low, body.length, wilds, 0, 0, with_kickers);
}

void list_own(const Mixed& mixed, int row, Window window) {
    const std::size_t before = mixed.list.count;
    if (mixed.table.is_bomb(row)) {
        list_natural_bombs(mixed.table, mixed.own, row, Tier::pure, window.tops, mixed.list);
    } else {
        list_natural_shape(mixed.table, mixed.own, row, window, mixed.list);
    }
    if (mixed.kind != kWildRedSevens) return;
    for (std::size_t at = before; at < std::min(mixed.list.count, mixed.list.capacity); ++at) {
        mixed.list.plays[at].cards <<= 4 * (kRedSevens - kSeven);
    }
}

/// True if natural and wild cards together could make this body.
bool reaches_body(const Mixed& mixed, int unit, int low, int length) {
    int missing = 0;
    for (int rank = low; rank < low + length; ++rank) {
        missing += unit - std::min(count_of(mixed.natural.cards, rank), unit);
        if (rank >= kSmallJoker && missing > 0) return false;
    }
    return missing <= mixed.sorted.wilds;
}

void list_mixed_shape(const Mixed& mixed, int row, Window window) {
    const Shape& shape = mixed.table.shape(row);
    for (int length = window.least; length <= window.most; ++length) {
        if (shape.cards(length) > mixed.natural.size + mixed.sorted.wilds) return;
        for (Mask tops = window.tops & shape.body_ranks & ~(bit(length - 1) - 1); tops != 0; tops &= tops - 1) {
            const int top = lowest(tops), low = top - length + 1;
            if (reaches_body(mixed, shape.unit, low, length)) {
                const int from = shape.has_second() ? window.above_second + 1 : kNoSecond;
                const int to = shape.has_second() ? kRunRanks - 1 : kNoSecond;
                for (int second = from; second <= to; ++second) {
                    list_mixed_body(mixed, row, {mixed.table, shape, length, low, second});
                }
            }
            list_own(mixed, row, {length, length, bit(top), window.above_second});
        }
    }
}

void list_mixed_bombs(const Mixed& mixed, int row, Mask tops) {
    const Bomb& bomb = mixed.table.bomb(row);
    if (bomb.kind != BombKind::same_rank) {
        list_natural_bombs(mixed.table, mixed.natural, row, Tier::hard, tops, mixed.list);
        list_own(mixed, row, {1, 1, tops});
        return;
    }
    for (Mask ranks = tops & kPlainMask; ranks != 0; ranks &= ranks - 1) {
        const int rank = lowest(ranks), held = std::min(count_of(mixed.natural.cards, rank), bomb.size);
        for (int count = held; count > 0 && bomb.size - count <= mixed.sorted.wilds; --count) {
            const Tier tier = count == bomb.size ? Tier::hard : Tier::soft;
            if (bomb.size > 4 * mixed.table.packs || (bomb.tier != Tier::any && bomb.tier != tier)) continue;
            add_mixed(mixed, cards_of(rank, count), bomb.size - count, combo_of(row, 1, rank));
        }
        list_own(mixed, row, {1, 1, bit(rank)});
    }
}

// ---- what is asked for

/// Calls `shape(row, window)` and `bomb(row, tops)` for all that may be played on `last`.
template <typename OnShape, typename OnBomb>
void each_row(const RuleTable& table, Combo last, bool bombs, OnShape&& on_shape, OnBomb&& on_bomb) {
    int first_bomb = table.shape_count;
    const Mask higher = last == kLead ? kAllRanks : kAllRanks & ~(bit(top_of(last) + 1) - 1);
    if (last == kLead) {
        for (int row = 0; row < table.shape_count; ++row) {
            on_shape(row, Window{table.shape(row).least, table.shape(row).most});
        }
    } else if (table.is_bomb(row_of(last))) {
        on_bomb(row_of(last), higher);
        first_bomb = row_of(last) + 1;
    } else {
        const int length = length_of(last);
        if (table.shape(row_of(last)).has_second()) {
            on_shape(row_of(last), Window{length, length, bit(top_of(last)), second_of(last)});
        }
        on_shape(row_of(last), Window{length, length, higher});
    }
    if (!bombs) return;
    for (int row = first_bomb; row < table.rows(); ++row) on_bomb(row, kAllRanks);
}

}  // namespace

void list_plays(const RuleTable& table, Hand hand, int wild, Combo last, PlayList& list) {
    const Sorted sorted = sort_out(hand, wild);
    if (sorted.wilds == 0) {
        const Held held(hand);
        const bool bombs = may_hold_bomb(table, held);
        each_row(
            table, last, bombs, [&](int row, Window window) { list_natural_shape(table, held, row, window, list); },
            [&](int row, Mask tops) { list_natural_bombs(table, held, row, Tier::hard, tops, list); });
        return;
    }
    const Mixed mixed{table, wild, sorted, Held(sorted.natural), Held(sorted.own), list};
    each_row(
        table, last, true, [&](int row, Window window) { list_mixed_shape(mixed, row, window); },
        [&](int row, Mask tops) { list_mixed_bombs(mixed, row, tops); });
}

}  // namespace dizhu
