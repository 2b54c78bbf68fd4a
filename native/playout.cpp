#include "playout.h"

#include <memory>
#include <utility>

#include "generate.h"
#include "random.h"

namespace dizhu {

namespace {

struct Deck {
    std::array<std::uint8_t, 108> ranks;  // shuffled in place, deal after deal
    int size = 0;
};

Deck make_deck(int packs) {
    Deck deck;
    for (int rank = 0; rank < kRanks; ++rank) {
        const int copies = rank < kPlainRanks ? 4 * packs : packs;
        for (int copy = 0; copy < copies; ++copy)
            deck.ranks[static_cast<std::size_t>(deck.size++)] = static_cast<std::uint8_t>(rank);
    }
    return deck;
}

Hand draw(Deck& deck, int from, int cards, Random& random) {
    Hand hand = 0;
    for (int at = from; at < from + cards; ++at) {
        const auto other = at + static_cast<int>(random.below(static_cast<std::uint64_t>(deck.size - at)));
        std::swap(deck.ranks[static_cast<std::size_t>(at)], deck.ranks[static_cast<std::size_t>(other)]);
        hand += one(deck.ranks[static_cast<std::size_t>(at)]);
    }
    return hand;
}

/// Room for a listing, made larger when a hand has more plays.
struct Scratch {
    std::size_t capacity = 8192;
    std::unique_ptr<Play[]> plays{new Play[capacity]};
};

PlayList list_all(const RuleTable& table, Hand hand, Combo last, Scratch& scratch) {
    PlayList list{scratch.plays.get(), scratch.capacity};
    list_plays(table, hand, kNoWild, last, list);
    if (list.count <= scratch.capacity) return list;
    scratch.capacity = list.count;
    scratch.plays.reset(new Play[scratch.capacity]);
    return list_all(table, hand, last, scratch);
}

void play_one(const RuleTable& table, CardPlay& state, Random& random, Scratch& scratch, PlayoutTotals& totals) {
    while (state.winner == kNobody) {
        const Hand hand = state.hands[static_cast<std::size_t>(state.turn)];
        const PlayList list = list_all(table, hand, static_cast<Combo>(state.last.combo), scratch);
        totals.plays_listed += list.count;
        ++totals.steps;
        const std::size_t choices = list.count + (state.leads() ? 0 : 1);
        const std::size_t chosen = choices == 1 ? 0 : random.below(choices);
        if (chosen == list.count) {
            pass_unchecked(table, state);
        } else {
            play_unchecked(table, state, list.plays[chosen].cards, static_cast<Combo>(list.plays[chosen].combo));
        }
    }
}

}  // namespace

PlayoutTotals play_out(const RuleTable& table, std::uint64_t games, std::uint64_t seed, std::span<const int> sizes) {
    PlayoutTotals totals;
    Random random{seed};
    Scratch scratch;
    Deck deck = make_deck(table.packs);
    for (; totals.games < games; ++totals.games) {
        CardPlay state;
        int dealt = 0;
        for (std::size_t seat = 0; seat < sizes.size(); ++seat) {
            state.hands[seat] = draw(deck, dealt, sizes[seat], random);
            dealt += sizes[seat];
        }
        play_one(table, state, random, scratch, totals);
        ++totals.wins[static_cast<std::size_t>(state.winner)];
        for (int row = 0; row < table.bomb_count; ++row) {
            const BombCount& count = state.bombs[static_cast<std::size_t>(row)];
            totals.bombs += static_cast<std::uint64_t>(count.led + count.answering);
        }
    }
    return totals;
}

}  // namespace dizhu
