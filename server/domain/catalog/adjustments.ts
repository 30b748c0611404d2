// Form values that the contract changes without a refusal. The response reports them (decisions.md 64).
import { cutText, severalLines, singleLine } from '../base/text/text.ts'
import { maxColorCharacters, maxNoteCharacters, nozzleFlows, type PrintOptions } from './options.ts'

export type Adjustment = {
  readonly field: string
  /** The value as sent, cut to 60 characters; for a shortened text, its length. */
  readonly sent: string
  readonly used: string | number
}

const numbers = ['quantity', 'infill', 'nozzleDiameter', 'layerHeight'] as const
const maxSentCharacters = 60

/** Returns values in `fields` that differ from those in `options`. Absent and blank fields are not adjustments. */
export function adjustmentsOf(
  fields: ReadonlyMap<string, string>,
  options: Omit<PrintOptions, 'units'>,
): Adjustment[] {
  const adjustments: Adjustment[] = []
  for (const field of numbers) {
    const text = textOf(fields, field)
    if (text === '' || Number(text) === options[field]) continue
    adjustments.push({ field, sent: cutText(text, maxSentCharacters), used: options[field] })
  }
  const flow = textOf(fields, 'nozzleFlow')
  if (flow !== '' && !nozzleFlows.some((known) => known === flow)) {
    adjustments.push({
      field: 'nozzleFlow',
      sent: cutText(flow, maxSentCharacters),
      used: options.nozzleFlow,
    })
  }
  return [...adjustments, ...cutTexts(fields)]
}

function cutTexts(fields: ReadonlyMap<string, string>): Adjustment[] {
  const limits = [
    ['color', singleLine(fields.get('color') ?? ''), maxColorCharacters],
    ['note', severalLines(fields.get('note') ?? ''), maxNoteCharacters],
  ] as const
  return limits.flatMap(([field, text, limit]) => {
    const { length } = text.length > limit ? [...text] : ''
    return length > limit
      ? [{ field, sent: `${length} characters`, used: `${limit} characters` }]
      : []
  })
}

const textOf = (fields: ReadonlyMap<string, string>, field: string): string =>
  singleLine(fields.get(field) ?? '')
