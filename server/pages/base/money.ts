// Amounts as pages show them.
import { formatDollars } from '../../domain/pricing/dollars.ts'

/** 226800 -> "$2,268.00". */
export const money = (cents: number): string =>
  formatDollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',')

/** 700 -> "$7", 150 -> "$1.50". For price rules, where most amounts are whole dollars. */
export const shortMoney = (cents: number): string => money(cents).replace(/\.00$/, '')

/** 1132 -> "−$11.32". */
export const lessMoney = (cents: number): string => `\u2212${money(cents)}`

/** Formats amounts that may be negative. */
export const signedMoney = (cents: number): string => (cents < 0 ? lessMoney(-cents) : money(cents))
