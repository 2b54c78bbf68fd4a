#pragma once
// A reading of cards and a play, packed into words.

#include <cstddef>
#include <cstdint>

#include "hand.h"

namespace dizhu {

/// Bits 0-7 row (shapes first, then bombs), 8-11 body groups, 12-15 top rank, 16-19 top of the kicker run or 15.
using Combo = std::uint32_t;

inline constexpr int kNoSecond = 15;
inline constexpr Combo kLead = 0xFFFF'FFFFu;  // nothing on the table

constexpr Combo combo_of(int row, int length, int top, int second = kNoSecond) {
    return static_cast<Combo>(row | length << 8 | top << 12 | second << 16);
}
constexpr int row_of(Combo combo) { return static_cast<int>(combo & 255); }
constexpr int length_of(Combo combo) { return static_cast<int>(combo >> 8 & 15); }
constexpr int top_of(Combo combo) { return static_cast<int>(combo >> 12 & 15); }
constexpr int second_of(Combo combo) { return static_cast<int>(combo >> 16 & 15); }

struct Play {
    Hand cards;
    std::uint64_t combo;
    friend bool operator==(const Play&, const Play&) = default;
};

/// Plays written to a buffer of fixed capacity; `count` goes on beyond it, so a caller learns how many there are.
struct PlayList {
    Play* plays;
    std::size_t capacity;
    std::size_t count = 0;

    void add(Hand cards, Combo combo) {
        if (count < capacity) plays[count] = {cards, combo};
        ++count;
    }

    /// One play for each rank r of `mask`: `cards` and `step` moved up r ranks.
    void add_each(Mask mask, Hand cards, Hand step, Combo combo, Combo combo_step) {
        const auto more = static_cast<std::size_t>(std::popcount(mask));
        if (count + more <= capacity) {
            Play* next = plays + count;
            for (; mask != 0; mask &= mask - 1) {
                const int rank = lowest(mask);
                *next++ = {cards + (step << (4 * rank)), combo + combo_step * static_cast<Combo>(rank)};
            }
            count += more;
            return;
        }
        for (; mask != 0; mask &= mask - 1) {
            const int rank = lowest(mask);
            add(cards + (step << (4 * rank)), combo + combo_step * static_cast<Combo>(rank));
        }
    }
};

}  // namespace dizhu
