#pragma once
// A rule set as rows of numbers. No row knows which game it belongs to.

#include <array>

#include "combo.h"
#include "hand.h"

namespace dizhu {

/// What a kind of kicker may not be.
enum Ban : unsigned {
    kBanBody = 1,     // the rank of a body group
    kBanRepeat = 2,   // two kickers of one rank, of whatever kind
    kBanRocket = 4,   // both jokers among the kickers
    kBanJoker = 8,    // a joker
    kBanBomb = 16,    // four or more cards of one rank among the kickers
    kBanExtend = 32,  // three or more kicker cards of a run rank next to the body run
};
inline constexpr unsigned kAllBans = 63;

struct Kicker {
    int size;       // cards of a group, 1…4
    int count;      // groups; 0: one for each body group
    bool run;       // groups of consecutive ranks 3…A, compared after the body
    unsigned bans;  // of Ban
    Mask ranks;     // where a group may stand at all
};

struct Shape {
    int unit;  // cards of a body group, 1…8
    int least;
    int most;  // body groups; more than one: consecutive ranks 3…A
    int kicker_kinds;
    std::array<Kicker, 2> kickers;
    Mask body_ranks;
    int cards_a_group;    // with the kickers that come once per group
    int fixed_cards;      // of kickers in fixed number
    unsigned joint_bans;  // rocket, bomb, extend: what holds for all kickers of a play together
    bool is_run() const { return most > 1; }
    bool has_second() const { return (kicker_kinds > 0 && kickers[0].run) || (kicker_kinds > 1 && kickers[1].run); }
    int kicker_groups(int kind, int length) const {
        if (kind >= kicker_kinds) return 0;
        const Kicker& kicker = kickers[static_cast<std::size_t>(kind)];
        return kicker.count != 0 ? kicker.count : length;
    }
    /// Cards of a play with `length` body groups.
    int cards(int length) const { return cards_a_group * length + fixed_cards; }
};

enum class BombKind { same_rank, equal_jokers, any_jokers };
enum class Tier { any, soft, hard, pure };  // naturals and wilds, no wild, only wilds

struct Bomb {
    BombKind kind;
    int size;
    Tier tier;
};

inline constexpr int kMostRows = 32;

struct RuleTable {
    int packs;
    int seats;
    bool joker_pairs;
    int shape_count = 0;
    int bomb_count = 0;
    int least_bomb = 9;        // cards of the smallest bomb of equal ranks; 9: there is none
    int least_joker_bomb = 9;  // and of jokers
    std::array<Shape, kMostRows> shapes{};
    std::array<Bomb, kMostRows> bombs{};

    int rows() const { return shape_count + bomb_count; }
    const Shape& shape(int row) const { return shapes[static_cast<std::size_t>(row)]; }
    const Bomb& bomb(int row) const { return bombs[static_cast<std::size_t>(row - shape_count)]; }
    bool is_bomb(int row) const { return row >= shape_count; }
};

/// Fills in what follows from the numbers of a row and appends it. The table has room for it.
void add_shape(RuleTable& table, Shape shape);
void add_bomb(RuleTable& table, Bomb bomb);

/// True if `combo` names a row of the table and values that row can have.
bool is_combo(const RuleTable& table, Combo combo);

}  // namespace dizhu
