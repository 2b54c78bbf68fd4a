// The native core under the sanitizers: words, buffers, listing against reading, whole deals, and arbitrary bits.

#include <algorithm>
#include <memory>

#include "check.h"
#include "compare.h"
#include "generate.h"
#include "playout.h"
#include "readings.h"
#include "split.h"
#include "tables.h"

using namespace dizhu;

namespace {

struct Listed {
    std::unique_ptr<Play[]> plays;
    std::size_t count;
};

Listed list(const RuleTable& table, Hand hand, int wild, Combo last) {
    PlayList none{nullptr, 0};
    list_plays(table, hand, wild, last, none);
    Listed out{std::unique_ptr<Play[]>(new Play[none.count]), none.count};
    PlayList full{out.plays.get(), none.count};
    list_plays(table, hand, wild, last, full);
    CHECK(full.count == none.count);
    return out;
}

void test_words(Random& random) {
    for (int round = 0; round < 20'000; ++round) {
        const Hand whole = random.next() & random.next(), part = random.next() & random.next();
        bool inside = true;
        int size = 0;
        const Counts counts(whole);
        for (int rank = 0; rank < 16; ++rank) {
            inside &= count_of(part, rank) <= count_of(whole, rank);
            size += count_of(whole, rank);
        }
        CHECK(contains(whole, part) == inside);
        CHECK(contains(whole, whole & part));
        CHECK(size_of(whole) == size);
        for (int least = 1; least <= 8; ++least) {
            for (int rank = 0; rank < kRanks; ++rank) {
                CHECK(((counts.at_least(least) >> rank & 1) != 0) == (count_of(whole, rank) >= least));
            }
        }
    }
    CHECK(run_word(5, 2) << 4 == 0x222220u);
    CHECK(size_of(~Hand{0}) == 240);
}

void test_small_buffers(const RuleTable& table, Random& random) {
    for (int round = 0; round < 200; ++round) {
        const Hand hand = random_hand(random, table.packs, 14);
        const Listed all = list(table, hand, kNoWild, kLead);
        const std::size_t room = random.below(all.count + 1);
        const std::unique_ptr<Play[]> some(new Play[room]);  // one play too many is found by the sanitizer
        PlayList cut{some.get(), room};
        list_plays(table, hand, kNoWild, kLead, cut);
        CHECK(cut.count == all.count);
        CHECK(std::equal(some.get(), some.get() + room, all.plays.get()));
    }
}

/// Every play that is listed reads so, lies in the hand, stands there once and beats what it must.
void test_listed_plays(const RuleTable& table, int wild, Random& random) {
    for (int round = 0; round < 150; ++round) {
        Hand hand = random_hand(random, table.packs, 4 + static_cast<int>(random.below(14)));
        if (wild == kWildRedSevens)
            hand = (hand & ~cards_of(kSeven, 15)) | cards_of(kSeven, 1) | cards_of(kRedSevens, 2);
        CHECK(exists(hand, table.packs, wild));
        const Listed leads = list(table, hand, wild, kLead);
        for (std::size_t at = 0; at < leads.count; ++at) {
            CHECK(contains(hand, leads.plays[at].cards));
            CHECK(reads_as(table, leads.plays[at].cards, wild, static_cast<Combo>(leads.plays[at].combo)));
        }
        if (leads.count == 0) continue;
        const auto last = static_cast<Combo>(leads.plays[random.below(leads.count)].combo);
        const Listed answers = list(table, hand, wild, last);
        std::size_t beating = 0;
        for (std::size_t at = 0; at < leads.count; ++at) {
            if (compare(table, static_cast<Combo>(leads.plays[at].combo), last) != Order::beats) continue;
            CHECK(beating < answers.count && answers.plays[beating] == leads.plays[at]);
            ++beating;
        }
        CHECK(beating == answers.count);
        std::sort(leads.plays.get(), leads.plays.get() + leads.count, [](const Play& a, const Play& b) {
            return a.cards != b.cards ? a.cards < b.cards : a.combo < b.combo;
        });
        CHECK(std::adjacent_find(leads.plays.get(), leads.plays.get() + leads.count) ==
              leads.plays.get() + leads.count);
    }
}

/// Readings are exactly the combos of the listed plays that use the whole bag.
void test_readings(const RuleTable& table, int wild, Random& random) {
    const std::unique_ptr<Combo[]> found(new Combo[kMostReadings]);
    for (int round = 0; round < 300; ++round) {
        const Hand bag = random_hand(random, table.packs, 1 + static_cast<int>(random.below(12)));
        const int count = list_readings(table, bag, wild, found.get());
        const Listed leads = list(table, bag, wild, kLead);
        int whole = 0;
        for (std::size_t at = 0; at < leads.count; ++at) {
            if (leads.plays[at].cards != bag) continue;
            ++whole;
            CHECK(std::find(found.get(), found.get() + count, leads.plays[at].combo) != found.get() + count);
        }
        CHECK(whole == count);
    }
}

void test_any_bits(const RuleTable& table, Random& random) {
    CardPlay state;
    for (int seat = 0; seat < table.seats; ++seat)
        state.hands[static_cast<std::size_t>(seat)] = random_hand(random, table.packs, 12);
    for (int round = 0; round < 200'000; ++round) {
        const Hand bag = random.next() & random.next() & random.next() & random.next();
        const std::uint64_t combo = random.below(4) == 0 ? random.next() : random.below(1u << 20);
        const int wild = static_cast<int>(random.below(16)) - 1;
        if (reads_as(table, bag, wild, static_cast<Combo>(combo))) CHECK(is_combo(table, static_cast<Combo>(combo)));
        if (why_not_play(table, state, bag, combo) == Refusal::none) CHECK(contains(state.hands[0], bag));
    }
}

void test_deals(const RuleTable& table, Random& random) {
    std::array<int, 3> sizes{};
    sizes.fill(table.packs * 54 / 3);
    if (table.packs == 1) sizes = {20, 17, 17};
    const PlayoutTotals totals = play_out(table, 60, random.next(), sizes);
    CHECK(totals.games == 60 && totals.wins[0] + totals.wins[1] + totals.wins[2] == 60);
    CHECK(totals.steps > 60 * 10 && totals.plays_listed > totals.steps);
}

/// Playing any card away never helps by more than the play itself, and a hand needs a play unless it is empty.
void test_least_plays(const RuleTable& table, Random& random) {
    const SplitPlan plan(table);
    CHECK(plan.usable() && least_plays(plan, 0) == 0);
    for (int round = 0; round < 60; ++round) {
        const Hand hand = random_hand(random, table.packs, 4 + static_cast<int>(random.below(12)));
        const int least = least_plays(plan, hand);
        CHECK(least > 0 && least <= size_of(hand));
        const Listed leads = list(table, hand, kNoWild, kLead);
        int best = 99;
        for (std::size_t at = 0; at < leads.count; ++at)
            best = std::min(best, 1 + least_plays(plan, hand - leads.plays[at].cards));
        CHECK(best <= least);  // equal where the search is exact
        if (table.packs == 1) CHECK(best == least);
    }
}

}  // namespace

int main() {
    Random random{20'240'601};
    test_words(random);
    const RuleTable tables[] = {classic(0, 0), classic(kBanBody | kBanRepeat | kBanRocket, kBanBody | kBanRepeat),
                                classic(kBanBody | kBanRocket | kBanBomb | kBanExtend, kBanBody), carriers()};
    for (const RuleTable& table : tables) {
        test_small_buffers(table, random);
        test_any_bits(table, random);
        test_deals(table, random);
        test_least_plays(table, random);
        for (const int wild : {int{kNoWild}, 0, 5, 12, int{kWildRedSevens}, int{kWildJokers}}) {
            test_listed_plays(table, wild, random);
            if (wild != kWildRedSevens) test_readings(table, wild, random);
        }
    }
    std::puts("native tests passed");
    return 0;
}
