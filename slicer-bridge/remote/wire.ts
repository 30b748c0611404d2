// Messages between the two sides of a remote slice. One POST is the whole slice: a header contains the terms, the response reports when a
// worker is free, and only then is the model sent in the body. For the sequence, see README.md.
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import type { SliceOutcome } from '../outcome/outcome.ts'
import type { SliceProgress } from '../outcome/printed.ts'
import { verdictSchema } from '../outcome/verdict.ts'
import type { Priority } from '../queue/pool-terms.ts'
import type { SliceFacts } from '../queue/predict-duration.ts'
import type { Expected } from '../run/plausibility.ts'
import { filamentTypes, type SliceSettings } from '../settings/settings.ts'

export const slicePath = '/slice'
/** Terms as JSON. */
export const termsHeader = 'x-slice-terms'
/** The configuration of a plate, compressed: 20 kB become 5 kB. */
const configHeader = 'x-slice-config'
const maxConfigBytes = 262_144
/** Size of 5 million triangles, the maximum that the geometry core writes: 250 MB. */
export const maxSlicedModelBytes = 256 << 20
/** Interval of keep-alive lines while the slicer is silent. */
export const signOfLifeMs = 5_000

/** The terms on which a slice is accepted before the model is sent. */
export type SliceOptions = {
  /** Key for taking turns. Never the account's own id. */
  readonly lane: string
  readonly settings: SliceSettings
  /** The caller's `profileHash`: a slice with another profile or command would be stored under the caller's key. */
  readonly profile: string
  /** The identity under which the caller stores the slice. No other slicer may make it. */
  readonly slicer?: string
  readonly facts?: SliceFacts
  readonly priority: Priority
  /** Time until the caller needs the result. */
  readonly answerInMs?: number
  /** Whether the G-code follows the outcome. */
  readonly keepGcode: boolean
}

const optionsSchema: v.GenericSchema<unknown, SliceOptions> = v.object({
  lane: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  settings: v.object({
    layerHeightMm: v.number(),
    infillPercent: v.number(),
    nozzleMm: v.number(),
    flow: v.picklist(['standard', 'high']),
    supports: v.exactOptional(v.boolean()),
    copies: v.exactOptional(v.number()),
    placed: v.exactOptional(v.boolean()),
    printing: v.exactOptional(
      v.object({
        filamentType: v.picklist(filamentTypes),
        nozzleC: v.number(),
        bedC: v.number(),
        fan: v.object({ min: v.number(), max: v.number(), offLayers: v.number() }),
      }),
    ),
    plate: v.exactOptional(
      v.object({
        config: v.string(),
        center: v.tuple([v.number(), v.number()]),
        turned: v.exactOptional(v.boolean()),
      }),
    ),
  }),
  profile: v.string(),
  slicer: v.exactOptional(v.string()),
  facts: v.exactOptional(
    v.object({
      heightMm: v.number(),
      triangles: v.number(),
      surfaceCm2: v.number(),
      volumeCm3: v.number(),
      components: v.number(),
    }),
  ),
  priority: v.picklist(['normal', 'background']),
  answerInMs: v.exactOptional(v.number()),
  keepGcode: v.boolean(),
})

/**
 * Returns the headers. The terms header excludes a plate's configuration, because that is longer than most headers may be and may have
 * non-ASCII letters.
 */
export function headersOf({ settings, ...terms }: SliceOptions): Readonly<Record<string, string>> {
  const { plate, ...others } = settings
  const short = plate === undefined ? others : { ...others, plate: { ...plate, config: '' } }
  return {
    [termsHeader]: JSON.stringify({ ...terms, settings: short }),
    ...(plate && { [configHeader]: brotliCompressSync(plate.config).toString('base64') }),
  }
}

/** Parses the terms. Returns null if the headers contain none. */
export function sliceOptionsOf(headers: Headers): SliceOptions | null {
  try {
    const sent: unknown = JSON.parse(headers.get(termsHeader) ?? '')
    const terms = v.parse(optionsSchema, sent)
    const { plate, ...others } = terms.settings
    if (plate === undefined) return terms
    const packed = Buffer.from(headers.get(configHeader) ?? '', 'base64')
    const config = brotliDecompressSync(packed, { maxOutputLength: maxConfigBytes }).toString()
    return { ...terms, settings: { ...others, plate: { ...plate, config } } }
  } catch {
    return null
  }
}

/** First line of the body, followed by the bytes of the STL. */
export type ModelHead = { readonly bytes: number; readonly expected?: Expected }

export const modelHeadSchema: v.GenericSchema<unknown, ModelHead> = v.object({
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  expected: v.exactOptional(
    v.object({
      solidCm3: v.number(),
      estimateCm3: v.exactOptional(v.number()),
      estimateRangePercent: v.exactOptional(v.number()),
    }),
  ),
})

export const outcomeSchema: v.GenericSchema<unknown, SliceOutcome> = v.union([
  verdictSchema,
  v.object({
    kind: v.literal('crashed'),
    reason: v.picklist([
      'died',
      'unknown_error',
      'out_of_memory',
      'printed_too_much',
      'wrote_too_much',
      'bad_result',
    ]),
    exit: v.nullable(v.number()),
    signal: v.nullable(v.string()),
    detail: v.string(),
  }),
  v.object({ kind: v.literal('timed_out') }),
  v.object({
    kind: v.literal('queue_full'),
    scope: v.picklist(['queue', 'account', 'deadline', 'wait']),
    retryAfterSeconds: v.number(),
  }),
  v.object({
    kind: v.literal('unavailable'),
    reason: v.picklist([
      'not_installed',
      'no_cage',
      'cannot_start',
      'no_work_folder',
      'no_reader',
      'no_model',
      'model_gone',
      'unreachable',
      'closed',
    ]),
    detail: v.string(),
  }),
])

/** A line of the response. After `ended`, the G-code follows as `gcodeBytes` bytes. */
export type SliceEvent =
  /** A worker is free, and the caller must send the model. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'working' }
  | ({ readonly kind: 'progress' } & SliceProgress)
  | { readonly kind: 'ended'; readonly outcome: SliceOutcome; readonly gcodeBytes: number }

export const eventSchema: v.GenericSchema<unknown, SliceEvent> = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('working') }),
  v.object({ kind: v.literal('progress'), percent: v.number(), stage: v.string() }),
  v.object({ kind: v.literal('ended'), outcome: outcomeSchema, gcodeBytes: v.number() }),
])

const encoder = new TextEncoder()

export const lineOf = (value: ModelHead | SliceEvent): Uint8Array =>
  encoder.encode(`${JSON.stringify(value)}\n`)
