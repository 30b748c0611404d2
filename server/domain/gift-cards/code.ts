// Codes of gift cards: GIFT-XXXX-XXXX-XXXX (decisions.md 39).

import type { KeyedBytes } from '../base/ports.ts'

/**
 * 25 of the 31 symbols of order codes: without A, E and U, so that no words arise, and without B, S and Z, which are read as 8, 5 and
 * 2. Twelve of them are 25^12, about 6 x 10^16 codes.
 */
export const giftAlphabet = 'CDFGHJKMNPQRTVWXY23456789'
const groups = 3
const groupLength = 4

const form = new RegExp(`^GIFT(-[${giftAlphabet}]{${groupLength}}){${groups}}$`)

/**
 * The code of the card that a purchase made. It is derived from the purchase's id and the service's secret, so it is stored nowhere:
 * the mail that carries it is completed when it is sent.
 */
export function giftCodeOf(keyed: KeyedBytes, purchaseId: string): string {
  let symbols = ''
  for (let block = 0; symbols.length < groups * groupLength; block++) {
    for (const byte of keyed.bytes(JSON.stringify(['gift card', purchaseId, block]))) {
      // 250 = 10 x 25; rejecting the rest keeps the symbols uniform.
      if (byte < 250) symbols += giftAlphabet.charAt(byte % giftAlphabet.length)
    }
  }
  const group = (index: number) => symbols.slice(index * groupLength, (index + 1) * groupLength)
  return ['GIFT', ...Array.from({ length: groups }, (_, index) => group(index))].join('-')
}

/** Accepts a code as people type it: in any letter case, with spaces or without hyphens. */
export function normalizeGiftCode(typed: string): string {
  const symbols = typed
    .slice(0, maxTyped)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  const body = symbols.startsWith('GIFT') ? symbols.slice(4) : symbols
  return ['GIFT', ...(body.match(/.{1,4}/g) ?? [])].join('-')
}

const maxTyped = 100

export const isGiftCode = (code: string): boolean => form.test(code)

/** Under a key of the service: a copy of the database alone is not enough to try codes against it. Hex. */
export function giftCodeHash(keyed: KeyedBytes, typed: string): string {
  return keyed.bytes(JSON.stringify(['gift code', normalizeGiftCode(typed)])).toHex()
}
