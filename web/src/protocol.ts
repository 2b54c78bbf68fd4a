/* Made from protocol.schema.json by `npm run protocol`; change the types of the server instead. */

export type Protocol = FromClient | FromServer | NewGuest | Person | Problem;
export type FromClient = Open | Join | Sync | Detach | Fill | Do | Readings | Hints | Ping;
export type SeatAct = Ready | AddBytes | Leave | Trustee | Bid | Call | Grab | Show | Double | Lay | Pass;
export type Card = string;
/**
 * A rank (点数), ordered by strength in play; `str` is its letter.
 */
export type Rank = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;
export type FromServer = Welcome | Ack | Refused | Answer | Snapshot | Happened | Now | Taken | Waiting | Pong | Bye;
export type Action = Bid | Call | Grab | Show | Double | Lay | Pass | Trustee | Drop | DealTo | Close;
/**
 * Where a deal stands.
 */
export type Phase = "bid" | "call" | "deal" | "double" | "grab" | "over" | "play" | "show";
export type Code =
  | "frame/malformed"
  | "frame/too_large"
  | "frame/unknown"
  | "limit/too_many"
  | "limit/too_many_tables"
  | "table/no_such_table"
  | "table/no_such_game"
  | "table/not_here"
  | "table/not_seated"
  | "table/not_owner"
  | "table/no_empty_chair"
  | "table/busy"
  | "table/waiting_for_storage"
  | "table/closed"
  | "seat/played_elsewhere"
  | "turn/stale"
  | "socket/too_slow"
  | "socket/server_stopping"
  | "account/not_signed_in"
  | "account/bad_name"
  | "account/no_such_avatar"
  | "account/wrong_origin"
  | "game/over"
  | "game/not_asked"
  | "game/not_offered"
  | "game/no_such_cause"
  | "game/not_the_default"
  | "game/not_the_trustee"
  | "game/not_system"
  | "auction/too_low"
  | "auction/no_such_bid"
  | "show/too_late"
  | "show/already_shown"
  | "play/not_in_hand"
  | "play/no_such_combo"
  | "play/does_not_beat"
  | "play/lead_must_play"
  | "system/deal_order"
  | "system/not_closable"
  | "match/started"
  | "match/not_ready"
  | "match/no_commitment"
  | "match/bytes_size";
export type Fact =
  | Received
  | Got
  | Marker
  | Asked
  | Said
  | Shown
  | Landlord
  | Bottom
  | Doubled
  | Laid
  | Passed
  | Trusteed
  | Factored
  | Ended;
export type AnyFact =
  | Sat
  | Owned
  | Here
  | Booked
  | Ceased
  | Committed
  | Prepared
  | Added
  | Left
  | Started
  | Received
  | Got
  | Marker
  | Asked
  | Said
  | Shown
  | Landlord
  | Bottom
  | Doubled
  | Laid
  | Passed
  | Trusteed
  | Factored
  | Ended;

/**
 * Make a table and sit down at it as its owner (开桌). A `Snapshot` follows, and an `Ack` that names the table.
 *
 * rules:  id of the game
 * bots:   fill the other chairs with bots and be ready at once: a quick game
 */
export interface Open {
  type: "open";
  cmd_id: string;
  rules: string;
  bots: boolean;
}
/**
 * Come to a table by its code or its id: to one's own chair, else to a free one, else as a spectator (加入).
 */
export interface Join {
  type: "join";
  cmd_id: string;
  code: string;
}
/**
 * Go on with a table after a break. Answered with the events after `since` and a `Now`, or a `Snapshot`, and `Ack`.
 *
 * since:  number of the last event seen; None asks for the whole view
 */
export interface Sync {
  type: "sync";
  cmd_id: string;
  table: string;
  since: number | null;
}
/**
 * Stop following a table on this socket; to the table that is a lost connection.
 */
export interface Detach {
  type: "detach";
  cmd_id: string;
  table: string;
}
/**
 * Owner: bots take the empty chairs.
 */
export interface Fill {
  type: "fill";
  cmd_id: string;
  table: string;
}
/**
 * An act of one's own seat.
 *
 * turn_id:  the question it answers, as the server named it; None for ready, bytes, trusteeship and leaving
 */
