#pragma once
// The least number of plays that empty a hand, when every play is a lead.

#include <span>

#include "attach.h"

namespace dizhu {

/// What a search needs to know of a table, made once for many hands.
struct SplitPlan {
    explicit SplitPlan(const RuleTable& rules);

    /// The plan works with solos, pairs and groups of one rank as plays of their own.
    bool usable() const { return solos && pairs; }

    const RuleTable& table;
    bool solos = false;
    bool pairs = false;
    std::array<BodyKind, 9> single{};  // by cards of the group
    std::array<BodyKind, 9> run{};     // by cards of a group
    std::array<bool, 9> bomb{};        // by cards of one rank
    std::array<bool, 5> any_jokers{};  // by number of jokers
    bool equal_jokers = false;
};

/// Least number of plays to empty `hand`, always achievable. No wild cards.
///
/// Exact where kickers are solos or pairs of one kind that hang on trios or larger groups, as long as the hand has at
/// most kMostArrangements ways to set runs aside; else an upper bound: rows with trio kickers, two kinds of kickers or
/// kicker runs are not used.
int least_plays(const SplitPlan& plan, Hand hand);

inline constexpr int kMostArrangements = 20'000;

}  // namespace dizhu
