/**
 * The face of the cards: ranks, suits and 王 as paths, drawn for this project so that cards look the same everywhere.
 *
 * Ranks are skeletons on a field 56 wide and 100 high, drawn with a stroke of `STROKE`; the card stretches them a
 * little sideways, which makes stems heavier than bars. Suits fill a field of 100 by 100.
 */

export const STROKE = 16;

/** By letter of the notation; `T` is a wide glyph of two figures. */
export const RANKS: Readonly<Record<string, { d: string; width: number }>> = {
  "3": { width: 56, d: "M8 25C9 14 16 8 28 8C40 8 47 15 47 27C47 40 40 47 28 47H20M28 47C41 47 48 55 48 69C48 84 40 92 28 92C15 92 8 85 7 73" },
  "4": { width: 58, d: "M39 100V8H35L9 69V72H56" },
  "5": { width: 56, d: "M47 8H13L10 49C15 42 21 39 29 39C41 39 48 48 48 65C48 83 40 92 28 92C15 92 8 85 7 73" },
  "6": { width: 56, d: "M46 24C45 14 39 8 29 8C15 8 8 18 8 38V66C8 83 15 92 28 92C41 92 48 83 48 67C48 51 41 42 29 42C18 42 10 49 8 60" },
  "7": { width: 54, d: "M4 8H47V12C35 37 25 66 22 100" },
  "8": { width: 56, d: "M28 47C16 47 10 40 10 27C10 15 16 8 28 8C40 8 46 15 46 27C46 40 40 47 28 47C15 47 8 55 8 69C8 84 15 92 28 92C41 92 48 84 48 69C48 55 41 47 28 47Z" },
  "9": { width: 56, d: "M10 76C11 86 17 92 27 92C41 92 48 82 48 62V34C48 17 41 8 28 8C15 8 8 17 8 33C8 49 15 58 27 58C38 58 46 51 48 40" },
  T: { width: 84, d: "M1 24H6C12 23 16 17 16 8V0M17 2V100M57 8C69 8 75 17 75 34V66C75 83 69 92 57 92C45 92 39 83 39 66V34C39 17 45 8 57 8Z" },
  J: { width: 52, d: "M20 8H42V69C42 84 36 92 24 92C13 92 7 85 6 72" },
  Q: { width: 58, d: "M28 8C41 8 48 17 48 34V66C48 83 41 92 28 92C15 92 8 83 8 66V34C8 17 15 8 28 8ZM30 69L53 98" },
  K: { width: 58, d: "M10 0V100M51 0C46 25 34 45 12 57M25 48C38 60 47 78 51 100" },
  A: { width: 60, d: "M6 100L27 8H33L54 100M15 68H45" },
  "2": { width: 56, d: "M9 28C9 15 16 8 28 8C40 8 47 15 47 28C47 38 43 46 35 57L12 88V92H51" },
};

export const SUITS: Readonly<Record<string, string>> = {
  h: "M50 93C43 84 32 75 23 64C12 51 6 41 6 29C6 15 16 6 29 6C38 6 46 12 50 22C54 12 62 6 71 6C84 6 94 15 94 29C94 41 88 51 77 64C68 75 57 84 50 93Z",
  d: "M50 3C58 20 71 37 87 50C71 63 58 80 50 97C42 80 29 63 13 50C29 37 42 20 50 3Z",
  s: "M50 4C55 16 67 27 77 38C87 48 93 56 93 66C93 78 84 86 73 86C65 86 58 82 54 75C55 85 59 92 67 97H33C41 92 45 85 46 75C42 82 35 86 27 86C16 86 7 78 7 66C7 56 13 48 23 38C33 27 45 16 50 4Z",
  c: "M50 4C63 4 72 13 72 25C72 32 69 38 64 43C67 41 71 40 75 40C87 40 96 49 96 61C96 73 87 82 75 82C66 82 58 77 54 69C55 82 59 91 68 97H32C41 91 45 82 46 69C42 77 34 82 25 82C13 82 4 73 4 61C4 49 13 40 25 40C29 40 33 41 36 43C31 38 28 32 28 25C28 13 37 4 50 4Z",
};

/** 王 on a field of 100 by 100, cut like a seal. */
export const WANG = "M10 6H90V20H57.5V42H84V56H57.5V80H94V94H6V80H42.5V56H16V42H42.5V20H10Z";

/** One 回, linked with its neighbours, on a tile of 24 by 24. */
export const MEANDER = "M3.5 3.5H20.5V20.5H3.5ZM9 9H15V15H9ZM0 12H3.5M20.5 12H24M12 0V3.5M12 20.5V24";