export interface Do {
  type: "do";
  cmd_id: string;
  table: string;
  action: SeatAct;
  turn_id: number | null;
}
/**
 * To a match: this seat is ready for the next deal (准备).
 */
export interface Ready {
  act: "ready";
}
/**
 * To a match: what this seat adds to the shuffle, up to 32 bytes of its own.
 */
export interface AddBytes {
  act: "addbytes";
  data: string;
}
/**
 * To a match before its first deal: this seat goes, and is free again.
 */
export interface Leave {
  act: "leave";
}
/**
 * The robot plays this seat from now on, or gives it back (托管).
 */
export interface Trustee {
  act: "trustee";
  on: boolean;
}
/**
 * A bid in points (叫分); 0 passes.
 */
export interface Bid {
  act: "bid";
  value: number;
}
/**
 * Call the landlord, or not (叫地主, 不叫).
 */
export interface Call {
  act: "call";
  yes: boolean;
}
/**
 * Grab the landlord, or not (抢地主, 不抢).
 */
export interface Grab {
  act: "grab";
  yes: boolean;
}
/**
 * Show the hand to all, or not (明牌).
 */
export interface Show {
  act: "show";
  yes: boolean;
}
/**
 * Double, or not (加倍, 不加倍).
 */
export interface Double {
  act: "double";
  yes: boolean;
}
/**
 * Put cards on the table (出牌).
 *
 * cards:  physical cards of the hand, in any order
 * combo:  the reading named by the player; None leaves it to the rules (`RuleSet.reading`)
 */
export interface Lay {
  act: "lay";
  cards: Card[];
  combo: Combo | null;
}
/**
 * One reading of a bag of cards (牌型).
 *
 * shape:   the row of the rule set it belongs to: ``trio*2..+solo``, or a bomb such as ``4x`` or ``4x:soft``
 * length:  groups in the body: 2 for ``333444+5+6``, 5 for ``34567``; 1 for bombs
 * top:     highest rank of the body, which orders combos of one shape and length; X for ``xX``, ``3j`` and ``4j``
 * second:  highest rank of the kickers where they form a run that is compared second, else None
 */
export interface Combo {
  shape: string;
  length: number;
  top: Rank;
  second: Rank | null;
}
/**
 * Put nothing down (不出).
 */
export interface Pass {
  act: "pass";
}
/**
 * Question: what can these cards of my hand be, and may they be put down now? Answered with an `Answer`.
 */
export interface Readings {
  type: "readings";
  cmd_id: string;
  table: string;
  /**
   * @maxItems 64
   */
  cards: Card[];
}
/**
 * Question: what may I put down now (提示)? Answered with an `Answer`, the most sensible play first, bombs last.
 *
 * having:  only plays in which all these cards of the hand take part
 */
export interface Hints {
  type: "hints";
  cmd_id: string;
  table: string;
  /**
   * @maxItems 64
   */
  having: Card[];
}
/**
 * Answered at once with a `Pong`; a client that hears nothing for a while makes a new connection.
 */
export interface Ping {
  type: "ping";
  cmd_id: string;
}
/**
 * The first frame of every connection.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  me: Person;
  games: GameInfo[];
  tables: OwnTable[];
}
/**
 * Who is signed in.
 */
export interface Person {
  name: string;
  avatar: string;
}
/**
 * A game that can be played here.
 *
 * name:    by language tag, such as ``zh-Hans`` and ``en``
 * first:   who is asked first: ``rotate``, ``random`` or ``marker``
 * bottom:  number of bottom cards
 * shapes, bombs:  in notation, see docs/notation.md
 */
export interface GameInfo {
  id: string;
  digest: string;
  name: {
    [k: string]: string;
  };
  seats: number;
  packs: number;
  hand: number;
  bottom: number;
  first: string;
  shapes: string[];
  bombs: string[];
}
/**
 * A table that is not over, at which the account has a chair.
 */
export interface OwnTable {
  table: string;
  code: string;
  rules: string;
}
/**
 * The command is done, and survives a crash of the server.
 *
 * table:  the table it was for; None if it was for none
 * own:    see `Own`; None for everything that is told by events
 */
