#pragma once
// Python arguments, checked and converted; a part of bindings.cpp, which alone includes it.
// A wrong type is a TypeError, a wrong value a ValueError; the message says what was expected and what came.

#include <nanobind/nanobind.h>

#include <string>

#include "play.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace dizhu;

/// Any object with __index__, converted with a name and a range so that the message can say both.
struct Integer {
    PyObject* object;
};

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)
template <>
struct type_caster<Integer> {
    NB_TYPE_CASTER(Integer, const_name("int"))
    bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
        value.object = source.ptr();
        return PyLong_Check(value.object) || PyIndex_Check(value.object);
    }
};
NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)

[[noreturn]] inline void refuse(const std::string& message) { throw nb::value_error(message.c_str()); }

inline std::string text(nb::handle object) { return nb::str(object).c_str(); }

inline nb::object index_of(Integer number) {
    PyObject* value = PyNumber_Index(number.object);
    if (value == nullptr) throw nb::python_error();
    return nb::steal(value);
}

inline int in_range(Integer number, const char* name, int least, int most) {
    const nb::object value = index_of(number);
    int overflow = 0;
    const long result = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || result < least || result > most) {
        refuse(std::string(name) + ": expected " + std::to_string(least) + " to " + std::to_string(most) + ", got " +
               text(value));
    }
    return static_cast<int>(result);
}

inline std::uint64_t to_word(Integer number, const char* name) {
    if (PyLong_Check(number.object)) {
        const std::uint64_t quick = PyLong_AsUnsignedLongLong(number.object);
        if (quick != static_cast<std::uint64_t>(-1) || !PyErr_Occurred()) return quick;
    } else {
        const nb::object value = index_of(number);
        const std::uint64_t result = PyLong_AsUnsignedLongLong(value.ptr());
        if (result != static_cast<std::uint64_t>(-1) || !PyErr_Occurred()) return result;
    }
    PyErr_Clear();
    refuse(std::string(name) + ": expected 0 to 2**64 - 1 (four bits a rank), got " + text(number.object));
}

inline std::string counts_text(Hand hand) {
    std::string out;
    for (int rank = 0; rank <= kRedSevens; ++rank) {
        out.append(static_cast<std::size_t>(count_of(hand, rank)), "3456789TJQKA2xXr"[rank]);
    }
    return out;
}

inline int to_wild(Integer number) { return in_range(number, "wild", kNoWild, kWildJokers); }

inline Hand to_hand(const RuleTable& table, Integer number, const char* name, int wild) {
    const Hand hand = to_word(number, name);
    if (!exists(hand, table.packs, wild)) {
        refuse(std::string(name) + ": expected cards of " + std::to_string(table.packs) + " pack(s), got " +
               counts_text(hand));
    }
    return hand;
}

inline Combo to_combo(const RuleTable& table, Integer number, const char* name) {
    const std::uint64_t word = to_word(number, name);
    if (word > 0xFFFF'FFFFu || !is_combo(table, static_cast<Combo>(word))) {
        refuse(std::string(name) + ": expected a combo of this rule table, got " + std::to_string(word));
    }
    return static_cast<Combo>(word);
}

inline Combo to_last(const RuleTable& table, const nb::object& last) {
    if (last.is_none()) return kLead;
    if (!PyIndex_Check(last.ptr())) {
        throw nb::type_error(("last: expected an int or None, got " + text(nb::repr(last))).c_str());
    }
    return to_combo(table, {last.ptr()}, "last");
}

/// The values of a sequence, taken out once: later changes to it do not matter.
inline nb::tuple to_values(nb::handle values, const char* name) {
    if (!PySequence_Check(values.ptr())) {
        throw nb::type_error((std::string(name) + ": expected a sequence, got " + text(nb::repr(values))).c_str());
    }
    return nb::tuple(values);
}

