// /operator/jobs: the list, one job with the questions before it is changed, its file, and the button that queues an order.
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { isStorable, singleLine } from '../../../../domain/base/text.ts'
import { changeJob, listJobs, readFarm, readJob } from '../../../../domain/farm/change-job.ts'
import { isJobView } from '../../../../domain/farm/job.ts'
import type { JobChange } from '../../../../domain/farm/ports.ts'
import { queueOrder } from '../../../../domain/farm/queue-order.ts'
import { fetchJobFile } from '../../../../domain/farm/report-job.ts'
import { type ResliceSettings, resliceJob } from '../../../../domain/farm/reslice-job.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import { type JobPageView, jobPage } from '../../../../pages/operators/jobs/job.tsx'
import { isAction, type JobAction } from '../../../../pages/operators/jobs/job-words.tsx'
import { jobsPage } from '../../../../pages/operators/jobs/jobs.tsx'
import { deskJobNotFound, deskOrderNotFound } from '../../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../../pages/operators/order-path.ts'
import { versionOf } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../../requests/forms.ts'
import { attachment } from '../../../responses/attachment.ts'
import { type DeskReader, forOperator, forViewer, showOrder } from '../operator-view.ts'

const path = '/operator/jobs'

export const jobPages = [
  page('GET', path, showJobs),
  page('GET', `${path}/:id`, showJob),
  page('GET', `${path}/:id/file`, downloadFile),
  page('POST', `${path}/:id`, changeByForm),
  page('POST', '/operator/orders/:code/queue', queueByForm),
]

function showJobs(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { deps } = http
  return forViewer(http, request, async (user) => {
    const { view: word = 'queued', printer: sent = '', after } = query
    const view = isJobView(word) ? word : 'queued'
    // No printer's name has a character that cannot be stored.
    const printer = isStorable(sent) ? sent : ''
    const ignored = [
      ...(isJobView(word)
        ? []
        : [`There is no list “${singleLine(word).slice(0, 40)}”, so the queued jobs are shown.`]),
      ...(printer === sent ? [] : ['No printer has this name, so the jobs of all are shown.']),
    ]
    const [farm, list] = await Promise.all([
      readFarm(deps, user.timeZone),
      listJobs(deps, { view, printer, after }),
    ])
    const name = printer === '' ? null : printer
    return jobsPage({ farm, list, view, printer: name, now: deps.clock.now(), ignored }, user)
  })
}

function showJob(
  http: HttpContext,
  { request, params: { id = '' }, query }: Received,
): Promise<Response> {
  return forViewer(http, request, (user) => {
    const { do: asked = '', saved = '' } = query
    const notice = isAction(saved) && { notice: { kind: 'info', text: savedTexts[saved] } as const }
    return renderJob(http, id, user, { asked: isAction(asked) ? asked : null, ...notice })
  })
}

const savedTexts = {
  requeue: 'Queued again.',
  cancel: 'Cancelled.',
  finish: 'Counted as printed.',
  reprint: 'The parts are queued again.',
  slice: 'Sliced. The job can be claimed now.',
} as const satisfies Record<JobAction, string>

async function renderJob(
  { deps }: HttpContext,
  id: string,
  user: DeskReader,
  view: JobPageView,
): Promise<Response> {
  const found = await readJob(deps, id)
  return found.ok ? jobPage(found.value, view, user) : deskJobNotFound(user)
}

function downloadFile(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const file = await fetchJobFile(http.deps, id)
    if (file.ok) return attachment(file.value, http.deps.temporaryFiles.remove)
    const { status, error } = refusalOf(file.failure)
    return renderJob(http, id, user, {
      status,
      asked: null,
      notice: { kind: 'error', text: error },
    })
  })
}

