// Parses pasted tracking lines of many parcels: "code, carrier, number" with an optional link, or "code, number" with
// one carrier for all. Commas, semicolons and tabs separate fields; a field in double quotes can contain them.
import { codeFormat, hasCodePrefix, isOrderCode } from '../orders/record/code.ts'
import type { TrackingInput } from '../orders/record/tracking.ts'

export type ParcelEntry = TrackingInput & { readonly code: string }

/** `carrier`: for lines that state none; '' = every line states one. */
export type ParsedLines = {
  readonly parcels: readonly {
    readonly line: number
    readonly code: string
    readonly carrier: string
    readonly number: string
    readonly url: string
  }[]
  readonly problems: readonly string[]
}

/** Parses the lines. `codes`: codes of the orders to ship. Skips blank lines and a header. */
export function parseTrackingLines(
  pasted: string,
  {
    codes,
    carrier: commonCarrier,
  }: { readonly codes: ReadonlySet<string>; readonly carrier: string },
): ParsedLines {
  const parcels: ParsedLines['parcels'][number][] = []
  const problems: string[] = []
  const seen = new Set<string>()
  for (const [index, text] of pasted.split(/\r\n|\r|\n/u).entries()) {
    const line = index + 1
    if (text.trim() === '' || isHeading(text)) continue
    const fields = splitFields(text)
    const typed = fields[0] ?? ''
    const code = codeOf(typed)
    const [carrier = '', number = '', url = ''] =
      commonCarrier !== '' && fields.length === 2 ? [commonCarrier, fields[1]] : fields.slice(1)
    const problem = problemOf({
      typed,
      code,
      carrier,
      number,
      isExpected: codes.has(code),
      isRepeated: seen.has(code),
    })
    if (problem === null) {
      parcels.push({ line, code, carrier, number, url })
    } else {
      problems.push(`Line ${line}: ${problem}`)
    }
    seen.add(code)
  }
  return { parcels, problems }
}

const isHeading = (text: string): boolean => /^\W*(order|code)\b/iu.test(text)

function problemOf(entry: {
  /** The first field of the line. */
  readonly typed: string
  readonly code: string
  readonly carrier: string
  readonly number: string
  readonly isExpected: boolean
  readonly isRepeated: boolean
}): string | null {
  const { typed, code, carrier, number } = entry
  if (typed === '') return 'enter the order’s code first.'
  if (!entry.isExpected && !isOrderCode(code)) {
    return `“${typed.slice(0, 40)}” is not an order’s code. A code is ${codeFormat}. Begin the line with one, then the carrier and the number.`
  }
  if (!entry.isExpected) return `${code} is not among the orders that are shipped here.`
  if (entry.isRepeated) return `${code} is listed twice.`
  if (carrier === '' || number === '') return incompleteTracking(code)
  return null
}

export const incompleteTracking = (code: string): string => `${code} needs a carrier and a number.`

/** Returns the code in uppercase with its prefix. The SVC- prefix is optional in the input. */
function codeOf(typed: string): string {
  const upper = typed.toUpperCase()
  return hasCodePrefix(upper) ? upper : `SVC-${upper}`
}

function splitFields(line: string): readonly string[] {
  const fields: string[] = []
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))\s*(?:[,;\t]|$)/uy
  while (pattern.lastIndex < line.length) {
    const match = pattern.exec(line)
    if (match === null) break
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
  }
  return fields
}
