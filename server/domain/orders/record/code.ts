// Order codes: a prefix and six random characters (decisions.md 11, 38).
import type { Ids } from '../../base/ports.ts'

/** `CART`: several parts; `ORD`: one part; `STORE`: only gallery parts. */
const webPrefixes = ['CART', 'ORD', 'STORE'] as const
export type WebPrefix = (typeof webPrefixes)[number]

export const codePrefixes = ['SVC', ...webPrefixes] as const
export type CodePrefix = (typeof codePrefixes)[number]

/** The letters and digits of codes, without I, L, O, 0 and 1, which look alike. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 6

const beginsWith = (text: string, prefixes: readonly CodePrefix[]): boolean =>
  prefixes.some((prefix) => text.startsWith(`${prefix}-`))

/** Whether to look up the code. Rejects NUL, which the database cannot store. */
export const isPlausibleCode = (code: string): boolean => code.length <= 64 && !code.includes('\0')

/** Whether the code belongs to the website checkout, by its prefix. */
export const isWebCode = (code: string): boolean => beginsWith(code, webPrefixes)

/** Whether the text begins with the uppercase prefix of a code. */
export const hasCodePrefix = (text: string): boolean => beginsWith(text, codePrefixes)

const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The format of a code, for messages about a text that is not a code. */
export const codeFormat = `${listed.format(codePrefixes.map((prefix) => `${prefix}-`))} and six letters or digits`

/** Whether a code of the website checkout is well formed. */
export const isValidWebCode = (code: string): boolean =>
  isWebCode(code) && /^[A-Z]+-[A-Za-z0-9-]{1,40}$/.test(code)

/** Returns the format of complete codes with these prefixes. */
export const orderCodeForm = (prefixes: readonly CodePrefix[]): RegExp =>
  new RegExp(`^(${prefixes.join('|')})-[${codeAlphabet}]{${length}}$`)

const anyForm = orderCodeForm(codePrefixes)

/** Whether the text has the format of a code of an order that is stored here in full. */
export const isOrderCode = (text: string): boolean => anyForm.test(text)

export function newOrderCode(ids: Pick<Ids, 'randomInt'>, prefix: CodePrefix = 'SVC'): string {
  let code = `${prefix}-`
  for (let i = 0; i < length; i++) code += codeAlphabet.charAt(ids.randomInt(codeAlphabet.length))
  return code
}
