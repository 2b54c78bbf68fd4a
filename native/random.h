#pragma once
// A small fast generator for playouts. Not for dealing real games.

#include <cstdint>

namespace dizhu {

__extension__ using Wide = unsigned __int128;

/// splitmix64: any seed gives a full-period sequence of 64-bit words.
struct Random {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t word = state += 0x9E37'79B9'7F4A'7C15u;
        word = (word ^ word >> 30) * 0xBF58'476D'1CE4'E5B9u;
        word = (word ^ word >> 27) * 0x94D0'49BB'1331'11EBu;
        return word ^ word >> 31;
    }

    /// 0 … bound-1, by multiply and shift.
    std::uint64_t below(std::uint64_t bound) { return static_cast<std::uint64_t>(Wide{next()} * bound >> 64); }
};

}  // namespace dizhu