inline nb::tuple to_values(nb::handle values, const char* name, std::size_t length) {
    nb::tuple out = to_values(values, name);
    if (out.size() != length) {
        refuse(std::string(name) + ": expected " + std::to_string(length) + " values, got " + text(nb::repr(values)));
    }
    return out;
}

inline Integer to_integer(nb::handle value, const char* name) {
    if (!PyIndex_Check(value.ptr())) {
        throw nb::type_error((std::string(name) + ": expected an int, got " + text(nb::repr(value))).c_str());
    }
    return {value.ptr()};
}

/// The value at `at` of a row that to_values has measured.
inline int number_at(const nb::tuple& row, std::size_t at, const char* name, int least, int most) {
    return in_range(to_integer(row[at], name), name, least, most);
}

inline Kicker kicker_from(nb::handle values) {
    const nb::tuple row = to_values(values, "kicker", 4);
    return {.size = number_at(row, 0, "kicker size", 1, 4),
            .count = number_at(row, 1, "kicker count", 0, 12),
            .run = number_at(row, 2, "kicker run", 0, 1) == 1,
            .bans = static_cast<unsigned>(number_at(row, 3, "kicker bans", 0, kAllBans)),
            .ranks = 0};
}

inline Shape shape_from(nb::handle values) {
    const nb::tuple row = to_values(values, "shape", 4);
    Shape shape{};
    shape.unit = number_at(row, 0, "shape unit", 1, 8);
    shape.least = number_at(row, 1, "shape least", 1, kRunRanks);
    shape.most = number_at(row, 2, "shape most", 1, kRunRanks);
    if (shape.least > shape.most) refuse("shape: expected least <= most, got " + text(nb::repr(row)));
    const nb::tuple kickers = to_values(row[3], "shape kickers");
    if (kickers.size() > 2) refuse("shape kickers: expected at most two, got " + text(nb::repr(kickers)));
    for (nb::handle kicker : kickers) {
        shape.kickers[static_cast<std::size_t>(shape.kicker_kinds++)] = kicker_from(kicker);
    }
    if (shape.kickers[0].run && shape.kickers[1].run) {
        refuse("shape kickers: expected at most one run, got " + text(nb::repr(kickers)));
    }
    return shape;
}

inline Bomb bomb_from(nb::handle values) {
    const nb::tuple row = to_values(values, "bomb", 3);
    const auto kind = static_cast<BombKind>(number_at(row, 0, "bomb kind", 0, 2));
    const int least = kind == BombKind::same_rank ? 4 : 2;
    const int most = kind == BombKind::same_rank ? 8 : kind == BombKind::equal_jokers ? 2 : 4;
    return {kind, number_at(row, 1, "bomb size", least, most), static_cast<Tier>(number_at(row, 2, "bomb tier", 0, 3))};
}

inline RuleTable to_rules(Integer packs, Integer seats, bool joker_pairs, nb::handle shape_rows, nb::handle bomb_rows) {
    RuleTable table{.packs = in_range(packs, "packs", 1, 2),
                    .seats = in_range(seats, "seats", 2, kMostSeats),
                    .joker_pairs = joker_pairs};
    const nb::tuple shapes = to_values(shape_rows, "shapes"), bombs = to_values(bomb_rows, "bombs");
    const std::size_t rows = shapes.size() + bombs.size();
    if (rows > kMostRows) {
        refuse("rows: expected at most " + std::to_string(kMostRows) + ", got " + std::to_string(rows));
    }
    for (nb::handle row : shapes) add_shape(table, shape_from(row));
    for (nb::handle row : bombs) add_bomb(table, bomb_from(row));
    return table;
}

inline std::array<Hand, kMostSeats> to_hands(const RuleTable& table, nb::handle values, int wild) {
    const nb::tuple words = to_values(values, "hands", static_cast<std::size_t>(table.seats));
    std::array<Hand, kMostSeats> hands{};
    for (std::size_t seat = 0; seat < words.size(); ++seat) {
        hands[seat] = to_hand(table, to_integer(words[seat], "hands"), "hands", wild);
    }
    return hands;
}
