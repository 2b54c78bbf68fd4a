#pragma once
// Every legal play of a hand.

#include "rules.h"

namespace dizhu {

/// Lists the plays of `hand` on `last` (a combo, or kLead), each pair of cards and combo once; passing is not listed.
///
/// wild: of WildKind or a rank. Order: rows as in the table; in a row by length, top, second; then the plays with
/// natural cards before those of wild cards alone, more natural cards in the body first (lowest rank first), more of
/// the lowest kicker rank first, and among wild jokers more small ones first.
void list_plays(const RuleTable& table, Hand hand, int wild, Combo last, PlayList& list);

}  // namespace dizhu
