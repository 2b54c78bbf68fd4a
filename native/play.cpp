#include "play.h"

#include "compare.h"
#include "readings.h"

namespace dizhu {

namespace {

int next_seat(const RuleTable& table, int seat) { return seat + 1 == table.seats ? 0 : seat + 1; }

}  // namespace

Refusal why_not_play(const RuleTable& table, const CardPlay& state, Hand cards, std::uint64_t combo) {
    if (state.winner != kNobody) return Refusal::over;
    if (!contains(state.hands[static_cast<std::size_t>(state.turn)], cards)) return Refusal::not_in_hand;
    const auto named = static_cast<Combo>(combo);
    if (named != combo || !reads_as(table, cards, state.wild, named)) return Refusal::no_such_combo;
    if (!state.leads() && compare(table, named, static_cast<Combo>(state.last.combo)) != Order::beats) {
        return Refusal::does_not_beat;
    }
    return Refusal::none;
}

void play_unchecked(const RuleTable& table, CardPlay& state, Hand cards, Combo combo) {
    const auto seat = static_cast<std::size_t>(state.turn);
    if (table.is_bomb(row_of(combo))) {
        BombCount& count = state.bombs[static_cast<std::size_t>(row_of(combo) - table.shape_count)];
        ++(state.leads() ? count.led : count.answering);
    }
    state.hands[seat] -= cards;
    ++state.plays_by_seat[seat];
    state.last = {cards, combo};
    state.last_seat = state.turn;
    state.passes = 0;
    if (state.hands[seat] == 0) {
        state.winner = state.turn;
    } else {
        state.turn = next_seat(table, state.turn);
    }
}

void pass_unchecked(const RuleTable& table, CardPlay& state) {
    state.turn = next_seat(table, state.turn);
    if (++state.passes < table.seats - 1) return;
    state.passes = 0;  // the trick is over; the turn is back at its last player
    state.last = {0, kLead};
    state.last_seat = kNobody;
}

}  // namespace dizhu
