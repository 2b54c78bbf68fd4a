// The Python module dizhu._core: names, documents and converts. No logic.

#include <algorithm>
#include <memory>
#include <vector>

#include "arguments.h"
#include "compare.h"
#include "generate.h"
#include "playout.h"
#include "readings.h"
#include "split.h"

namespace {

constexpr std::size_t kMostPlays = 5'000'000;

void make_table(RuleTable* self, Integer packs, Integer seats, bool joker_pairs, nb::handle shapes, nb::handle bombs) {
    new (self) RuleTable(to_rules(packs, seats, joker_pairs, shapes, bombs));
}

// ---- Plays

/// The result of listing: an immutable array of (cards, combo code).
struct Plays {
    std::unique_ptr<Play[]> plays;
    std::size_t count;
    Py_ssize_t shape[2];
    Py_ssize_t strides[2];
};

Plays make_plays(std::unique_ptr<Play[]> plays, std::size_t count) {
    return {std::move(plays), count, {static_cast<Py_ssize_t>(count), 2}, {sizeof(Play), sizeof(std::uint64_t)}};
}

Plays collect(const RuleTable& table, Hand hand, int wild, Combo last) {
    constexpr std::size_t kQuick = 4096;
    static thread_local std::unique_ptr<Play[]> scratch{new Play[kQuick]};
    PlayList list{scratch.get(), kQuick};
    list_plays(table, hand, wild, last, list);
    if (list.count > kMostPlays) {
        refuse("plays: expected at most " + std::to_string(kMostPlays) + ", the hand has " +
               std::to_string(list.count));
    }
    std::unique_ptr<Play[]> plays{new Play[list.count]};
    if (list.count <= kQuick) {
        std::copy(scratch.get(), scratch.get() + list.count, plays.get());
    } else {
        nb::gil_scoped_release release;
        PlayList full{plays.get(), list.count};
        list_plays(table, hand, wild, last, full);
    }
    return make_plays(std::move(plays), list.count);
}

nb::tuple pair_of(const Play& play) { return nb::make_tuple(play.cards, play.combo); }

nb::tuple play_at(const Plays& self, Py_ssize_t index) {
    const auto count = static_cast<Py_ssize_t>(self.count);
    if (index < -count || index >= count) {
        throw nb::index_error(
            ("expected an index below " + std::to_string(count) + ", got " + std::to_string(index)).c_str());
    }
    return pair_of(self.plays[static_cast<std::size_t>(index < 0 ? index + count : index)]);
}

/// Where the pair stands, or the number of plays if it is not there.
std::size_t find(const Plays& self, nb::handle pair) {
    if (!PyTuple_Check(pair.ptr()) || nb::len(pair) != 2) return self.count;
    Play wanted{};
    if (!nb::try_cast(nb::object(pair[0]), wanted.cards) || !nb::try_cast(nb::object(pair[1]), wanted.combo))
        return self.count;
    const Play* begin = self.plays.get();
    return static_cast<std::size_t>(std::find(begin, begin + self.count, wanted) - begin);
}

std::size_t index_of_play(const Plays& self, nb::handle play) {
    const std::size_t at = find(self, play);
    if (at == self.count) refuse("expected one of the plays, got " + text(nb::repr(play)));
    return at;
}

struct PlayIterator {
    const Play* at;
    const Play* end;
};

nb::tuple next_play(PlayIterator& self) {
    if (self.at == self.end) throw nb::stop_iteration();
    return pair_of(*self.at++);
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
    const bool ready = nb::inst_ready(self);
    if (!ready || (flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, ready ? "plays are read-only" : "plays were never listed");
        view->obj = nullptr;
        return -1;
    }
    Plays* plays = nb::inst_ptr<Plays>(self);
    static Play none{};
    view->buf = plays->count != 0 ? plays->plays.get() : &none;
    view->obj = self;
    Py_INCREF(self);
    view->len = static_cast<Py_ssize_t>(plays->count * sizeof(Play));
    view->readonly = 1;
    view->itemsize = sizeof(std::uint64_t);
    view->format = (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? const_cast<char*>("Q") : nullptr;
    view->ndim = 2;
    view->shape = (flags & PyBUF_ND) == PyBUF_ND ? plays->shape : nullptr;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? plays->strides : nullptr;
    view->suboffsets = nullptr;
    view->internal = nullptr;
    return 0;
}

PyType_Slot plays_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}, {0, nullptr}};

