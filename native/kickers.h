#pragma once
// The cards attached to a body: which bags may be kickers, and all of them in turn.

#include <algorithm>

#include "rules.h"

namespace dizhu {

/// A body on the table: `length` groups of `shape` from rank `low` up. `second` is the top of the kicker run or
/// kNoSecond.
struct Body {
    const RuleTable& table;
    const Shape& shape;
    int length;
    int low;
    int second = kNoSecond;

    Mask ranks() const { return span_mask(low, length); }
};

/// Lists the plays of one body with one kind of kicker that forms no run, without wild cards.
/// Order: more of the lowest kicker rank first.
void list_simple_kickers(const Body& body, Hand body_cards, Hand rest, Combo combo, PlayList& list);

/// Which groups the kickers of one rank may form.
struct GroupOption {
    int first;   // groups of the first kind
    int second;  // groups of the second kind
    int cards;
};

struct RankOptions {
    std::array<GroupOption, 48> options;
    int count = 0;
};

/// Sets of (groups of the first kind, groups of the second kind) that can be reached: bit a of rows[b].
struct Reach {
    std::array<std::uint16_t, kRunRanks + 1> rows{};
};

/// All ways to attach kickers to one body: the general case, for two kinds of kickers, kicker runs and wild cards.
class KickerBoard {
  public:
    explicit KickerBoard(const Body& body);

    int cards() const { return cards_; }

    /// True if the natural cards `bag`, filled up with wild cards, are the kickers.
    bool fits(Hand bag) const;

    /// Receives a bag of natural kicker cards and the number of wild cards beside it.
    template <typename Take>
    void each(Hand natural, int wilds, Take&& take) const {
        if (cards_ == 0) {
            take(Hand{0}, 0);
            return;
        }
        if (one_kind_) {
            walk_one_kind(Counts(natural).at_least(1), natural, size_of(natural), wilds, 0, 0, 0, take);
            return;
        }
        Reach start;
        start.rows[0] = 1;
        walk(0, start, natural, size_of(natural), wilds, 0, 0, take);
    }

  private:
    /// With one kind and no run a rank may give any number of groups up to its most, so that numbers are enough:
    /// `groups` is the least number that the cards so far can form, and wild cards make the rest anywhere.
    template <typename Take>
    void walk_one_kind(Mask ranks, Hand natural, int left, int wilds, Hand bag, int taken, int groups,
                       Take& take) const {
        if (taken + left + wilds < cards_ || groups > want_[0]) return;
        if (ranks == 0 || taken == cards_) {
            if (want_[0] - groups <= free_groups(bag, groups)) take(bag, cards_ - taken);
            return;
        }
        const int rank = lowest(ranks), held = count_of(natural, rank);
        const bool joker = rank >= kSmallJoker;
        const bool closed = rank == kBigJoker && no_rocket_ && count_of(bag, kSmallJoker) > 0;
        const int most =
            closed ? 0 : std::min({held, most_groups_[static_cast<std::size_t>(rank)] * size_[0], cards_ - taken});
        for (int count = most; count >= 0; --count) {
            if (joker && count % size_[0] != 0) continue;  // no wild card is a joker
            walk_one_kind(ranks & (ranks - 1), natural, left - held, wilds, bag + cards_of(rank, count), taken + count,
                          groups + (count + size_[0] - 1) / size_[0], take);
        }
    }

    /// Groups of wild cards alone that still have a rank to stand on.
    int free_groups(Hand bag, int groups) const {
        const int on_jokers = (count_of(bag, kSmallJoker) + count_of(bag, kBigJoker)) / size_[0];
        return plain_groups_ - (groups - on_jokers);
    }

    template <typename Take>
    void walk(int rank, const Reach& reach, Hand natural, int left, int wilds, Hand bag, int taken, Take& take) const {
        if (taken + left + wilds < cards_) return;
        if (rank == kRanks) {
            if (complete(reach)) take(bag, cards_ - taken);
            return;
        }
        const int held = count_of(natural, rank);
        const bool closed = rank == kBigJoker && no_rocket_ && count_of(bag, kSmallJoker) > 0;
        const int spare = cards_ - taken;
        for (int count = closed ? 0 : std::min(held, spare); count >= 0; --count) {
            Reach next;
            if (!step(reach, rank, count, taken + count + wilds, next)) continue;
            walk(rank + 1, next, natural, left - held, wilds, bag + cards_of(rank, count), taken + count, take);
        }
    }

    /// The groups reached after `natural` cards of `rank`, never more than `limit` cards in all. False if none.
    bool step(const Reach& from, int rank, int natural, int limit, Reach& to) const;
    bool complete(const Reach& reach) const;

    std::array<int, 2> want_;  // groups of each kind
    std::array<int, 2> size_;  // cards of each
    int cards_;
    bool no_rocket_;
    bool one_kind_;                          // and it forms no run
    std::array<int, kRanks> most_groups_{};  // on each rank, of one kind
    int plain_groups_ = 0;                   // on all ranks 3…2 together
    std::array<RankOptions, kRanks> ranks_;
};

}  // namespace dizhu
