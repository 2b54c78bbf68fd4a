#include "kickers.h"

namespace dizhu {

namespace {

/// The ranks beside a body run, where more kickers could lengthen it.
Mask beside(const Body& body) {
    if (!body.shape.is_run()) return 0;
    return (span_mask(body.low, body.length) << 1 | span_mask(body.low, body.length) >> 1) & ~body.ranks() & kRunMask;
}

/// One kind of kicker without wild cards: levels[j] are the ranks where j groups may stand.
struct Simple {
    std::array<Mask, 10> levels{};
    int deepest = 0;
    int size;
    bool no_rocket;
    Combo combo;
    PlayList& list;
};

int room(const Simple& simple, int groups, Mask open) {
    int sum = 0;
    for (int level = 1; level <= simple.deepest && level <= groups; ++level) {
        sum += std::popcount(simple.levels[static_cast<std::size_t>(level)] & open);
    }
    return sum;
}

void choose(const Simple& simple, int groups, Mask open, Hand cards) {
    if (groups == 1) {
        simple.list.add_each(simple.levels[1] & open, cards, static_cast<Hand>(simple.size), simple.combo, 0);
        return;
    }
    if (room(simple, groups, open) < groups) return;
    for (Mask ranks = simple.levels[1] & open; ranks != 0; ranks &= ranks - 1) {
        const int rank = lowest(ranks);
        Mask above = open & ~(bit(rank + 1) - 1);
        if (simple.no_rocket && rank == kSmallJoker) above &= ~bit(kBigJoker);
        int most = 1;
        while (most < groups && most < simple.deepest &&
               (simple.levels[static_cast<std::size_t>(most + 1)] & bit(rank)) != 0) {
            ++most;
        }
        for (int here = most; here > 0; --here) {
            const Hand with = cards + cards_of(rank, here * simple.size);
            if (here == groups) {
                simple.list.add(with, simple.combo);
            } else {
                choose(simple, groups - here, above, with);
            }
        }
    }
}

}  // namespace

void list_simple_kickers(const Body& body, Hand body_cards, Hand rest, Combo combo, PlayList& list) {
    const Kicker& kicker = body.shape.kickers[0];
    const int groups = body.shape.kicker_groups(0, body.length);
    Simple simple{
        .size = kicker.size, .no_rocket = (body.shape.joint_bans & kBanRocket) != 0, .combo = combo, .list = list};
    Mask ranks = kicker.ranks;
    if (body.length == 1 || (kicker.bans & kBanBody) != 0) ranks &= ~body.ranks();
    const Mask edge = (body.shape.joint_bans & kBanExtend) != 0 ? beside(body) : 0;
    const int most_cards = (body.shape.joint_bans & kBanBomb) != 0 ? 3 : 8;
    const int most_groups = (kicker.bans & kBanRepeat) != 0 ? 1 : groups;
    const Counts counts(rest);
    for (int level = 1; level <= most_groups && level * kicker.size <= most_cards; ++level) {
        Mask mask = counts.at_least(level * kicker.size) & ranks;
        if (level * kicker.size > 2) mask &= ~edge;
        if (mask == 0) break;
        simple.levels[static_cast<std::size_t>(level)] = mask;
        simple.deepest = level;
    }
    choose(simple, groups, kAllRanks, body_cards);
}

namespace {

/// True if the kickers on `rank` may be `groups[0]` groups of the first kind and `groups[1]` of the second.
bool may_stand(const Body& body, int rank, const std::array<int, 2>& groups) {
    const Shape& shape = body.shape;
    const bool in_body = (body.ranks() & bit(rank)) != 0;
    int cards = 0;
    for (std::size_t kind = 0; kind < 2; ++kind) {
        const Kicker& kicker = shape.kickers[kind];
        if (kicker.run) {
            const int length = shape.kicker_groups(static_cast<int>(kind), body.length);
            const bool in_run = rank <= body.second && rank > body.second - length;
            if (groups[kind] != (in_run ? 1 : 0)) return false;
        }
        if (groups[kind] == 0) continue;
        if ((kicker.ranks & bit(rank)) == 0) return false;
        if (in_body && (body.length == 1 || (kicker.bans & kBanBody) != 0)) return false;
        if ((kicker.bans & kBanRepeat) != 0 && groups[0] + groups[1] > 1) return false;
        cards += kicker.size * groups[kind];
    }
    if (cards + (in_body ? shape.unit : 0) > (rank >= kSmallJoker ? 1 : 4) * body.table.packs) return false;
    if ((shape.joint_bans & kBanBomb) != 0 && cards > 3) return false;
    return (shape.joint_bans & kBanExtend) == 0 || cards < 3 || (beside(body) & bit(rank)) == 0;
}

}  // namespace

KickerBoard::KickerBoard(const Body& body)
    : want_{body.shape.kicker_groups(0, body.length), body.shape.kicker_groups(1, body.length)},
      size_{body.shape.kickers[0].size, body.shape.kickers[1].size},
      cards_(want_[0] * size_[0] + want_[1] * size_[1]),
      no_rocket_((body.shape.joint_bans & kBanRocket) != 0),
      one_kind_(body.shape.kicker_kinds == 1 && !body.shape.has_second()) {
    const int most = 4 * body.table.packs;
    for (int rank = 0; rank < kRanks; ++rank) {
        RankOptions& here = ranks_[static_cast<std::size_t>(rank)];
        for (int first = 0; first <= want_[0] && first * size_[0] <= most; ++first) {
            for (int second = 0; second <= want_[1] && first * size_[0] + second * size_[1] <= most; ++second) {
                if (!may_stand(body, rank, {first, second})) continue;
                here.options[static_cast<std::size_t>(here.count++)] = {first, second,
                                                                        first * size_[0] + second * size_[1]};
                most_groups_[static_cast<std::size_t>(rank)] = first;
            }
        }
        if (rank < kPlainRanks) plain_groups_ += most_groups_[static_cast<std::size_t>(rank)];
    }
}

bool KickerBoard::step(const Reach& from, int rank, int natural, int limit, Reach& to) const {
    const RankOptions& here = ranks_[static_cast<std::size_t>(rank)];
    std::uint16_t any = 0;
    for (int index = 0; index < here.count; ++index) {
        const GroupOption& option = here.options[static_cast<std::size_t>(index)];
        if (option.cards < natural || (rank >= kSmallJoker && option.cards > natural)) continue;
        for (int second = 0; second + option.second <= want_[1]; ++second) {
            const int row = second + option.second;
            // Groups that would need more cards than the natural ones so far and all wild cards are out.
            int most = want_[0];
            if (size_[0] > 0) most = std::min(most, (limit - row * size_[1]) / size_[0]);
            if (limit < row * size_[1]) break;
            const unsigned kept = (1u << (most + 1)) - 1;
            const unsigned moved = static_cast<unsigned>(from.rows[static_cast<std::size_t>(second)]) << option.first;
            const auto added = static_cast<std::uint16_t>(moved & kept);
            to.rows[static_cast<std::size_t>(row)] |= added;
            any |= added;
        }
    }
    return any != 0;
}

bool KickerBoard::complete(const Reach& reach) const {
    return (reach.rows[static_cast<std::size_t>(want_[1])] >> want_[0] & 1) != 0;
}

bool KickerBoard::fits(Hand bag) const {
    if (no_rocket_ && count_of(bag, kSmallJoker) > 0 && count_of(bag, kBigJoker) > 0) return false;
    Reach reach;
    reach.rows[0] = 1;
    for (int rank = 0; rank < kRanks; ++rank) {
        Reach next;
        if (!step(reach, rank, count_of(bag, rank), cards_, next)) return false;
        reach = next;
    }
    return complete(reach);
}

}  // namespace dizhu
