#pragma once
// Kickers for the bodies of several plays at once: how few plays are left over.

#include <span>

#include "rules.h"

namespace dizhu {

/// The rows that share a body: bare, with solos and with pairs. Null where the table has none.
struct BodyKind {
    int unit = 0;
    int least = 0;
    int most = 0;
    const Shape* bare = nullptr;
    const Shape* with_solos = nullptr;
    const Shape* with_pairs = nullptr;
};

/// One body set aside, and what may hang on it.
struct SplitBody {
    int low;
    int length;
    bool bare;           // it may stand without kickers
    const Shape* solos;  // the row with solo kickers, or null
    const Shape* pairs;
    int solo_slots;
    int pair_slots;

    /// One slot at most, and none needs to be filled.
    bool is_small() const { return bare && solo_slots <= 1 && pair_slots <= 1; }
    Mask ranks() const { return span_mask(low, length); }
};

/// Plays that `loose` cards, which form solos and pairs only, add to those of the bodies. Stops looking at `limit`:
/// the result is exact if it is smaller, and at least `limit` otherwise.
int loose_plays(const RuleTable& table, std::span<const SplitBody> bodies, Hand loose, int limit);

}  // namespace dizhu
