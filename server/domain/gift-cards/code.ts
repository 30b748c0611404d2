// Codes of gift cards: GIFT-XXXX-XXXX-XXXX (decisions.md 39).

import type { KeyedBytes } from '../base/ports.ts'

/**
 * 25 of the 31 symbols of order codes: without A, E and U to avoid words, and without B, S and Z, which look like 8, 5
 * and 2. Twelve symbols have 25^12 combinations, about 6 x 10^16.
 */
export const giftAlphabet = 'CDFGHJKMNPQRTVWXY23456789'
const groups = 3
const groupLength = 4

const form = new RegExp(`^GIFT(-[${giftAlphabet}]{${groupLength}}){${groups}}$`)

/**
 * Returns the gift card code of a purchase. The code is derived from the purchase's id and the service's secret and
 * never stored: it is inserted into the email when the email is sent.
 */
export function giftCodeOf(keyed: KeyedBytes, purchaseId: string): string {
  let symbols = ''
  for (let block = 0; symbols.length < groups * groupLength; block++) {
    for (const byte of keyed.bytes(JSON.stringify(['gift card', purchaseId, block]))) {
      // 250 = 10 x 25. Rejecting larger bytes keeps the symbols uniform.
      if (byte < 250) symbols += giftAlphabet.charAt(byte % giftAlphabet.length)
    }
  }
  const group = (index: number) => symbols.slice(index * groupLength, (index + 1) * groupLength)
  return ['GIFT', ...Array.from({ length: groups }, (_, index) => group(index))].join('-')
}

/** Normalizes a typed code: any letter case, with spaces or without hyphens. */
export function normalizeGiftCode(typed: string): string {
  const symbols = typed
    .slice(0, maxTyped)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  const body = symbols.startsWith('GIFT') ? symbols.slice(4) : symbols
  return ['GIFT', ...(body.match(/.{1,4}/g) ?? [])].join('-')
}

const maxTyped = 100

/** Returns the typed code, or undefined for a field that was left blank. */
export const statedGiftCode = (typed: string | undefined): string | undefined =>
  typed === undefined || typed.trim() === '' ? undefined : typed

export const isGiftCode = (code: string): boolean => form.test(code)

/**
 * Returns the hex hash of a code, keyed with the service's secret, so that a copy of the database alone does not allow
 * guessing codes.
 */
export function giftCodeHash(keyed: KeyedBytes, typed: string): string {
  return keyed.bytes(JSON.stringify(['gift code', normalizeGiftCode(typed)])).toHex()
}