export interface Ack {
  type: "ack";
  cmd_id: string;
  table: string | null;
  own: Own | null;
}
/**
 * An own choice that no event tells of yet, and what is asked of the seat after it.
 */
export interface Own {
  choice: Action;
  options: Options | null;
}
/**
 * This seat's connection is lost: the robot takes over.
 */
export interface Drop {
  act: "drop";
}
/**
 * System: every seat now holds so many cards of its hand.
 */
export interface DealTo {
  act: "dealto";
  received: number;
}
/**
 * System: a phase in which several seats choose at once is over; who has not chosen gets the default.
 */
export interface Close {
  act: "close";
}
/**
 * What a seat is asked now. All controls of a client are made from this.
 *
 * phase:     where the deal stands
 * acts:      the acts this seat may do now, cards aside: ``(Bid(0), Bid(2), Bid(3))``, ``(Pass(),)``
 * lay:       whether cards may be put down
 * to_beat:   the combo on the table they must beat; None when leading
 * show:      the factor of showing the hand now; 0 where that is not offered
 * awaited:   whether the game waits for this seat; if not, the chance passes with the next event
 * deadline:  class of the clock, ``bid``, ``show``, ``double`` or ``play``; seconds are the table's business
 */
export interface Options {
  phase: Phase;
  acts: Action[];
  lay: boolean;
  to_beat: Combo | null;
  show: number;
  awaited: boolean;
  deadline: string;
}
/**
 * The command is not done, and nothing has changed.
 *
 * With ``table/waiting_for_storage`` alone that is not known yet: send it again with the same `cmd_id`.
 *
 * cmd_id:  None for a frame that could not be read
 */
export interface Refused {
  type: "refused";
  cmd_id: string | null;
  code: Code;
}
/**
 * The answer to a question, `Readings` or `Hints`.
 *
 * default:  index of the reading that counts if none is named, among those that fit; None if none fits
 */
export interface Answer {
  type: "answer";
  cmd_id: string;
  readings: Reading[];
  default: number | null;
  hints: Card[][];
}
/**
 * One thing the cards of a question can be, and whether they may be put down as that now.
 */
export interface Reading {
  combo: Combo;
  fits: boolean;
}
/**
 * The whole table as the receiver may know it, after event number `event`.
 */
export interface Snapshot {
  type: "snapshot";
  event: number;
  table: TableView;
}
/**
 * A table as one viewer may know it.
 *
 * id:           part of every commitment
 * code:         six digits to join by
 * you:          the viewer's seat; None for a spectator
 * owner:        the seat that may fill empty chairs
 * chairs:       by seat; None where nobody sits
 * stage:        ``gathering`` before the first deal, ``between`` deals, ``playing``, ``closed``
 * deal:         number of the next or running deal, from 0, void ones counted
 * points:       running points by seat
 * ready:        by seat
 * commitment:   to the secret of the next or running deal
 * own_bytes:    what the viewer added to it
 * seat_bytes:   what all added, once the deal is fixed
 * view:         the running deal, or the last one until the next begins
 * fair:         what that deal is checked with, once it is over
 * turn_id:      names the question asked of the viewer
 */
export interface TableView {
  id: string;
  code: string;
  rules: string;
  you: number | null;
  owner: number | null;
  chairs: (Chair | null)[];
  stage: "between" | "closed" | "gathering" | "playing";
  deal: number;
  points: number[];
  ready: boolean[];
  redeals: number;
  commitment: string | null;
  own_bytes: string | null;
  seat_bytes: string[] | null;
  view: View | null;
  fair: Fair | null;
  turn_id: number | null;
  clock: Clock | null;
}
/**
 * Who sits on a chair.
 *
 * bot:   name of the bot; empty for a person
 * here:  whether the person is connected
 */
