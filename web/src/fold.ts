/**
 * Following a table: what is known after one more frame. The law `fold(frames) == view of the server` is tested with
 * the frames of whole deals in tests/golden/wire.
 */

import { sorted } from "./cards";
import type {
  Ack,
  Action,
  AnyFact,
  Booked,
  Ended,
  Fact,
  Happened,
  Laid,
  Now,
  SeatView,
  TableView,
  View,
} from "./protocol";

/** The table after one more event. */
export function follow(table: TableView, frame: Happened): TableView {
  let next = frame.facts.reduce(foldTable, table);
  if (frame.options !== undefined && next.view) {
    next = { ...next, view: { ...next.view, options: frame.options }, turn_id: frame.turn_id ?? null };
  }
  return frame.clock === undefined ? next : { ...next, clock: frame.clock };
}

/** The table after an own choice that no event tells of yet. */
export function followAck(table: TableView, ack: Ack): TableView {
  if (!ack.own || !table.view) return table;
  const { choice, options } = ack.own;
  return { ...table, view: { ...table.view, choice, options }, turn_id: options ? table.turn_id : null };
}

/** The table after the events of a `sync`: what no event tells. */
export function followNow(table: TableView, now: Now): TableView {
  const view = table.view && { ...table.view, options: now.options, choice: now.choice };
  return { ...table, view, turn_id: now.turn_id, own_bytes: now.own_bytes, clock: now.clock };
}

function foldTable(table: TableView, fact: AnyFact): TableView {
  switch (fact.fact) {
    case "sat":
      return { ...table, chairs: table.chairs.with(fact.seat, fact.chair) };
    case "left": {
      const own_bytes = fact.seat === table.you ? null : table.own_bytes;
      const [chairs, ready] = [table.chairs.with(fact.seat, null), table.ready.with(fact.seat, false)];
      return { ...table, chairs, ready, own_bytes };
    }
    case "owned":
      return { ...table, owner: fact.seat };
    case "here": {
      const chair = table.chairs[fact.seat];
      return chair ? { ...table, chairs: table.chairs.with(fact.seat, { ...chair, here: fact.here }) } : table;
    }
    case "committed":
      return { ...table, deal: fact.deal, commitment: fact.commitment };
    case "prepared":
      return { ...table, ready: table.ready.with(fact.seat, true) };
    case "added":
      return { ...table, own_bytes: fact.data };
    case "started":
      return {
        ...table,
        stage: "playing",
        deal: fact.deal,
        seat_bytes: fact.seat_bytes,
        view: fresh(table),
        fair: null,
      };
    case "booked":
      return booked(table, fact);
    case "ceased":
      return { ...table, stage: "closed" };
    default:
      return table.view ? { ...table, view: foldView(table.view, fact) } : table;
  }
}

function booked(table: TableView, { points, redeals, fair }: Booked): TableView {
  const ready = redeals ? table.ready : table.ready.map(() => false);
  const ended = { stage: "between", deal: fair.deal + 1, commitment: null, own_bytes: null, seat_bytes: null } as const;
  return { ...table, ...ended, points, redeals, fair, ready };
}

/** A deal of which nothing is known yet. */
function fresh(table: TableView): View {
  const seat: SeatView = { cards: 0, hand: null, shown: 0, doubled: null, trustee: false, plays: 0 };
  return {
    viewer: table.you ?? "spectator",
    rules: table.rules,
    seats: table.chairs.map((_, i) => (i === table.you ? { ...seat, hand: [] } : seat)),
    first: null,
    marker: null,
    landlord: null,
    bid: 0,
    grabs: 0,
    bottom: null,
    trick: null,
    history: [],
    factors: [],
    choice: null,
    options: null,
    outcome: null,
  };
}

/** Told to some only, or sums of what stands in the history already. */
const NOT_IN_HISTORY: readonly Fact["fact"][] = ["got", "bottom", "factored"];

function foldView(view: View, fact: Fact): View {
  const next = told(view, fact);
  return NOT_IN_HISTORY.includes(fact.fact) ? next : { ...next, history: [...next.history, fact] };
}

function told(view: View, fact: Fact): View {
  switch (fact.fact) {
    case "received":
      return { ...view, seats: view.seats.map((seat) => ({ ...seat, cards: fact.cards })) };
    case "got":
      return atSeat(view, fact.seat, (seat) => ({ hand: sorted([...(seat.hand ?? []), ...fact.cards]) }));
    case "marker":
      return { ...view, marker: fact.card };
    case "asked":
      return { ...view, first: fact.first };
    case "said":
      return { ...view, grabs: view.grabs + grabs(fact.action) };
    case "shown":
      return atSeat(view, fact.seat, () => ({ shown: fact.factor, hand: sorted(fact.cards) }));
    case "landlord": {
      const { seat, bid, grabs } = fact;
      return { ...atSeat(view, seat, ({ cards }) => ({ cards: cards + fact.taken })), landlord: seat, bid, grabs };
    }
    case "bottom":
      return { ...view, bottom: fact.cards };
    case "doubled":
      return {
        ...view,
        seats: view.seats.map((seat, i) => ({ ...seat, doubled: fact.choices[i] ?? null })),
        choice: null,
      };
    case "laid":
      return laid(view, fact);
    case "passed": {
      const passes = (view.trick?.passes ?? 0) + 1;
      return { ...view, trick: view.trick && passes < view.seats.length - 1 ? { ...view.trick, passes } : null };
    }
    case "factored":
      return { ...view, factors: fact.factors };
    case "trusteed":
      return atSeat(view, fact.seat, () => ({ trustee: fact.on }));
    case "ended":
      return ended(view, fact);
  }
}

function laid(view: View, fact: Laid): View {
  const next = atSeat(view, fact.seat, ({ cards, hand, plays }) => ({
    cards: cards - fact.cards.length,
    hand: hand && hand.filter((card) => !fact.cards.includes(card)),
    plays: plays + 1,
  }));
  return { ...next, trick: { seat: fact.seat, laid: fact, passes: 0 } };
}

function ended(view: View, { outcome, hands, bottom }: Ended): View {
  const seats = view.seats.map((seat, i) => ({ ...seat, hand: hands[i] ?? seat.hand }));
  return { ...view, outcome, seats, bottom, choice: null };
}

const grabs = (action: Action): number => (action.act === "grab" && action.yes ? 1 : 0);

function atSeat(view: View, seat: number, change: (seat: SeatView) => Partial<SeatView>): View {
  return { ...view, seats: view.seats.map((each, i) => (i === seat ? { ...each, ...change(each) } : each)) };
}
