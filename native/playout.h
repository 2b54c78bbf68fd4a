#pragma once
// Random deals played to the end by random legal acts, in batches.

#include <span>

#include "play.h"

namespace dizhu {

struct PlayoutTotals {
    std::uint64_t games = 0;
    std::uint64_t steps = 0;         // plays and passes
    std::uint64_t plays_listed = 0;  // legal plays over all steps, passes not counted
    std::uint64_t bombs = 0;
    std::array<std::uint64_t, kMostSeats> wins{};
};

/// Plays `games` deals; seat s gets sizes[s] random cards (in all no more than the packs hold), seat 0 leads.
/// At each step every legal play is listed and one act, or the pass where it is legal, is chosen uniformly.
PlayoutTotals play_out(const RuleTable& table, std::uint64_t games, std::uint64_t seed, std::span<const int> sizes);

}  // namespace dizhu
