#pragma once
// Card play: hands, turn, what lies on the table, and the counters that settlements need.

#include "rules.h"

namespace dizhu {

inline constexpr int kMostSeats = 8;
inline constexpr int kNobody = -1;

/// Why an act is illegal.
enum class Refusal { none, over, not_in_hand, no_such_combo, does_not_beat };

struct BombCount {
    int led = 0;        // put down to open a trick
    int answering = 0;  // put down on another play
};

/// One deal from the first lead on. Who is landlord is not its business.
struct CardPlay {
    std::array<Hand, kMostSeats> hands{};
    int turn = 0;
    int wild = kNoWild;
    int passes = 0;                               // in a row since the last play
    Play last{0, kLead};                          // what must be beaten; kLead: the turn leads
    int last_seat = kNobody;                      // who played it
    std::array<int, kMostSeats> plays_by_seat{};  // passes not counted
    std::array<BombCount, kMostRows> bombs{};     // by bomb row
    int winner = kNobody;

    bool leads() const { return last.combo == kLead; }
};

/// none, or why the seat to play may not play these cards as this combo (any bits).
Refusal why_not_play(const RuleTable& table, const CardPlay& state, Hand cards, std::uint64_t combo);
/// A lead must be a play.
inline bool may_pass(const CardPlay& state) { return state.winner == kNobody && !state.leads(); }

/// Carries out a legal act. The caller has checked that it is one.
void play_unchecked(const RuleTable& table, CardPlay& state, Hand cards, Combo combo);
void pass_unchecked(const RuleTable& table, CardPlay& state);

}  // namespace dizhu
