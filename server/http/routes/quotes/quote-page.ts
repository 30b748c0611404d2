// /quote: the page that prices a model. With JavaScript the page needs only GET; without it, the browser posts the
// file.

import type { Caller } from '../../../domain/base/caller.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { terms } from '../../../domain/catalog/terms.ts'
import { farmPace } from '../../../domain/lead-time/lead-time.ts'
import { farmCalendar, shipDate } from '../../../domain/lead-time/ship-date.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { ReceivedFile } from '../../../domain/models/received-file.ts'
import { maxModelBytes, maxVisitorBytes } from '../../../domain/models/size-limit.ts'
import { workOfLines } from '../../../domain/orders/record/order-lines.ts'
import { quantityBreaks } from '../../../domain/pricing/quantity-breaks.ts'
import { keepFile, withKeptFile } from '../../../domain/quotes/kept-file.ts'
import {
  type PricedFile,
  type PriceFileFailure,
  priceFile,
} from '../../../domain/quotes/price-file.ts'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import type { PageLanguage } from '../../../pages/base/page-language.tsx'
import { pricedSupports } from '../../../pages/base/supports-line.ts'
import { english, type Words } from '../../../pages/languages/words.ts'
import type { ChangeView } from '../../../pages/quotes/changes/change-words.ts'
import { chosenOf } from '../../../pages/quotes/chosen.ts'
import { isColorMissing, orderFields } from '../../../pages/quotes/options/order-fields.ts'
import type { PriceView } from '../../../pages/quotes/price/price-lines.tsx'
import { quotePage } from '../../../pages/quotes/quote-page.tsx'
import type { QuoteRefused } from '../../../pages/quotes/refusals/refusal.ts'
import { termsPath } from '../../../pages/quotes/terms-path.ts'
import type { QuoteResult, QuoteView } from '../../../pages/quotes/view.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { countryFor } from '../../requests/country.ts'
import { inLanguage } from '../../requests/language.ts'
import { type MultipartForm, withMultipartForm } from '../../requests/multipart.ts'
import { type KeptFileFailure, keptFileText, readKeptFile } from './kept-file.ts'
import {
  fetchLinked,
  isOpened,
  type LinkedModel,
  linkedFields,
  linkedModel,
} from './linked-part.ts'

export const quotePages = [
  page({ path: '/quote', access: everyone, show: showQuote }),
  page({ path: termsPath, access: everyone, show: sendTerms }),
  post({ path: '/quote', access: everyone, respond: priceQuote }),
]

