// /operator/jobs: the job list, the page of one job with confirmations of changes, its file, and the button that queues
// an order.
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { isStorable, singleLine } from '../../../../domain/base/text/text.ts'
import { readJobPart } from '../../../../domain/desk/job-part.ts'
import { fetchJobFile } from '../../../../domain/farm/claim/job-file.ts'
import { isJobView, type JobView } from '../../../../domain/farm/jobs/job.ts'
import type { JobChange } from '../../../../domain/farm/ports.ts'
import { queueOrder } from '../../../../domain/farm/queue/queue-order.ts'
import { readFarm } from '../../../../domain/farm/read/read-farm.ts'
import {
  changeJob,
  listJobs,
  readJob,
  readPlate,
} from '../../../../domain/farm/reports/change-job.ts'
import type { ResliceSettings } from '../../../../domain/farm/reslice-settings.ts'
import { resliceJob } from '../../../../domain/farm/slices/reslice-job.ts'
import { type FieldErrors, hasErrors } from '../../../../html/form-fields.tsx'
import {
  type JobPageView,
  jobPage,
  platePictureFile,
} from '../../../../pages/operators/jobs/job.tsx'
import { isAction, type JobAction } from '../../../../pages/operators/jobs/job-words.tsx'
import { jobsPage } from '../../../../pages/operators/jobs/jobs.tsx'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import {
  type Field,
  optionalVersion,
  type SentFields,
  versionOr,
} from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { attachment } from '../../../responses/attachment.ts'
import { privateForADay } from '../../../responses/picture.ts'
import { plateCountFields, readParts, readPlateCounts } from '../forms/plate-counts-field.ts'
import { readScrapReason } from '../forms/scrap-reason-field.ts'
import { orderForm, refuseOnOrder } from '../orders/order-form.ts'

const path = '/operator/jobs'

const jobAction: Field<JobAction> = {
  read: (field, name) => {
    const action = field(name)
    return isAction(action) ? ok(action) : fail('Choose what to do with this job.')
  },
}

/** Action to confirm, or null when no action was requested. */
const jobRequest: Field<RequestedAction> = {
  read: (field) => {
    const action = field('action')
    return isAction(action) ? requestOf(action, (name) => field(name).trim()) : fail({})
  },
}

export const jobPages = [
  page({ path, access: viewers, show: showJobs }),
  page({
    path: `${path}/:id`,
    access: viewers,
    show: function showJob(http, { params, query, caller }) {
      const { do: asked = '', saved = '' } = query
      const notice = isAction(saved) && {
        notice: { kind: 'info', text: savedTexts[saved] } as const,
      }
      const view = { asked: isAction(asked) ? asked : null, ...notice }
      return renderJob(http, params.id, caller, view)
    },
  }),
  page({
    path: `${path}/:id/file`,
    access: viewers,
    show: async function downloadFile(http, { params, caller }) {
      const file = await fetchJobFile(http.deps, params.id)
      if (file.ok) return attachment(file.value, http.deps.temporaryFiles.remove)
      const { status, error: text } = refusalOf(file.failure)
      const notice = { kind: 'error', text } as const
      return await renderJob(http, params.id, caller, { status, asked: null, notice })
    },
  }),
  page({
    path: `${path}/:id/plate.svg`,
    access: viewers,
    show: async function drawPlate({ deps }, { params, caller }) {
      const plate = await readPlate(deps, params.id)
      if (plate === null || plate.length === 0) return deskNotFound(caller, 'job')
      return new Response(String(platePictureFile({ plate })), {
        headers: {
          'content-type': 'image/svg+xml; charset=utf-8',
          // Page links contain the job's version, so the file may be cached.
          ...privateForADay,
        },
      })
    },
  }),
  form({
    path: `${path}/:id`,
    access: operators,
    fields: {
      action: jobAction,
      asked: jobRequest,
      version: versionOr(
        'The form did not say which version of the job it was made for. Open the page again.',
      ),
    },
    act: async function changeByForm(
      http,
      { request, caller, params, body },
    ): Promise<Result<unknown, Failure>> {
      const { asked, version } = body
      const { id } = params
      if (asked.kind === 'change') {
        return await changeJob(http.deps, caller.email, { id, version, ...asked.change })
      }
      http.keepOpen?.(request)
      return await resliceJob(http.deps, caller.email, { id, version, settings: asked.settings })
    },
    done: (_http, { params, body }) => `${path}/${params.id}?saved=${body.action}`,
    refuse: (http, { caller, params }, { status, text, errors, typedIn }) => {
      const action = typedIn('action')
      const names = [
        'scrap',
        'scrapReason',
        'parts',
        'layerHeight',
        'infill',
        'supports',
        ...plateCountFields(typedIn),
      ]
      return renderJob(http, params.id, caller, {
        status,
        asked: isAction(action) ? action : null,
        typed: Object.fromEntries(names.map((name) => [name, typedIn(name).trim()])),
        errors,
        ...(hasErrors(errors) ? {} : { notice: { kind: 'error', text } }),
      })
    },
  }),
  form({
    path: `${path}/slice`,
    access: operators,
    fields: {},
    act: async function sliceFailedAgain({ deps }) {
      return ok(await deps.plateSlices.retryFailed())
    },
    done: () => `${path}?view=unsliced`,
    refuse: (http, { caller }, { status, text }) =>
      showList(http, caller, { view: 'unsliced', refused: { status, text } }),
  }),
  // Sent from the order page, which it returns to.
  form({
    ...orderForm(),
    path: '/operator/orders/:code/queue',
    fields: { version: optionalVersion },
    act: async function queueByForm({ deps }, { caller, params: { code }, body }) {
      return await queueOrder(deps, caller.email, { code, version: body.version })
    },
    refuse: refuseOnOrder(({ status, text }) => ({ status, notice: { kind: 'error', text } })),
  }),
]

