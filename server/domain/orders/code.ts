// Order codes: a prefix and six random characters (decisions.md 11, 38).
import type { Ids } from '../base/ports.ts'

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 6

/** Whether to look the code up. Rejects NUL, which the database cannot store. */
export const isPlausibleCode = (code: string): boolean => code.length <= 64 && !code.includes('\0')

/** Whether the code belongs to the website checkout, by its prefix. */
export const isWebCode = (code: string): boolean => /^(CART|ORD|STORE)-/.test(code)

/** Whether the text begins with the prefix of a code, in capitals. */
export const hasCodePrefix = (text: string): boolean => text.startsWith('SVC-') || isWebCode(text)

/** The format of a code, for messages about a text that is not a code. */
export const codeFormat = 'SVC-, CART-, ORD- or STORE- and six letters or digits'

/** Whether a code of the website checkout is well formed. */
export const isValidWebCode = (code: string): boolean =>
  isWebCode(code) && /^[A-Z]+-[A-Za-z0-9-]{1,40}$/.test(code)

/** Whether the text has the format of a code of an order that is stored here in full. */
export const isOrderCode = (text: string): boolean =>
  /^(SVC|CART|ORD|STORE)-[A-HJKM-NP-Z2-9]{6}$/.test(text)

/** `CART`: several parts; `ORD`: one part; `STORE`: only parts of the gallery. */
export type WebPrefix = 'CART' | 'ORD' | 'STORE'
export type CodePrefix = 'SVC' | WebPrefix

export function newOrderCode(ids: Pick<Ids, 'randomInt'>, prefix: CodePrefix = 'SVC'): string {
  let code = `${prefix}-`
  for (let i = 0; i < length; i++) code += alphabet.charAt(ids.randomInt(alphabet.length))
  return code
}