/** Sends the current terms to pages that were opened under earlier terms. */
function sendTerms({ deps: { termsSchedule } }: HttpContext): Response {
  const body = { terms: terms(), msUntilNext: termsSchedule.msUntilNext() }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

function showQuote(http: HttpContext, input: Input<null>): Promise<Response> {
  return inLanguage(input.request, http.deps, (language) => showQuoteIn(http, input, language))
}

async function showQuoteIn(
  http: HttpContext,
  { request, query }: Input<null>,
  language: PageLanguage,
): Promise<Response> {
  const view = await viewFor(http, request, language)
  const fields = linkedFields(query)
  fields.set('country', countryFor(request, { chosen: query['country'], origin: http.deps }))
  const linked = linkedModel(query['model'], query['units'])
  if (!linked.ok) return await refusedPage(http.deps, view, fields, linked.failure)
  const model = linked.value
  if (model === null) return quotePage({ ...view, ...chosenOf(fields) })
  if (!isOpened(request)) {
    const link = { model: query['model'] ?? '', fields: Object.fromEntries(fields) }
    return quotePage({ ...view, ...chosenOf(fields), link })
  }
  const { deps } = http
  const address = http.clientAddress(request)
  const slot = await consumeRateLimit(deps, 'quote-page', address)
  if (!slot.ok) return await refusedPage(deps, view, fields, slot.failure)
  const signedIn = await http.authenticate(request, ['session'])
  const sender = signedIn ?? ({ kind: 'anonymous', address } as const)
  const shown = await priceLinked(http, request, { view, fields, model, sender })
  return shown.ok ? shown.value : await refusedPage(deps, view, fields, shown.failure)
}

type Linked = {
  readonly view: QuotePageState
  readonly fields: MultipartForm['fields']
  readonly model: LinkedModel
  readonly sender: Caller
}

/** Shows the page with a linked file already priced. Agents without a key send their buyer to this link. */
async function priceLinked(
  { deps, keepOpen }: HttpContext,
  request: Request,
  { view, fields, model, sender }: Linked,
): Promise<Result<Response, QuotePageFailure>> {
  const { signal } = request
  keepOpen?.(request)
  const isVisitor = sender.kind === 'anonymous'
  const fetched = await fetchLinked(deps, model, {
    caller: isVisitor ? sender.address : sender.accountId,
    maxBytes: isVisitor ? maxVisitorBytes : maxModelBytes,
    signal,
  })
  if (!fetched.ok) return fetched
  const file = fetched.value
  try {
    // A scaled file is in millimeters.
    const units = (model.sizeMm === null ? model.units : null) ?? ''
    const form = { fields: new Map(fields).set('units', units), file, sender }
    return await priceForm(deps, view, form, signal)
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

type QuotePageState = Pick<
  QuoteView,
  'urls' | 'quoteImports' | 'visitor' | 'language' | 'pace' | 'msUntilTerms'
>

async function viewFor(
  http: HttpContext,
  request: Request,
  language: PageLanguage,
): Promise<QuotePageState> {
  // The first page of a new release waits for the script build.
  http.keepOpen?.(request)
  const [bundle, visitor, pace] = await Promise.all([
    browserBundle(),
    pageVisitor(http, request),
    readPace(http.deps),
  ])
  return {
    urls: bundle.urls,
    quoteImports: bundle.quoteImports,
    visitor,
    language,
    pace,
    msUntilTerms: http.deps.termsSchedule.msUntilNext(),
  }
}

/** Returns null when the farm's load cannot be read: a price without a date is better than no page. */
async function readPace({ farmLoad, clock, log }: HttpContext['deps']): Promise<QuoteView['pace']> {
  try {
    const calendar = farmCalendar(farmLoad)
    const pace = farmPace(await farmLoad.read())
    return { ...pace, calendar, nowMs: clock.now().getTime() }
  } catch (error) {
    log.warn('quote.lead_time_unknown', { error })
    return null
  }
}

function priceQuote(http: HttpContext, { request }: Input<null>): Promise<Response> {
  return inLanguage(request, http.deps, (language) => priceQuoteIn(http, request, language))
}

async function priceQuoteIn(
  http: HttpContext,
  request: Request,
  language: PageLanguage,
): Promise<Response> {
  const { deps, clientAddress, keepOpen } = http
  const address = clientAddress(request)
  const view = await viewFor(http, request, language)
  const slot = await consumeRateLimit(deps, 'quote-page', address)
  if (!slot.ok) return await refusedPage(deps, view, noFields, slot.failure)
  const signedIn = await http.authenticate(request, ['session'])
  const caller = signedIn ?? ({ kind: 'anonymous', address } as const)
  const maxFileBytes = signedIn === null ? maxVisitorBytes : maxModelBytes
  const { uploads, log } = deps
  let fields: MultipartForm['fields'] = noFields
  const shown = await withMultipartForm(
    request,
    { uploads, caller, log, fileField: 'file', maxFileBytes },
    async (form): Promise<Result<Response, QuotePageFailure>> => {
      keepOpen?.(request)
      fields = form.fields
      if (isColorMissing(fields)) return fail({ kind: 'color_missing' })
      const kept = form.file === null ? readKeptFile(fields, deps) : ok(null)
      if (!kept.ok) return kept
      const linked =
        form.file === null && kept.value === null
          ? linkedModel(fields.get('model'), fields.get('units'))
          : ok(null)
      if (!linked.ok) return linked
      if (linked.value !== null) {
        const model = linked.value
        return await priceLinked(http, request, { view, fields, model, sender: caller })
      }
      const price = (file: ReceivedFile | null) =>
        priceForm(deps, view, { fields, file, sender: caller }, request.signal)
      return kept.value === null
        ? await price(form.file)
        : await withKeptFile(deps, kept.value, price)
    },
  )
  if (!shown.ok) {
    const isVisitors = signedIn === null && shown.failure.kind === 'file_too_large'
    const failure = isVisitors ? { kind: 'visitor_file_too_large' as const } : shown.failure
    return await refusedPage(deps, view, fields, failure)
  }
  return shown.value
}

const noFields: MultipartForm['fields'] = new Map()

async function priceForm(
  deps: HttpContext['deps'],
  view: QuotePageState,
  { fields, file, sender }: Pick<MultipartForm, 'fields' | 'file'> & { readonly sender: Caller },
  signal: AbortSignal,
) {
  const input = { fields: orderFields(fields), file, signal }
  return await priceFile(deps, input, async (priced, printed, inspected) => {
    const kept = await keepFile(deps, printed, sender)
    return quotePage({
      ...view,
      ...chosenOf(fields),
      // A converted OBJ file is in millimeters.
      units: printed.units ?? '',
      result: {
        kind: 'priced',
        fileName: printed.file.fileName,
        keptFile: kept === null ? null : keptFileText(kept, deps),
        part: {
          measurement: priced.measurement,
          inspection: inspected,
          supports: priced.supports,
        },
        view: viewOf(view.language.words, priced),
        shipsBy: shipsBy(view.pace, priced, deps.clock.now()),
        picture: inspected?.picture ?? null,
        changes: changesOf(priced),
        breaks: quantityBreaks(priced.measurement, priced.options),
      },
    })
  })
}

/** Overhangs are not compared because that would take a second inspection. */
function changesOf({ changes, measurement, explanation }: PricedFile): ChangeView | null {
  if (changes === null || measurement.kind !== 'mesh' || changes.measurement.kind !== 'mesh') {
    return null
  }
  return {
    made: changes.made,
    heightMm: [changes.measurement.report.dimensionsMm[2], measurement.report.dimensionsMm[2]],
    overhangMm2: null,
    price: changes.explanation === null ? null : [changes.explanation, explanation],
  }
}

function viewOf(words: Words, { explanation, supports, options }: PricedFile): PriceView {
  const { shippingCents, totalCents } = explanation.price
  const printed = supports === null ? null : pricedSupports(words, supports, options.material)
  return { explanation, otherCents: 0, shippingCents, totalCents, printed }
}

function shipsBy(
  pace: QuoteView['pace'],
  { explanation: { price }, options, plannedSeconds }: PricedFile,
  now: Date,
): Date | null {
  // A planned day could be earlier than the day that the order promises.
  if (pace === null || plannedSeconds === null) return null
  const { calendar } = pace
  return shipDate(pace, workOfLines([{ price, options, plannedSeconds }]), { now, calendar })
}

type QuotePageFailure = PriceFileFailure | KeptFileFailure | ColorMissing | Failure

type ColorMissing = { readonly kind: 'color_missing' }

/** Shows the page with the choices and the file of the previous price. */
async function refusedPage(
  deps: HttpContext['deps'],
  view: QuotePageState,
  fields: MultipartForm['fields'],
  failure: QuotePageFailure,
): Promise<Response> {
  const { refused, status } = asQuoteRefusal(failure)
  const kept = readKeptFile(fields, deps)
  const keptFile = kept.ok && kept.value !== null ? keptFileText(kept.value, deps) : null
  const result: QuoteResult = { kind: 'refused', failure: refused, keptFile }
  // A sentence of the API is in English, and so is its page.
  const language =
    refused.kind === 'not_read' ? { ...view.language, words: english } : view.language
  const refusalPage = quotePage({ ...view, ...chosenOf(fields), language, result, status })
  return isOfTables(failure) ? withRefusalHeaders(refusalPage, failure) : refusalPage
}

/** Whether the tables of refusals contain the failure. Others are specific to this page; their status determines their code. */
const isOfTables = (failure: QuotePageFailure): failure is Failure =>
  !['color_missing', 'format_unknown', 'no_filament_stated', 'kept_file_expired'].includes(
    failure.kind,
  ) && !(failure.kind === 'field_invalid' && 'field' in failure)

function asQuoteRefusal(failure: QuotePageFailure): { refused: QuoteRefused; status: number } {
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
    case 'kept_file_expired':
      return { refused: failure, status: 410 }
    case 'file_missing':
      return { refused: { kind: 'no_file' }, status: 400 }
    case 'color_missing':
      return { refused: failure, status: 400 }
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