// ---- functions

Plays plays_of(const RuleTable& table, Integer hand, const nb::object& last, Integer wild) {
    const int kind = to_wild(wild);
    return collect(table, to_hand(table, hand, "hand", kind), kind, to_last(table, last));
}

std::size_t count_of_plays(const RuleTable& table, Integer hand, const nb::object& last, Integer wild) {
    const int kind = to_wild(wild);
    const Hand cards = to_hand(table, hand, "hand", kind);
    const Combo combo = to_last(table, last);
    nb::gil_scoped_release release;
    PlayList list{nullptr, 0};
    list_plays(table, cards, kind, combo, list);
    return list.count;
}

nb::list readings_of(const RuleTable& table, Integer cards, Integer wild) {
    const std::unique_ptr<Combo[]> combos(new Combo[kMostReadings]);
    const int count = list_readings(table, to_word(cards, "cards"), to_wild(wild), combos.get());
    nb::list out;
    for (int at = 0; at < count; ++at) out.append(combos[at]);
    return out;
}

Order compare_of(const RuleTable& table, Integer a, Integer b) {
    return compare(table, to_combo(table, a, "a"), to_combo(table, b, "b"));
}

// ---- CardPlay

/// The state and the Python object that owns its rows.
struct BoundPlay {
    nb::object owner;
    CardPlay state;

    const RuleTable& table() const { return *nb::inst_ptr<RuleTable>(owner); }
};

const RuleTable& to_table(nb::handle object) {
    if (!nb::isinstance<RuleTable>(object) || !nb::inst_ready(object)) {
        throw nb::type_error(("table: expected a RuleTable, got " + text(nb::repr(object))).c_str());
    }
    return *nb::inst_ptr<RuleTable>(object);
}

int empty_hands(const RuleTable& table, const CardPlay& state) {
    int empty = 0;
    for (int seat = 0; seat < table.seats; ++seat) empty += state.hands[static_cast<std::size_t>(seat)] == 0;
    return empty;
}

CardPlay first_state(const RuleTable& table, nb::handle hands, Integer turn, Integer wild) {
    CardPlay state;
    state.wild = to_wild(wild);
    state.hands = to_hands(table, hands, state.wild);
    state.turn = in_range(turn, "turn", 0, table.seats - 1);
    return state;
}

void start(BoundPlay* self, nb::object owner, nb::handle hands, Integer turn, Integer wild) {
    const RuleTable& table = to_table(owner);
    const CardPlay state = first_state(table, hands, turn, wild);
    if (empty_hands(table, state) != 0) refuse("hands: expected cards in every hand, got " + text(nb::repr(hands)));
    new (self) BoundPlay{std::move(owner), state};
}

void set_last(const RuleTable& table, CardPlay& state, nb::handle last, nb::handle last_seat, int passes) {
    if (last.is_none() != last_seat.is_none()) refuse("last, last_seat: expected both or neither");
    if (last.is_none()) {
        if (passes != 0) refuse("passes: expected 0 on a lead, got " + std::to_string(passes));
        return;
    }
    const nb::tuple pair = to_values(last, "last", 2);
    const Hand cards = to_hand(table, to_integer(pair[0], "last cards"), "last cards", state.wild);
    const Combo combo = to_combo(table, to_integer(pair[1], "last combo"), "last combo");
    if (!reads_as(table, cards, state.wild, combo)) {
        refuse("last: expected cards that read as the combo, got " + counts_text(cards) + " as " +
               std::to_string(combo));
    }
    state.last = {cards, combo};
    state.last_seat = in_range(to_integer(last_seat, "last_seat"), "last_seat", 0, table.seats - 1);
    state.passes = passes;
}

void set_winner(const RuleTable& table, CardPlay& state) {
    const int empty = empty_hands(table, state);
    if (empty == 0) {
        if (!state.leads() && (state.last_seat + 1 + state.passes) % table.seats != state.turn) {
            refuse("turn: expected the seat after last_seat and the passes, got " + std::to_string(state.turn));
        }
        return;
    }
    const bool ended = !state.leads() && state.passes == 0 && state.turn == state.last_seat;
    if (empty > 1 || !ended || state.hands[static_cast<std::size_t>(state.turn)] != 0) {
        refuse("hands: expected only the seat of the last play, which has the turn, to have no cards");
    }
    state.winner = state.turn;
}