export interface Chair {
  name: string;
  avatar: string;
  bot: string;
  here: boolean;
}
/**
 * A deal as one viewer may know it.
 *
 * viewer:    a seat, or ``spectator``
 * rules:     id of the rule set
 * first:     the seat the auction began with
 * landlord:  None until the auction is over
 * bottom:    the bottom cards, if the viewer may know them
 * trick:     what must be beaten; None when the next play leads
 * history:   the public facts so far, oldest first
 * factors:   what the unit of the settlement is made of so far
 * choice:    the viewer's own choice in a phase whose choices are told together
 */
export interface View {
  viewer: number | "spectator";
  rules: string;
  seats: SeatView[];
  first: number | null;
  marker: Card | null;
  landlord: number | null;
  bid: number;
  grabs: number;
  bottom: Card[] | null;
  trick: Trick | null;
  history: Fact[];
  factors: Factor[];
  choice: Action | null;
  options: Options | null;
  outcome: Outcome | null;
}
/**
 * One seat as the viewer knows it.
 *
 * cards:    number of cards in its hand
 * hand:     the hand, weakest card first, if the viewer may know it; else None
 * shown:    factor it showed its hand for; 0 if it did not
 * doubled:  whether it doubled, once that is known
 * trustee:  whether the robot plays it
 * plays:    number of plays it made, passes not counted
 */
export interface SeatView {
  cards: number;
  hand: Card[] | null;
  shown: number;
  doubled: boolean | null;
  trustee: boolean;
  plays: number;
}
/**
 * The last play of the trick (一轮): whose it is, and the passes after it.
 */
export interface Trick {
  seat: number;
  laid: Laid;
  passes: number;
}
/**
 * Cards put on the table, and what they are.
 */
export interface Laid {
  fact: "laid";
  seat: number;
  cards: Card[];
  combo: Combo;
}
/**
 * Every seat now holds so many cards of its hand.
 */
export interface Received {
  fact: "received";
  cards: number;
}
/**
 * Cards that came into a hand: known to that seat, and to all once it has shown its hand.
 */
export interface Got {
  fact: "got";
  seat: number;
  cards: Card[];
}
/**
 * The turned-up card (明牌) and the seat it was dealt to, which is asked first.
 */
export interface Marker {
  fact: "marker";
  seat: number;
  card: Card;
}
/**
 * The auction begins with this seat.
 */
export interface Asked {
  fact: "asked";
  first: number;
}
/**
 * A seat's act in the auction, or the landlord's refusal to show.
 */
export interface Said {
  fact: "said";
  seat: number;
  action: Action;
}
/**
 * A seat shows its hand, for so large a factor; from now on it lies open.
 */
export interface Shown {
  fact: "shown";
  seat: number;
  factor: number;
  cards: Card[];
}
/**
 * The auction is over: who is landlord, at which bid, after how many grabs; so many bottom cards join his hand.
 */
export interface Landlord {
  fact: "landlord";
  seat: number;
  bid: number;
  grabs: number;
  taken: number;
}
/**
 * The bottom cards: known to all, or to the landlord alone, as the rule set says.
 */
export interface Bottom {
  fact: "bottom";
  cards: Card[];
}
/**
 * Who doubled, told when all have chosen; None for a seat that could not.
 */
export interface Doubled {
  fact: "doubled";
  choices: (boolean | null)[];
}
/**
 * A seat put nothing down.
 */
export interface Passed {
  fact: "passed";
  seat: number;
}
/**
 * The robot plays this seat, or no longer does.
 */
export interface Trusteed {
  fact: "trusteed";
  seat: number;
  on: boolean;
}
/**
 * What the unit of the settlement is made of now; it changed.
 */
export interface Factored {
  fact: "factored";
  factors: Factor[];
}
/**
 * One named factor of a settlement.
 *
 * name:   ``base``, ``init``, ``grab``, ``show``, ``spring``, ``anti_spring``, or a bomb's row such as ``4x``
 * value:  what it multiplies by, once
 * times:  how often it counts
 */
export interface Factor {
  name: string;
  value: number;
  times: number;
}
/**
 * The deal is over: its outcome, and everything that was hidden.
 */