function changeByForm(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const field = await readForm(request)
    const names = ['scrap', 'parts', 'layerHeight', 'infill', 'supports']
    const typed = Object.fromEntries(names.map((name) => [name, field(name).trim()]))
    const action = field('action')
    if (!isAction(action))
      return renderJob(http, id, user, { status: 400, asked: null, notice: noAction })
    const refuse = (view: Partial<JobPageView>) =>
      renderJob(http, id, user, { status: 400, asked: action, typed, ...view })
    const asked = requestOf(action, typed)
    if (!asked.ok) return refuse({ errors: asked.failure })
    const version = versionOf(field('version'))
    if (version === null) return refuse({ notice: noVersion })
    const changed = await carryOut(http, request, { id, version, user, asked: asked.value })
    if (changed.ok) return seeOther(`${path}/${id}?saved=${action}`)
    const { status, error } = refusalOf(changed.failure)
    return refuse({ status, notice: { kind: 'error', text: error } })
  })
}

const noAction = { kind: 'error', text: 'Choose what to do with this job.' } as const
const noVersion = {
  kind: 'error',
  text: 'The form did not say which version of the job it was made for. Open the page again.',
} as const

type Asked =
  | { readonly kind: 'change'; readonly change: JobChange }
  | { readonly kind: 'slice'; readonly settings: ResliceSettings }

function requestOf(
  action: JobAction,
  typed: Readonly<Record<string, string>>,
): Result<Asked, FieldErrors> {
  const text = (name: string) => typed[name] ?? ''
  switch (action) {
    case 'requeue':
    case 'cancel':
      return ok({ kind: 'change', change: { action } })
    case 'finish': {
      const scrap = wholeOf(text('scrap'))
      if (scrap === null) return fail({ scrap: 'Enter how many parts are scrap, 0 for none.' })
      return ok({ kind: 'change', change: { action, scrap } })
    }
    case 'reprint': {
      const parts = wholeOf(text('parts'))
      if (parts === null || parts === 0) return fail({ parts: 'Enter how many parts are bad.' })
      return ok({ kind: 'change', change: { action, parts } })
    }
    case 'slice':
      return sliceOf(text)
  }
}

function sliceOf(text: (name: string) => string): Result<Asked, FieldErrors> {
  const errors = new Map<string, string>()
  const number = (name: string) => {
    const value = text(name)
    if (value === '') return undefined
    if (!/^\d{1,3}(\.\d{1,3})?$/.test(value)) {
      errors.set(name, 'Enter a number, or leave it empty for the value of the order.')
    }
    return Number(value)
  }
  const settings = {
    layerHeight: number('layerHeight'),
    infill: number('infill'),
    supports: text('supports') === '1',
  }
  return errors.size > 0 ? fail(Object.fromEntries(errors)) : ok({ kind: 'slice', settings })
}

const wholeOf = (text: string): number | null => (/^\d{1,2}$/.test(text) ? Number(text) : null)

type Order = { id: string; version: number; user: DeskReader; asked: Asked }

async function carryOut(
  { deps, keepOpen }: HttpContext,
  request: Request,
  { id, version, user, asked }: Order,
): Promise<Result<unknown, Failure>> {
  if (asked.kind === 'change') {
    return await changeJob(deps, user.email, { id, version, ...asked.change })
  }
  keepOpen?.(request)
  return await resliceJob(deps, user.email, { id, version, settings: asked.settings })
}

/** From the order's own page, to which it returns. */
function queueByForm(
  http: HttpContext,
  { request, params: { code = '' } }: Received,
): Promise<Response> {
  const { deps } = http
  return forOperator(http, request, async (user) => {
    const version = versionOf((await readForm(request))('version')) ?? undefined
    const queued = await queueOrder(deps, user.email, { code, version })
    if (queued.ok) return seeOther(`${orderPath(code)}?saved=1`)
    const order = await readOrderForOperators(deps, code)
    if (!order.ok) return deskOrderNotFound(user)
    const { status, error } = refusalOf(queued.failure)
    return showOrder(http, order.value, { user, status, notice: { kind: 'error', text: error } })
  })
}