BoundPlay middle(nb::object owner, nb::handle hands, Integer turn, nb::handle last, nb::handle last_seat,
                 Integer passes, nb::handle plays_by_seat, nb::handle bombs, Integer wild) {
    const RuleTable& table = to_table(owner);
    CardPlay state = first_state(table, hands, turn, wild);
    set_last(table, state, last, last_seat, in_range(passes, "passes", 0, table.seats - 2));
    set_winner(table, state);
    const nb::tuple plays = to_values(plays_by_seat, "plays_by_seat", static_cast<std::size_t>(table.seats));
    for (std::size_t seat = 0; seat < plays.size(); ++seat) {
        state.plays_by_seat[seat] = number_at(plays, seat, "plays_by_seat", 0, 108);
    }
    const nb::tuple counts = to_values(bombs, "bombs", static_cast<std::size_t>(table.bomb_count));
    for (std::size_t row = 0; row < counts.size(); ++row) {
        const nb::tuple count = to_values(counts[row], "bombs", 2);
        state.bombs[row] = {number_at(count, 0, "bombs", 0, 108), number_at(count, 1, "bombs", 0, 108)};
    }
    return {std::move(owner), state};
}

[[noreturn]] void refuse_play(const BoundPlay& self, Refusal why, Hand cards, std::uint64_t combo) {
    static const char* const names[] = {"none", "over", "not_in_hand", "no_such_combo", "does_not_beat"};
    const CardPlay& state = self.state;
    const std::string table =
        state.leads() ? "a lead" : counts_text(state.last.cards) + " as " + std::to_string(state.last.combo);
    refuse(std::string(names[static_cast<int>(why)]) + ": " + counts_text(cards) + " as combo " +
           std::to_string(combo) + " on " + table + ", seat " + std::to_string(state.turn) + ", hand " +
           counts_text(state.hands[static_cast<std::size_t>(state.turn)]));
}

void play_act(BoundPlay& self, Integer cards, Integer combo) {
    const Hand hand = to_word(cards, "cards");
    const std::uint64_t named = to_word(combo, "combo");
    const Refusal why = why_not_play(self.table(), self.state, hand, named);
    if (why != Refusal::none) refuse_play(self, why, hand, named);
    play_unchecked(self.table(), self.state, hand, static_cast<Combo>(named));
}

void pass_act(BoundPlay& self) {
    if (!may_pass(self.state)) {
        refuse(std::string(self.state.winner != kNobody ? "over" : "must_lead") + ": seat " +
               std::to_string(self.state.turn) + " may not pass");
    }
    pass_unchecked(self.table(), self.state);
}

nb::object legal_act(const BoundPlay& self, Integer cards, Integer combo) {
    const Refusal why = why_not_play(self.table(), self.state, to_word(cards, "cards"), to_word(combo, "combo"));
    return why == Refusal::none ? nb::none() : nb::cast(why);
}

Plays plays_now(const BoundPlay& self) {
    const CardPlay& state = self.state;
    if (state.winner != kNobody) return make_plays(nullptr, 0);
    return collect(self.table(), state.hands[static_cast<std::size_t>(state.turn)], state.wild,
                   static_cast<Combo>(state.last.combo));
}

/// The first `count` values as a list.
template <typename Value, std::size_t Size, typename Convert>
nb::list listed(const std::array<Value, Size>& values, int count, Convert convert) {
    nb::list out;
    for (int at = 0; at < count; ++at) out.append(convert(values[static_cast<std::size_t>(at)]));
    return out;
}

template <typename Value, std::size_t Size>
nb::list listed(const std::array<Value, Size>& values, int count) {
    return listed(values, count, [](const Value& value) { return value; });
}

nb::object seat_or_none(int seat) { return seat == kNobody ? nb::none() : nb::cast(seat); }

// ---- playouts

struct BoundTotals {
    int seats;
    PlayoutTotals totals;
};