export interface Ended {
  fact: "ended";
  outcome: Outcome;
  hands: Card[][];
  bottom: Card[];
}
/**
 * How a deal ended.
 *
 * kind:      ``settled``, or ``redeal`` where nobody wanted to be landlord
 * points:    by seat, in points
 * system:    points of the house; ``sum(points) + system == 0``
 * winner:    the seat that emptied its hand
 * factors:   everything the unit is made of, in order; their product is the unit
 * doubled:   by seat, the factor of its own doubling
 */
export interface Outcome {
  kind: "redeal" | "settled";
  points: number[];
  system: number;
  landlord: number | null;
  winner: number | null;
  factors: Factor[];
  doubled: number[];
}
/**
 * What a deal is checked with once it is over. Source: docs/fair-deal.md.
 */
export interface Fair {
  deal: number;
  commitment: string;
  secret: string;
  seat_bytes: string[];
  first: number;
  rotated: boolean;
}
/**
 * The running clock: the seats the table waits for and their time. A choice made in secret does not change it.
 *
 * left_ms, total_ms:  at the moment the frame was made
 */
export interface Clock {
  seats: number[];
  left_ms: number;
  total_ms: number;
}
/**
 * Something happened at a table.
 *
 * event:    its number, one more than the one before
 * facts:    what the receiver may know of it; may be empty
 * options:  what the receiver is asked now, if that changed
 * turn_id:  names that question; comes with options
 * clock:    the running clock, if it changed; None if it stopped
 */
export interface Happened {
  type: "event";
  table: string;
  event: number;
  facts: AnyFact[];
  options?: Options | null;
  turn_id?: number | null;
  clock?: Clock | null;
}
/**
 * Somebody took a chair.
 */
export interface Sat {
  fact: "sat";
  seat: number;
  chair: Chair;
}
/**
 * Who may fill empty chairs from now on; None if no person is left.
 */
export interface Owned {
  fact: "owned";
  seat: number | null;
}
/**
 * A person's connection was lost, or is there again.
 */
export interface Here {
  fact: "here";
  seat: number;
  here: boolean;
}
/**
 * The deal is in the books: the running points, the void deals in a row, and what it can be checked with.
 */
export interface Booked {
  fact: "booked";
  points: number[];
  redeals: number;
  fair: Fair;
}
/**
 * The table is closed.
 */
export interface Ceased {
  fact: "ceased";
}
/**
 * The commitment to the secret of a deal; from now on seats may add bytes.
 */
export interface Committed {
  fact: "committed";
  deal: number;
  commitment: string;
}
/**
 * A seat is ready.
 */
export interface Prepared {
  fact: "prepared";
  seat: number;
}
/**
 * A seat's own bytes have arrived; that seat alone is told.
 */
export interface Added {
  fact: "added";
  seat: number;
  data: string;
}
/**
 * A seat is free again.
 */
export interface Left {
  fact: "left";
  seat: number;
}
/**
 * The deal is fixed: all seats' bytes, told to all.
 */
export interface Started {
  fact: "started";
  deal: number;
  seat_bytes: string[];
}
/**
 * Where the receiver stands after the events of a `Sync`, and what no event tells.
 *
 * you:  the receiver's seat, None for a spectator; one who knows it otherwise asks for the whole view
 */
export interface Now {
  type: "now";
  table: string;
  event: number;
  you: number | null;
  options: Options | null;
  turn_id: number | null;
  choice: Action | null;
  own_bytes: string | null;
  clock: Clock | null;
}
/**
 * The seat is played, or the table watched, from a newer connection; this one gets no more of it until it syncs.
 */
export interface Taken {
  type: "taken";
  table: string;
}
/**
 * The table waits for its storage, or goes on; until then commands are refused and nothing is lost.
 */
export interface Waiting {
  type: "waiting";
  table: string;
  waiting: boolean;
}
/**
 * Answer to a `Ping`.
 */
export interface Pong {
  type: "pong";
  cmd_id: string;
}
/**
 * The last frame of a connection that the server closes, and why.
 */
export interface Bye {
  type: "bye";
  code: Code;
}
/**
 * ``POST /api/guest``: become a guest, or change the name and avatar one has. The answer is a `Person`.
 */
export interface NewGuest {
  name: string;
  avatar: string;
}
/**
 * The body of every refused request.
 */
export interface Problem {
  code: Code;
}
