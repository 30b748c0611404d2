// The twelve stock colours of service.md, with the hex value of each spool (decisions.md 4).

import { keysOf } from '../base/keys-of.ts'

/** Name to spool colour; the names are the contract's, the hex values the farm's own spools. */
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

const byWord = new Map<string, StockColor>()
for (const name of keysOf(stockColors)) {
  byWord.set(name.toLowerCase(), name)
  byWord.set(stockColors[name].toLowerCase(), name)
}

/** The stock spool that a name or hex means: any case, `#` optional, 3 or 6 digits; null when off-stock. */
export function findStockColor(word: string): StockColor | null {
  const lower = word.trim().toLowerCase()
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(lower)?.[1]
  if (hex === undefined) return byWord.get(lower) ?? null
  const six = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  return byWord.get(`#${six}`) ?? null
}