BoundTotals playouts(const RuleTable& table, Integer games, Integer seed, nb::handle hands) {
    const int wanted = in_range(games, "games", 0, 1'000'000'000);
    const std::uint64_t start_word = to_word(seed, "seed");
    const nb::tuple words = to_values(hands, "hands", static_cast<std::size_t>(table.seats));
    std::array<int, kMostSeats> sizes{};
    int sum = 0;
    for (std::size_t seat = 0; seat < words.size(); ++seat) {
        sum += sizes[seat] = number_at(words, seat, "hands", 1, 54 * table.packs);
    }
    if (sum > 54 * table.packs) {
        refuse("hands: expected at most " + std::to_string(54 * table.packs) + " cards, got " + std::to_string(sum));
    }
    nb::gil_scoped_release release;
    return {table.seats, play_out(table, static_cast<std::uint64_t>(wanted), start_word, {sizes.data(), words.size()})};
}

// ---- least plays

const SplitPlan& need_usable(const SplitPlan& plan) {
    if (!plan.usable()) refuse("table: expected rows of solos and of pairs");
    return plan;
}

int least_plays_of(const RuleTable& table, Integer hand) {
    const SplitPlan plan(table);
    return least_plays(need_usable(plan), to_hand(table, hand, "hand", kNoWild));
}

nb::list least_plays_after(const RuleTable& table, Integer hand, const Plays& plays) {
    const SplitPlan plan(table);
    need_usable(plan);
    const Hand whole = to_hand(table, hand, "hand", kNoWild);
    std::vector<int> counts(plays.count);
    for (std::size_t at = 0; at < plays.count; ++at) {
        if (!contains(whole, plays.plays[at].cards)) {
            refuse("plays: expected plays of the hand, got " + counts_text(plays.plays[at].cards) + " of " +
                   counts_text(whole));
        }
    }
    {
        nb::gil_scoped_release release;
        for (std::size_t at = 0; at < plays.count; ++at) counts[at] = least_plays(plan, whole - plays.plays[at].cards);
    }
    nb::list out;
    for (const int count : counts) out.append(count);
    return out;
}

void bind_rules(nb::module_& module) {
    nb::class_<RuleTable>(
        module, "RuleTable",
        "Rule rows of one game, as numbers.\n\n"
        "A shape is (unit, least, most, kickers): cards of a body group, 1 to 8, and how many groups; most > 1 makes "
        "it a "
        "run of ranks 3…A. A kicker is (size, count, run, bans): count 0 is one a body group; with run they are of "
        "consecutive ranks and compared second; bans add up: 1 rank of the body, 2 two of one rank, 4 both jokers, 8 a "
        "joker, 16 four cards of one rank, 32 a trio that would lengthen the run. A bomb is (kind, size, tier), "
        "weakest "
        "first: kind 0 equal cards 3…2, 1 equal jokers, 2 any jokers; tier 0 any, 1 soft, 2 hard, 3 pure. 32 rows at "
        "most.")
        .def("__init__", &make_table, "packs"_a, "seats"_a, "joker_pairs"_a, "shapes"_a, "bombs"_a,
             nb::sig("def __init__(self, packs: int, seats: int, joker_pairs: bool, shapes: "
                     "collections.abc.Sequence[tuple[int, int, int, collections.abc.Sequence[tuple[int, int, bool, "
                     "int]]]], bombs: collections.abc.Sequence[tuple[int, int, int]]) -> None"))
        .def_ro("packs", &RuleTable::packs)
        .def_ro("seats", &RuleTable::seats)
        .def_ro("shape_count", &RuleTable::shape_count)
        .def_ro("bomb_count", &RuleTable::bomb_count);
}

void bind_plays(nb::module_& module) {
    nb::class_<PlayIterator>(module, "PlayIterator", "Walks over plays.")
        .def(
            "__iter__", [](nb::handle self) { return self; }, nb::sig("def __iter__(self) -> PlayIterator"))
        .def("__next__", &next_play, nb::sig("def __next__(self) -> tuple[int, int]"));
    nb::class_<Plays>(
        module, "Plays", nb::type_slots(plays_slots),
        "Legal plays, each (cards word, combo code); the buffer is N x 2 unsigned 64-bit integers.\n\n"
        "Order: rows as in the table, then length, top, second; then more natural cards in the body first, "
        "more of the lowest kicker rank first, plays of wild cards alone last.")
        .def("__len__", [](const Plays& self) { return self.count; })
        .def("__getitem__", &play_at, nb::sig("def __getitem__(self, index: int, /) -> tuple[int, int]"))
        .def(
            "__iter__", [](const Plays& self) { return PlayIterator{self.plays.get(), self.plays.get() + self.count}; },
            nb::keep_alive<0, 1>())
        .def(
            "__contains__", [](const Plays& self, nb::handle play) { return find(self, play) < self.count; }, "play"_a)
        .def("index", &index_of_play, "play"_a, nb::sig("def index(self, play: tuple[int, int]) -> int"));
}

nb::class_<BoundPlay> bind_acts(nb::module_& module) {
    using Self = const BoundPlay&;
    nb::enum_<Refusal>(module, "Refusal", "Why a play is illegal; `no_such_combo`: the cards do not read so.")
        .value("over", Refusal::over)
        .value("not_in_hand", Refusal::not_in_hand)
        .value("no_such_combo", Refusal::no_such_combo)
        .value("does_not_beat", Refusal::does_not_beat);
    return nb::class_<BoundPlay>(
               module, "CardPlay",
               "Card play of one deal from the first lead to the first empty hand. A trick ends when all other "
               "seats pass in a row; a lead may not be passed.")
        .def("__init__", &start, "table"_a, "hands"_a, "turn"_a, "wild"_a = -1,
             nb::sig("def __init__(self, table: RuleTable, hands: collections.abc.Sequence[int], turn: int, wild: int "
                     "= -1) -> None"))
        .def_static(
            "at", &middle, "table"_a, "hands"_a, "turn"_a, "last"_a.none(), "last_seat"_a.none(), "passes"_a,
            "plays_by_seat"_a, "bombs"_a, "wild"_a = -1,
            nb::sig("def at(table: RuleTable, hands: collections.abc.Sequence[int], turn: int, last: tuple[int, int] | "
                    "None, last_seat: int | None, passes: int, plays_by_seat: collections.abc.Sequence[int], bombs: "
                    "collections.abc.Sequence[tuple[int, int]], wild: int = -1) -> CardPlay"),
            "Any middle of a deal. A hand that is empty must be that of the last play, with the turn still there. "
            "ValueError if the parts contradict each other.")
        .def("plays", &plays_now, "The legal plays of the seat to play; none when the deal is over.")
        .def_prop_ro("may_pass", [](Self self) { return may_pass(self.state); })
        .def("legal", &legal_act, "cards"_a, "combo"_a,
             nb::sig("def legal(self, cards: int, combo: int) -> Refusal | None"),
             "None, or why the seat to play may not play this.")
        .def("play", &play_act, "cards"_a, "combo"_a, "ValueError, and nothing changed, if the play is illegal.")
        .def("pass_", &pass_act, "ValueError, and nothing changed, on a lead or when the deal is over.")
        .def("copy", [](Self self) { return self; });
}

void bind_state(nb::class_<BoundPlay> play) {
    using Self = const BoundPlay&;
    play.def_prop_ro(
            "hands", [](Self self) { return listed(self.state.hands, self.table().seats); },
            nb::sig("def hands(self) -> list[int]"))
        .def_prop_ro(
            "counts", [](Self self) { return listed(self.state.hands, self.table().seats, size_of); },
            nb::sig("def counts(self) -> list[int]"), "Cards left, by seat.")
        .def_prop_ro("turn", [](Self self) { return self.state.turn; })
        .def_prop_ro("wild", [](Self self) { return self.state.wild; })
        .def_prop_ro(
            "passes", [](Self self) { return self.state.passes; }, "Passes in a row since the last play.")
        .def_prop_ro(
            "last",
            [](Self self) -> nb::object {
                return self.state.leads() ? nb::none() : nb::object(pair_of(self.state.last));
            },
            nb::sig("def last(self) -> tuple[int, int] | None"), "The play to beat; None on a lead.")
        .def_prop_ro(
            "last_seat", [](Self self) { return seat_or_none(self.state.last_seat); },
            nb::sig("def last_seat(self) -> int | None"))
        .def_prop_ro(
            "plays_by_seat", [](Self self) { return listed(self.state.plays_by_seat, self.table().seats); },
            nb::sig("def plays_by_seat(self) -> list[int]"), "Plays made, passes not counted.")
        .def_prop_ro(
            "bombs",
            [](Self self) {
                return listed(self.state.bombs, self.table().bomb_count,
                              [](const BombCount& count) { return nb::make_tuple(count.led, count.answering); });
            },
            nb::sig("def bombs(self) -> list[tuple[int, int]]"), "By bomb row: (led, answering).")
        .def_prop_ro(
            "winner", [](Self self) { return seat_or_none(self.state.winner); },
            nb::sig("def winner(self) -> int | None"), "The seat whose hand is empty.");
}

void bind_playouts(nb::module_& module) {
    using Self = const BoundTotals&;
    nb::class_<BoundTotals>(module, "PlayoutTotals", "Sums over a batch of random playouts.")
        .def_prop_ro("games", [](Self self) { return self.totals.games; })
        .def_prop_ro(
            "steps", [](Self self) { return self.totals.steps; }, "Plays and passes.")
        .def_prop_ro(
            "plays_listed", [](Self self) { return self.totals.plays_listed; },
            "Legal plays over all steps, passes not counted.")
        .def_prop_ro(
            "wins", [](Self self) { return listed(self.totals.wins, self.seats); },
            nb::sig("def wins(self) -> list[int]"))
        .def_prop_ro("bombs", [](Self self) { return self.totals.bombs; });
    module.def("playouts", &playouts, "table"_a, "games"_a, "seed"_a, "hands"_a = nb::make_tuple(20, 17, 17),
               nb::sig("def playouts(table: RuleTable, games: int, seed: int, hands: collections.abc.Sequence[int] = "
                       "(20, 17, 17)) -> PlayoutTotals"),
               "Random deals of `hands` cards a seat, seat 0 leading, played to the end. At each step every legal play "
               "is listed and one act chosen uniformly.");
}

void bind_functions(nb::module_& module) {
    module.def(
        "plays", &plays_of, "table"_a, "hand"_a, "last"_a = nb::none(), "wild"_a = -1,
        nb::sig("def plays(table: RuleTable, hand: int, last: int | None = None, wild: int = -1) -> Plays"),
        "Every legal play of `hand` on the combo `last` (None: a lead), each once; passing is not listed.\n\n"
        "hand: four bits a rank, 3…A 2 x X from the lowest; the top four bits count red sevens where they are wild. "
        "wild: -1 none, 0…12 all cards of a rank, 13 the red sevens, 14 both jokers. ValueError above 5,000,000 "
        "plays.");
    module.def("count", &count_of_plays, "table"_a, "hand"_a, "last"_a = nb::none(), "wild"_a = -1,
               nb::sig("def count(table: RuleTable, hand: int, last: int | None = None, wild: int = -1) -> int"),
               "How many plays there are, without storing them.");
    module.def(
        "readings", &readings_of, "table"_a, "cards"_a, "wild"_a = -1,
        nb::sig("def readings(table: RuleTable, cards: int, wild: int = -1) -> list[int]"),
        "All combos the whole bag can be: bombs first, strongest first; then rows as in the table, in a row longest, "
        "highest top and second first. None for a bag that the packs cannot hold.\n\n"
        "A combo code: bits 0-7 row (shapes, then bombs), 8-11 body groups, 12-15 top rank, 16-19 top of the kicker "
        "run or 15.");
    module.def("compare", &compare_of, "table"_a, "a"_a, "b"_a, "How combo `a` stands against `b`.");
    module.def(
        "beats", [](const RuleTable& table, Integer a, Integer b) { return compare_of(table, a, b) == Order::beats; },
        "table"_a, "a"_a, "b"_a, "True if combo `a` may be played on `b`.");
    module.def(
        "least_plays", &least_plays_of, "table"_a, "hand"_a,
        "Least number of plays that empty the hand, leading each; always achievable.\n\n"
        "Exact where kickers are solos or pairs of one kind on trios or larger groups; rows with trio kickers, two "
        "kinds of kickers or kicker runs are not used, so with them it is an upper bound, as it is for hands with "
        "more than 20,000 ways to set runs aside (two packs, 35 cards and more). ValueError without rows of solos "
        "and of pairs.");
    module.def("least_plays_after", &least_plays_after, "table"_a, "hand"_a, "plays"_a,
               "least_plays of the hand without each of the plays.",
               nb::sig("def least_plays_after(table: RuleTable, hand: int, plays: Plays) -> list[int]"));
}

}  // namespace

NB_MODULE(_core, module) {
#ifdef NDEBUG
    nb::set_leak_warnings(false);  // what a program still holds when it ends is no leak
#endif
    module.doc() = "The native core: shapes, comparison and card play over rank counts. It knows no game by name.";
    nb::enum_<Order>(module, "Order", "How one combo stands against another.")
        .value("beats", Order::beats)
        .value("does_not", Order::does_not)
        .value("incomparable", Order::incomparable);
    bind_rules(module);
    bind_plays(module);
    bind_functions(module);
    bind_state(bind_acts(module));
    bind_playouts(module);
}
