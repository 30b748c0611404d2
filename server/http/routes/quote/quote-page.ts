// /quote: the page that prices a model. With its script the page needs only GET; a browser without one posts the file.
import type { FarmPace } from '../../../domain/lead-time/lead-time.ts'
import { farmPace, shipsInDays } from '../../../domain/lead-time/lead-time.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { inspectPart } from '../../../domain/quotes/inspect-part.ts'
import {
  type PricedFile,
  type PriceFileFailure,
  priceFile,
} from '../../../domain/quotes/price-file.ts'
import { webBundle } from '../../../pages/assets/web-bundle.ts'
import { chosenOf } from '../../../pages/quote/chosen.ts'
import { customColorChoice } from '../../../pages/quote/options.tsx'
import { defaultChoices, quotePage } from '../../../pages/quote/quote-page.tsx'
import type { QuoteRefused } from '../../../pages/quote/refusal.ts'
import type { QuoteResult } from '../../../pages/quote/view.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { type MultipartForm, withMultipartForm } from '../../requests/multipart.ts'
import type { Failure } from '../../responses/failure.ts'
import { refusalOf } from '../../responses/failure-to-response.ts'

export const quotePages = [page('GET', '/quote', showQuote), page('POST', '/quote', priceQuote)]

async function showQuote({ deps }: HttpContext): Promise<Response> {
  return quotePage({
    urls: (await webBundle()).urls,
    pace: await readPace(deps),
    chosen: defaultChoices,
    country: 'US',
    units: '',
  })
}

/** null when the farm's load cannot be read: a price without a day is better than no page. */
async function readPace({ farmLoad, log }: HttpContext['deps']): Promise<FarmPace | null> {
  try {
    return farmPace(await farmLoad.read())
  } catch (error) {
    log.warn('quote.lead_time_unknown', { error })
    return null
  }
}

async function priceQuote(
  { deps, clientAddress, keepOpen }: HttpContext,
  { request }: Received,
): Promise<Response> {
  const address = clientAddress(request)
  const slot = await consumeRateLimit(deps, 'quote-page', address)
  if (!slot.ok) return await refusedPage(deps, noFields, slot.failure)
  const caller = { kind: 'anonymous', address } as const
  const { uploads, log } = deps
  let fields: MultipartForm['fields'] = noFields
  const shown = await withMultipartForm(
    request,
    { uploads, caller, log, fileField: 'file', maxFileBytes: maxModelBytes },
    async (form) => {
      keepOpen?.(request)
      fields = form.fields
      return await priceForm(deps, form, request.signal)
    },
  )
  if (!shown.ok) return await refusedPage(deps, fields, shown.failure)
  return shown.value
}

const noFields: MultipartForm['fields'] = new Map()

async function priceForm(
  deps: HttpContext['deps'],
  { fields, file }: MultipartForm,
  signal: AbortSignal,
) {
  const pace = await readPace(deps)
  const input = { fields: orderFields(fields), file, signal }
  return await priceFile(deps, input, async (priced, printed) => {
    const inspected = await inspectPart(deps, { ...printed, options: priced.options, signal })
    return await pageOf(fields, pace, {
      kind: 'priced',
      fileName: file?.fileName ?? '',
      part: { measurement: priced.measurement, inspection: inspected },
      view: viewOf(priced),
      shipsBy: shipsBy(pace, priced, deps.clock.now()),
      picture: inspected?.picture ?? null,
    })
  })
}

/** A color of the buyer's own comes in a field of its own, because radio buttons have fixed values. */
function orderFields(fields: MultipartForm['fields']): MultipartForm['fields'] {
  if (fields.get('color') !== customColorChoice) return fields
  return new Map(fields).set('color', fields.get('customColor') ?? '')
}

function viewOf({ explanation }: PricedFile) {
  const { shippingCents, totalCents } = explanation.price
  return { explanation, otherCents: 0, shippingCents, totalCents }
}

const dayMs = 24 * 60 * 60 * 1000

function shipsBy(
  pace: FarmPace | null,
  { explanation, options }: PricedFile,
  now: Date,
): Date | null {
  if (pace === null) return null
  const hoursPerPart = explanation.price.hoursHundredthsPerPart / 100
  const days = shipsInDays(pace, { hoursPerPart, quantity: options.quantity })
  return new Date(now.getTime() + days * dayMs)
}

async function pageOf(
  fields: MultipartForm['fields'],
  pace: FarmPace | null,
  result: QuoteResult,
  status = 200,
): Promise<Response> {
  const { urls } = await webBundle()
  return await quotePage({ urls, pace, ...chosenOf(fields), result, status })
}

type Refused = PriceFileFailure | Failure

/** The choices are kept; browsers never keep the file. */
async function refusedPage(
  deps: HttpContext['deps'],
  fields: MultipartForm['fields'],
  failure: Refused,
): Promise<Response> {
  const { refused, status } = asQuoteRefusal(failure)
  return await pageOf(fields, await readPace(deps), { kind: 'refused', failure: refused }, status)
}

function asQuoteRefusal(failure: Refused): { refused: QuoteRefused; status: number } {
  switch (failure.kind) {
    case 'format_unknown':
    case 'no_filament_stated':
      return { refused: failure, status: 422 }
    case 'mesh_unreadable':
    case 'nothing_prints':
    case 'model_too_large':
    case 'measuring_unavailable':
    case 'file_empty':
      return { refused: failure, status: refusalOf(failure).status }
    case 'file_missing':
      return { refused: { kind: 'not_read', sentence: 'Choose a file first.' }, status: 400 }
    case 'file_too_large':
      return { refused: { kind: 'file_too_large', bytes: null }, status: 413 }
    case 'field_invalid':
      return 'field' in failure
        ? { refused: failure, status: 400 }
        : { refused: { kind: 'not_read', sentence: failure.message }, status: 400 }
    default: {
      const { status, error } = refusalOf(failure)
      return { refused: { kind: 'not_read', sentence: error }, status }
    }
  }
}
