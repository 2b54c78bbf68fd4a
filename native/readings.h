#pragma once
// What a bag of cards can be.

#include "rules.h"

namespace dizhu {

/// True if the cards read as `combo`. Any bits are allowed as combo; wild: of WildKind or a rank.
bool reads_as(const RuleTable& table, Hand cards, int wild, Combo combo);

inline constexpr int kMostReadings = kMostRows * kRunRanks * kRunRanks;

/// Writes all combos the cards can be to `out` (room for kMostReadings) and returns how many there are.
/// Order of preference: bombs, strongest first; then rows as in the table, in a row longest, highest top and second
/// first.
int list_readings(const RuleTable& table, Hand cards, int wild, Combo* out);

}  // namespace dizhu
