// The twelve stock colors (contract.md 2.3), with the hex value of each spool (decisions.md 4).

import { keysOf } from '../base/keys-of.ts'

/** Spool color by name; the names are the contract's, the hex values those of the farm's spools. */
export const stockColors = {
  Black: '#000000',
  White: '#FFFFFF',
  Red: '#E4002B',
  Cyan: '#00AEEF',
  'Sakura Pink': '#FFB7C5',
  'Sunny Orange': '#FF8200',
  Green: '#00843D',
  Yellow: '#FFD100',
  'Mint Green': '#98E2C6',
  Lavender: '#B9A2D8',
  Silver: '#C0C0C0',
  Brown: '#6F4E37',
} as const

export type StockColor = keyof typeof stockColors

export const isStockColor = (word: string): word is StockColor => Object.hasOwn(stockColors, word)

const byWord = new Map<string, StockColor>()
for (const name of keysOf(stockColors)) {
  byWord.set(name.toLowerCase(), name)
  byWord.set(stockColors[name].toLowerCase(), name)
}

/** The stock color for a name or hex value: any case, `#` optional, 3 or 6 digits; null when it is not in stock. */
export function findStockColor(word: string): StockColor | null {
  const lower = word.trim().toLowerCase()
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(lower)?.[1]
  if (hex === undefined) return byWord.get(lower) ?? null
  const six = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  return byWord.get(`#${six}`) ?? null
}
