// /generate: the form that requests a generation, and the list of finished generations.

import type { AccountCaller } from '../../../domain/base/caller.ts'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { ok, type Result } from '../../../domain/base/result.ts'
import { readPage } from '../../../domain/base/text/page-number.ts'
import { isStorable } from '../../../domain/base/text/text.ts'
import { checkRequest } from '../../../domain/generation/check-request.ts'
import { isQueuedSet, startDrafts } from '../../../domain/generation/drafts/start-drafts.ts'
import { readOffer } from '../../../domain/generation/engine/switches.ts'
import {
  listGenerationsPage,
  readListedGeneration,
} from '../../../domain/generation/list-generations.ts'
import {
  draftsMode,
  formCost,
  formRefineCost,
  formSize,
  wantsDrafts,
} from '../../../domain/generation/request/form-cost.ts'
import { defaultOptions } from '../../../domain/generation/request/options.ts'
import { withParsedBody } from '../../../domain/generation/request/parsed-body.ts'
import {
  maxImageText,
  multiviewImages,
  type ParsedBody,
} from '../../../domain/generation/request/request.ts'
import { startGeneration } from '../../../domain/generation/start-generation.ts'
import { formKeyField } from '../../../domain/idempotency/form-key.ts'
import { type OnceByForm, onceByForm } from '../../../domain/idempotency/once-by-form.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { type GenerateView, generatePage } from '../../../pages/generation/generate-page.tsx'
import type { SentFields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { bodyFactsOf } from '../../middleware/once.ts'
import { page, post } from '../../middleware/page.ts'
import { signedInOr, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { readPath } from '../../middleware/stored-values.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { type Marks, marksOf } from '../../refusals/marks.ts'
import { messageOf, refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { signInPath } from '../../requests/next-page.ts'
import { withProblem } from '../accounts/show-account.ts'
import { type SizedBody, withGenerationBody } from './generation-body.ts'
import { promptMarks } from './prompt-marks.ts'
import { queueWithinLimit } from './queue-within-limit.ts'

const path = '/generate'

export const generatePages = [
  page({
    path,
    access: visitors,
    show: async function showGenerate(http, { request, query, caller: { caller } }) {
      const picture = query['picture']
      const fields =
        picture === undefined
          ? await typedFields(http, caller, query['again'])
          : new Map([
              ['inputMode', 'image'],
              ['imageUrl', picture],
            ])
      const shown = { page: readPage(query['page']), fields }
      return await render(http, request, caller, shown)
    },
  }),
  post({ path, access: signedInOr(signInPath(path)), respond: generateByForm }),
]

type Fields = ReadonlyMap<string, string>

/**
 * Returns the prompt and options of one of the account's earlier generations, to prefill another try. Empty for any
 * other id.
 */
async function typedFields(
  { deps }: HttpContext,
  caller: AccountCaller | null,
  id: string | undefined,
): Promise<Fields> {
  if (caller === null || id === undefined) return new Map()
  const earlier = await readListedGeneration(deps, caller, id)
  const request = earlier?.request ?? null
  if (
    earlier === null ||
    request === null ||
    request.retextureOf !== null ||
    request.refineOf !== undefined
  ) {
    return new Map()
  }
  const { inputMode, mode, style, prompt, hasPrompt = true, refineWith, ownSeed } = request
  const options = { ...request.options, ...refineWith, ...(ownSeed && { seed: null }) }
  const fields = new Map<string, string>([
    ['inputMode', inputMode],
    ['mode', refineWith === undefined ? mode : draftsMode],
  ])
  if (await deps.generationJobs.hasKeptBody(caller.accountId, earlier.id)) {
    fields.set('imagesOf', earlier.id)
  }
  if (hasPrompt) fields.set('prompt', prompt)
  if (style !== null) fields.set('style', style)
  for (const name of keysOf(defaultOptions)) {
    const value = options[name]
    if (value !== null && value !== defaultOptions[name]) fields.set(name, String(value))
  }
  return fields
}

type GenerateState = {
  readonly page: number
  readonly fields: Fields
  readonly errors?: FieldErrors
} & Pick<GenerateView, 'status' | 'notice' | 'needsCredits'>

async function render(
  http: HttpContext,
  request: Request,
  caller: AccountCaller | null,
  { page: number, fields, errors = {}, ...shown }: GenerateState,
): Promise<Response> {
  const { deps } = http
  http.keepOpen?.(request)
  const shownFields = await withoutForeign(deps, caller, fields)
  const { urls } = await browserBundle()
  const offer = await readOffer(deps)
  return generatePage({
    ...shown,
    urls,
    visitor: await pageVisitor(http, request),
    form: { entries: (name) => shownFields.get(name) ?? '', errors, offer },
    formKey: deps.ids.uuid(),
    cost: formCost(fields),
    refineCost: formRefineCost(fields),
    size: formSize(fields),
    account: caller === null ? null : await readAccount(deps, caller, number),
    samples: deps.engines.source === 'demo',
    closed: offer.isClosed,
  })
}

/** Drops picture URLs that do not belong to the account. */
async function withoutForeign(
  { images }: HttpContext['deps'],
  caller: AccountCaller | null,
  fields: Fields,
): Promise<Fields> {
  const uri = fields.get('imageUrl') ?? ''
  if (uri === '') return fields
  const picture =
    caller === null || !isStorable(uri) ? null : await images.findOwned(caller.accountId, uri)
  return picture === null ? new Map([...fields, ['imageUrl', '']]) : fields
}

async function readAccount(
  deps: HttpContext['deps'],
  caller: AccountCaller,
  number: number,
): Promise<NonNullable<GenerateView['account']>> {
  const [credits, { generations, ...list }] = await Promise.all([
    deps.credits.read(caller.accountId),
    listGenerationsPage(deps, caller, number),
  ])
  return { credits, generations: generations.map(withProblem), list }
}

/** Checks the request before it is queued, so that a problem appears next to its field. */
async function generateByForm(
  http: HttpContext,
  { request, caller }: Input<AccountCaller>,
): Promise<Response> {
  const { deps } = http
  let fields: Fields = new Map()
  const { signal } = request
  const queue = (body: SizedBody): Promise<Result<OnceByForm<string>, Failure>> =>
    withParsedBody(deps, body, async (parsed) => {
      if (parsed.kind === 'form') fields = parsed.fields
      const formKey = fields.get(formKeyField) ?? ''
      const sent = { caller, formKey, asked: ['generate', bodyFactsOf(parsed)], signal }
      return await onceByForm(deps, sent, readPath, (runId) =>
        startByForm(deps, { caller, parsed, body, signal, runId }),
      )
    })
  const queued = await withGenerationBody(request, { deps, caller }, queue)
  if (queued.ok) return seeOther(queued.value.value)
  return await refuse(http, request, { caller, fields, failure: queued.failure })
}

type SentRequest = {
  readonly caller: AccountCaller
  readonly parsed: ParsedBody
  readonly body: SizedBody
  readonly signal: AbortSignal
  readonly runId: string | null
}

/** Redirects to the page of the queued generation. */
async function startByForm(
  deps: HttpContext['deps'],
  { caller, parsed, body, signal, runId }: SentRequest,
): Promise<Result<string, Failure>> {
  const limit = { scope: 'generate-start', email: caller.email, runId } as const
  if (parsed.kind === 'form' && wantsDrafts(parsed.fields)) {
    if (await isQueuedSet(deps, caller, runId)) return ok(`/drafts/${runId}`)
    const drafts = await withinLimit(deps, limit.scope, limit.email, () =>
      startDrafts(deps, caller, { parsed, raw: body, signal, isNew: true }, runId),
    )
    return drafts.ok ? ok(`/drafts/${drafts.value.setId}`) : drafts
  }
  const started = await queueWithinLimit(deps, limit, async () => {
    const checked = await checkRequest(deps, caller, parsed, signal)
    return checked.ok ? await startGeneration(deps, caller, body, runId) : checked
  })
  return started.ok ? ok(`/models/${started.value.jobId}`) : started
}

const pictureMark = (failure: Failure, field: SentFields) => ({
  [field('inputMode') === 'multiview' ? 'front' : 'image']: messageOf(failure),
})

/** Maps failure kinds to a field and to advice in the page's wording. */
const marks: Marks = {
  ...promptMarks,
  multiview_count: { front: `Choose ${multiviewImages.min} to ${multiviewImages.max} photos.` },
  multiview_front_missing: { front: 'Choose a photo of its front.' },
  multiview_image_too_large: { front: `Choose photos of at most ${maxImageText} each.` },
  image_type_unsupported: pictureMark,
  image_unreadable: pictureMark,
  pictures_not_accepted: pictureMark,
  image_earlier_gone: pictureMark,
  image_url_foreign: pictureMark,
  image_url_unreadable: pictureMark,
}

async function refuse(
  http: HttpContext,
  request: Request,
  {
    caller,
    fields,
    failure,
  }: { readonly caller: AccountCaller; readonly fields: Fields; readonly failure: Failure },
): Promise<Response> {
  const field = (name: string) => fields.get(name) ?? ''
  const errors = marksOf(marks, failure, field)
  const [text = messageOf(failure)] = Object.values(errors)
  const isKept = ['imageUrl', 'imagesOf'].some((name) => field(name) !== '')
  const hasPhotos = (fields.get('inputMode') ?? 'text') !== 'text' && !isKept
  const shown = await render(http, request, caller, {
    page: 1,
    fields,
    status: refusalOf(failure).status,
    errors,
    notice: hasPhotos ? `${text} ${photosGone}` : text,
    needsCredits: failure.kind === 'no_credits',
  })
  return withRefusalHeaders(shown, failure)
}

const photosGone = 'Choose your photos again: browsers do not keep files.'