async function showJobs(
  http: HttpContext,
  { query, caller: user }: Input<DeskViewer>,
): Promise<Response> {
  const { view: word = 'queued', printer: sent = '', after } = query
  const view = isJobView(word) ? word : 'queued'
  // Printer names never contain characters that cannot be stored.
  const printer = isStorable(sent) ? sent : ''
  const ignored = [
    ...(isJobView(word)
      ? []
      : [`There is no list “${singleLine(word).slice(0, 40)}”, so the queued jobs are shown.`]),
    ...(printer === sent ? [] : ['No printer has this name, so the jobs of all are shown.']),
  ]
  return await showList(http, user, { view, printer, after, ignored })
}

type JobsPageState = {
  readonly view: JobView
  readonly printer?: string
  readonly after?: string | undefined
  readonly ignored?: readonly string[]
  readonly refused?: Pick<FormRefusal, 'status' | 'text'>
}

async function showList(
  { deps }: HttpContext,
  user: DeskViewer,
  { view, printer = '', after, ignored = [], refused }: JobsPageState,
): Promise<Response> {
  const [farm, list] = await Promise.all([
    readFarm(deps, user.timeZone),
    listJobs(deps, { view, printer, after }),
  ])
  const name = printer === '' ? null : printer
  const shown = { farm, list, view, printer: name, now: deps.clock.now(), ignored }
  return jobsPage({ ...shown, ...(refused && { refused }) }, user)
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
  user: DeskViewer,
  view: Omit<JobPageView, 'part'>,
): Promise<Response> {
  const job = await readJob(deps, id)
  if (!job.ok) return deskNotFound(user, 'job')
  const part = await readJobPart(deps, job.value.job)
  return jobPage(job.value, { ...view, part }, user)
}

type RequestedAction =
  | { readonly kind: 'change'; readonly change: JobChange }
  | { readonly kind: 'slice'; readonly settings: ResliceSettings }

function requestOf(action: JobAction, text: SentFields): Result<RequestedAction, FieldErrors> {
  switch (action) {
    case 'requeue':
    case 'cancel':
      return ok({ kind: 'change', change: { action } })
    case 'finish': {
      const reason = readScrapReason(text, 'scrapReason')
      if (!reason.ok) return reason
      const scrapReason = reason.value
      const counts = readPlateCounts(text)
      if (!counts.ok) return counts
      const jobs = counts.value
      if (jobs !== undefined) {
        return ok({ kind: 'change', change: { action, scrap: 0, jobs, scrapReason } })
      }
      const scrap = readParts(text('scrap'))
      if (scrap === null) return fail({ scrap: 'Enter how many parts are scrap, 0 for none.' })
      return ok({ kind: 'change', change: { action, scrap, scrapReason } })
    }
    case 'reprint': {
      const reason = readScrapReason(text, 'scrapReason')
      if (!reason.ok) return reason
      const parts = readParts(text('parts'))
      if (parts === null || parts === 0) return fail({ parts: 'Enter how many parts are bad.' })
      return ok({ kind: 'change', change: { action, parts, scrapReason: reason.value } })
    }
    case 'slice':
      return sliceOf(text)
  }
}

function sliceOf(text: SentFields): Result<RequestedAction, FieldErrors> {
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
    supports: supportsOf[text('supports')],
  }
  return errors.size > 0 ? fail(Object.fromEntries(errors)) : ok({ kind: 'slice', settings })
}

/** For any other value, the part decides. */
const supportsOf: Readonly<Record<string, boolean>> = { yes: true, no: false }
