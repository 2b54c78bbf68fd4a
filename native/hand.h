#pragma once
// Bags of cards as one 64-bit word: four bits a rank, ranks 3…A 2 x X as 0…14.
// The sixteenth nibble counts red sevens in games where they are the wild cards; nibble 4 then holds black sevens only.

#include <bit>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace dizhu {

using Hand = std::uint64_t;
using Mask = std::uint32_t;  // bit r: rank r

inline constexpr int kRanks = 15;
inline constexpr int kRunRanks = 12;    // 3…A
inline constexpr int kPlainRanks = 13;  // 3…2
inline constexpr int kSeven = 4;
inline constexpr int kSmallJoker = 13;
inline constexpr int kBigJoker = 14;
inline constexpr int kRedSevens = 15;  // the nibble
inline constexpr Mask kAllRanks = 0x7FFF;
inline constexpr Mask kRunMask = 0x0FFF;
inline constexpr Mask kPlainMask = 0x1FFF;
inline constexpr Mask kJokerMask = 0x6000;

constexpr Mask bit(int rank) { return Mask{1} << rank; }
constexpr Hand one(int rank) { return Hand{1} << (4 * rank); }
constexpr Hand cards_of(int rank, int count) { return static_cast<Hand>(count) << (4 * rank); }
constexpr int count_of(Hand hand, int rank) { return static_cast<int>(hand >> (4 * rank) & 15); }
constexpr Mask span_mask(int low, int length) { return ((Mask{1} << length) - 1) << low; }

/// `length` consecutive ranks from 3 up, `each` cards of each.
constexpr Hand run_word(int length, int each) {
    const Hand ones = 0x1111'1111'1111'1111u & ((Hand{1} << (4 * length)) - 1);
    return ones * static_cast<Hand>(each);
}

constexpr int size_of(Hand hand) {
    constexpr Hand low = 0x0F0F'0F0F'0F0F'0F0Fu;
    const Hand bytes = (hand & low) + (hand >> 4 & low);
    return static_cast<int>(bytes * 0x0101'0101'0101'0101u >> 56);
}

/// True if `part` holds no more of any rank than `whole`.
constexpr bool contains(Hand whole, Hand part) {
    constexpr Hand high = 0x8888'8888'8888'8888u;
    const Hand low_ok = ((whole | high) - (part & ~high)) & high;  // the low three bits suffice
    return (((whole & ~part) | (~(whole ^ part) & low_ok)) & high) == high;
}

inline int lowest(Mask mask) { return std::countr_zero(mask); }

/// The ranks of a hand by how often they occur.
class Counts {
  public:
#if defined(__SSE2__)
    explicit Counts(Hand hand) {
        const __m128i word = _mm_cvtsi64_si128(static_cast<long long>(hand));
        const __m128i nibble = _mm_set1_epi8(15);
        const __m128i even = _mm_and_si128(word, nibble);
        const __m128i odd = _mm_and_si128(_mm_srli_epi64(word, 4), nibble);
        bytes_ = _mm_unpacklo_epi8(even, odd);
    }
    Mask at_least(int count) const {
        const __m128i less = _mm_set1_epi8(static_cast<char>(count - 1));
        return static_cast<Mask>(_mm_movemask_epi8(_mm_cmpgt_epi8(bytes_, less))) & kAllRanks;
    }

  private:
    __m128i bytes_;
#else
    explicit Counts(Hand hand) : hand_(hand) {}
    Mask at_least(int count) const {
        Mask mask = 0;
        for (int rank = 0; rank < kRanks; ++rank) mask |= static_cast<Mask>(count_of(hand_, rank) >= count) << rank;
        return mask;
    }

  private:
    Hand hand_;
#endif
};

/// Which cards of a deal are wild: kNone, a rank 0…12, the red sevens, or both jokers.
enum WildKind : int { kNoWild = -1, kWildRedSevens = 13, kWildJokers = 14 };

/// A bag split into natural and wild cards. `own` are the wild cards as plain cards of their own rank.
struct Sorted {
    Hand natural;
    Hand wild;
    Hand own;
    int wilds;
};

constexpr Sorted sort_out(Hand hand, int kind) {
    if (kind == kNoWild) return {hand, 0, 0, 0};
    if (kind == kWildRedSevens) {
        const int reds = count_of(hand, kRedSevens);
        return {hand & ~cards_of(kRedSevens, 15), cards_of(kRedSevens, reds), cards_of(kSeven, reds), reds};
    }
    const Hand where = kind == kWildJokers ? cards_of(kSmallJoker, 15) | cards_of(kBigJoker, 15) : cards_of(kind, 15);
    const Hand wild = hand & where;
    return {hand & ~where, wild, wild, size_of(wild)};
}

/// True if `packs` decks hold these cards.
constexpr bool exists(Hand hand, int packs, int kind) {
    const int sevens = kind == kWildRedSevens ? 2 * packs : 4 * packs;
    for (int rank = 0; rank < kPlainRanks; ++rank) {
        if (count_of(hand, rank) > (rank == kSeven ? sevens : 4 * packs)) return false;
    }
    return count_of(hand, kSmallJoker) <= packs && count_of(hand, kBigJoker) <= packs &&
           count_of(hand, kRedSevens) <= (kind == kWildRedSevens ? 2 * packs : 0);
}

}  // namespace dizhu
