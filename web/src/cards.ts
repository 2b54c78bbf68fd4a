/** What the client reads out of a card's notation: `7h`, `Td'`, `x`. */

const RANKS = "3456789TJQKA2xX";

/** How high a card stands among all: by rank, then suit, then pack. */
function place(card: string): number {
  const suit = "cdhs".indexOf(card.charAt(1));
  return RANKS.indexOf(card.charAt(0)) * 10 + Math.max(suit, 0) * 2 + (card.endsWith("'") ? 1 : 0);
}

/** Cards from the weakest to the strongest. */
export function sorted(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** All cards of so many packs in the order of a new deck. Source: docs/fair-deal.md, step 4. */
export function newDeck(packs: number): string[] {
  const deck: string[] = [];
  for (let pack = 0; pack < packs; pack += 1) {
    const prime = "'".repeat(pack);
    for (const rank of RANKS.slice(0, 13)) for (const suit of "cdhs") deck.push(rank + suit + prime);
    deck.push(`x${prime}`, `X${prime}`);
  }
  return deck;
}

/** Whether both hold the same cards, in whatever order. */
export function sameCards(a: readonly string[], b: readonly string[]): boolean {
  const held = new Set(b);
  return a.length === b.length && held.size === b.length && a.every((card) => held.has(card));
}
