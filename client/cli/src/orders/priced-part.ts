// A part with its price, as svc quote shows it and svc order charges it.

import type { Terminal } from '../terminal/terminal.ts'
import type { PrintOptions } from './print-options.ts'

export type PricedPart = {
  /** Id of the quote, or null without a quote. */
  readonly quoteId: string | null
  /** ISO 8601. null without a quote. */
  readonly expiresAt: string | null
  readonly modelUrl: string
  readonly fileName: string
  readonly dimensionsMm: readonly number[]
  readonly options: PrintOptions
  /** Two letters. */
  readonly country: string
  /** In dollars. */
  readonly print: number
  readonly shipping: number
  readonly total: number
  /** Billed weight of one part, in grams. */
  readonly grams: number
  /** Print time of one part, in hours. */
  readonly hours: number
  readonly layers: number | null
  /** `slicer`, `geometry` or `sliced_file` for a quote, `volume` without a quote. */
  readonly source: string
  readonly note: string
}

export const dollars = (amount: number): string => `$${amount.toFixed(2)}`

export function pricedJson(part: PricedPart): Record<string, unknown> {
  const { quoteId, expiresAt, options, print, shipping, total, country, ...rest } = part
  const { machine, color, ...common } = options
  return {
    quoteId,
    expiresAt,
    isHeld: quoteId !== null,
    modelUrl: rest.modelUrl,
    fileName: rest.fileName,
    dimensionsMm: rest.dimensionsMm,
    options: { ...common, color: color ?? null, ...machine },
    measurement: {
      source: rest.source,
      grams: rest.grams,
      printHours: rest.hours,
      layers: rest.layers,
    },
    price: { currency: 'USD', shipsTo: country, print, shipping, total },
    note: rest.note,
  }
}

export function pricedLines(part: PricedPart, { bold, faint }: Terminal): string[] {
  const { options, quoteId } = part
  const size = part.dimensionsMm.map((mm) => Math.round(mm * 10) / 10).join(' x ')
  const layers = part.layers === null ? '' : `, ${part.layers} layers`
  return [
    `${bold(part.fileName)}  ${size} mm`,
    `  ${options.quantity} x ${options.material}, ${options.quality}, ${options.color ?? 'no color named'}, ${options.infill}% infill`,
    `  ${part.grams} g and ${part.hours} h a part${layers}`,
    `  print    ${dollars(part.print).padStart(9)}`,
    `  postage  ${dollars(part.shipping).padStart(9)}  to ${part.country}`,
    bold(`  total    ${dollars(part.total).padStart(9)}`),
    ...(part.note === '' ? [] : [faint(`  ${part.note}`)]),
    quoteId === null
      ? 'This price is not held: the order is refused if it costs more when it is placed.'
      : `Quote ${quoteId} holds until ${localTime(part.expiresAt)}.`,
  ]
}

/** Formats a time in the time zone of this machine. */
export function localTime(iso: string | null): string {
  if (iso === null) return '-'
  const date = new Date(iso)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}`
}
