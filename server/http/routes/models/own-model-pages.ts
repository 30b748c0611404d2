// /models/{id}: a generation or an upload of the account, and the form that publishes it.

import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok } from '../../../domain/base/result.ts'
import { capitalize } from '../../../domain/base/text/text.ts'
import { changeModel } from '../../../domain/changes/change-model.ts'
import { cutAxes, type ModelChangeRequest } from '../../../domain/changes/change-request.ts'
import { nameOfFile } from '../../../domain/changes/model-name.ts'
import type { Origin } from '../../../domain/changes/ports.ts'
import { removedByOperator } from '../../../domain/errors/sentences.ts'
import {
  findOwnFile,
  readOwnModel,
  type StoredOwnModel,
} from '../../../domain/gallery/own-model.ts'
import { publish } from '../../../domain/gallery/publish.ts'
import { readDraftLinks } from '../../../domain/generation/drafts/read-drafts.ts'
import { readListedGeneration } from '../../../domain/generation/list-generations.ts'
import { canBeTextured } from '../../../domain/generation/request/credit-cost.ts'
import { canRetexture, queueRetexture } from '../../../domain/generation/retexture.ts'
import { onceByForm } from '../../../domain/idempotency/once-by-form.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { defaultWallMm } from '../../../domain/measurement/part-changes.ts'
import { type ShownGeneration, titleOf } from '../../../pages/accounts/generations.tsx'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { type ModelPageView, modelPage } from '../../../pages/models/model-page.tsx'
import { withdrawnText } from '../../contract/field-texts.ts'
import {
  anyText,
  checkbox,
  type Field,
  parsedWithoutMark,
  type ValuesOf,
} from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form, sentenceOf } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { readJob, readModel } from '../../middleware/stored-values.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { messageOf, refusalOf } from '../../refusals/refusal-of.ts'
import { withProblem } from '../accounts/show-account.ts'
import { promptTooLongText } from '../generation/prompt-marks.ts'
import { queueWithinLimit } from '../generation/queue-within-limit.ts'
import { modelView } from './model-view.ts'
import { noPicture, pictureResponse } from './picture-response.ts'

/** A notice in the sentence of the refusal. */
function warningOf(failure: Failure): ModelPageView['notice'] {
  return { kind: 'warning', text: refusalOf(failure).error }
}

const notices: Readonly<Record<string, ModelPageView['notice']>> = {
  withdrawn: { kind: 'info', text: withdrawnText },
  changed: {
    kind: 'info',
    text: 'This is the changed model. The original model is unchanged.',
  },
  tooLate: warningOf({ kind: 'cancel_too_late' }),
  ended: { kind: 'info', text: 'This generation had ended already.' },
  running: warningOf({ kind: 'deletion_running' }),
  takenDown: {
    kind: 'warning',
    text: removedByOperator,
  },
  noCredits: {
    kind: 'warning',
    text: 'Your balance is too low to refine this draft. Buy credits on the account page; nothing was charged.',
  },
  inDebt: {
    kind: 'warning',
    text: 'Your account owes a payment that was reversed, so it cannot use credits. Contact us; nothing was charged.',
  },
  noRefinement: warningOf({ kind: 'refine_unsuitable' }),
  generationOff: warningOf({ kind: 'generation_off' }),
  engineOff: {
    kind: 'warning',
    text: 'The engine that you chose for this draft is switched off. Nothing was charged; try again later.',
  },
  tooOften: {
    kind: 'warning',
    text: 'You have started many generations within the hour. Nothing was charged; try again later.',
  },
  imported: { kind: 'info', text: 'The model was fetched and is stored in your account.' },
}

/** Number of derived models listed on the page of their source model. */
const madeShown = 24

const titleMark = (failure: Failure) => ({ title: refusalOf(failure).error })

const cutWords = ['none', 'plate', 'plane'] as const

/** null for an empty field. The domain validates all other values. */
const sizeOrNone: Field<number | null> = {
  read: (field, name) => ok(field(name).trim() === '' ? null : Number(field(name))),
}

const changeFields = {
  sizeMm: sizeOrNone,
  orient: checkbox,
  hollow: checkbox,
  wallMm: sizeOrNone,
  cut: parsedWithoutMark(
    (typed) => (typed === '' ? 'none' : cutWords.find((word) => word === typed)),
    'Choose how it is cut.',
  ),
  atMm: sizeOrNone,
  axis: parsedWithoutMark(
    (typed) => (typed === '' ? 'z' : cutAxes.find((axis) => axis === typed)),
    'Choose from where the plane is measured.',
  ),
  repair: checkbox,
  key: anyText,
}

const changeOf = ({
  hollow,
  wallMm,
  cut,
  atMm,
  axis,
  key: _key,
  ...change
}: ValuesOf<typeof changeFields>): ModelChangeRequest => ({
  ...change,
  hollowWallMm: hollow ? (wallMm ?? defaultWallMm) : null,
  cut:
    cut === 'none'
      ? null
      : cut === 'plate'
        ? { kind: 'plate' }
        : { kind: 'plane', axis, atMm: atMm ?? Number.NaN },
})

const formNames: Readonly<Record<string, string>> = { hollowWallMm: 'wallMm', 'cut.atMm': 'atMm' }

function changeMark(failure: Extract<Failure, { kind: 'change_field_invalid' }>) {
  const { field, rule } = failure
  return { [formNames[field] ?? field]: `${capitalize(rule)}.` }
}

const promptMark = (sentence: string) => ({ prompt: sentence })

export const ownModelPages = [
  page({
    path: '/models/:id',
    access: signedIn,
    show: async function showModel(http, input) {
      const name = Object.keys(notices).find((each) => input.query[each] === '1') ?? ''
      const notice = notices[name]
      const repainting = await typedPrompt(http, input)
      return await render(http, input, {
        ...(notice !== undefined && { notice }),
        ...(repainting !== null && { repainting }),
      })
    },
  }),
  page({
    path: '/models/:id/picture',
    access: visitors,
    show: async function showPicture(http, { request, params, caller: { caller } }) {
      const model = caller === null ? null : await findOwnFile(http.deps, caller, params.id)
      if (model === null) return noPicture()
      return await pictureResponse(http, request, { model, audience: 'private' })
    },
  }),
  form({
    path: '/models/:id/publish',
    access: signedIn,
    fields: { title: anyText },
    act: async function publishByForm({ deps }, { caller, params, body: { title } }) {
      return await withinLimit(deps, 'gallery-publish', caller.email, () =>
        publish(deps, caller, { generationId: params.id, title }),
      )
    },
    done: (_http, _input, { id }) => `/gallery/${id}?published=1`,
    marks: { gallery_title_invalid: titleMark, gallery_title_refused: titleMark },
    refuse: async (http, input, refused) => {
      const { status, errors, typedIn, failure } = refused
      if (failure?.kind === 'gallery_generation_not_found') return notFoundPage()
      const notice = { kind: 'error', text: sentenceOf(refused) } as const
      const publishing = { title: typedIn('title'), errors }
      return await render(http, input, { status, notice, publishing })
    },
  }),
  form({
    path: '/models/:id/change',
    access: signedIn,
    fields: changeFields,
    act: async function changeByForm({ deps, keepOpen }, { request, caller, params, body }) {
      keepOpen?.(request)
      const { signal } = request
      const { id } = params
      const change = changeOf(body)
      const sent = { caller, formKey: body.key, asked: ['change', id, change], signal }
      return await onceByForm(deps, sent, readModel, (runId) =>
        withinLimit(deps, 'model-change', caller.email, async () => {
          const made = await changeModel(deps, caller, { id, change, signal, runId })
          return made.ok ? ok({ id: made.value.models[0].generationId }) : made
        }),
      )
    },
    done: (_http, _input, { value: { id } }) => `/models/${id}?changed=1`,
    marks: { change_field_invalid: changeMark },
    refuse: async (http, input, refused) => {
      const { status, errors, typedIn, failure } = refused
      if (failure?.kind === 'gallery_generation_not_found') return notFoundPage()
      const text = failure?.kind === 'change_empty' ? 'Choose what to change.' : sentenceOf(refused)
      const notice = { kind: 'error', text } as const
      return await render(http, input, { status, notice, changing: { entries: typedIn, errors } })
    },
  }),
  form({
    path: '/models/:id/retexture',
    access: signedIn,
    fields: { key: anyText, prompt: anyText },
    act: async function retextureByForm({ deps }, { request, caller, params, body }) {
      const { key: formKey, prompt } = body
      const { signal } = request
      const sent = { caller, formKey, asked: ['retexture', params.id, prompt], signal }
      return await onceByForm(deps, sent, readJob, (runId) =>
        queueWithinLimit(deps, { scope: 'retexture', email: caller.email, runId }, () =>
          queueRetexture(deps, caller, { generationId: params.id, prompt }, { signal, runId }),
        ),
      )
    },
    done: (_http, _input, { value: { jobId } }) => `/models/${jobId}`,
    marks: {
      prompt_required: promptMark('Describe what it should look like.'),
      prompt_too_long: promptMark(promptTooLongText),
      nsfw: (failure) => promptMark(messageOf(failure)),
    },
    refuse: async (http, input, { status, errors, typedIn, failure }) => {
      if (failure === null || failure.kind === 'retexture_not_found') return notFoundPage()
      const text = Object.values(errors)[0] ?? messageOf(failure)
      const notice = { kind: 'error', text } as const
      return await render(http, input, {
        status,
        notice,
        repainting: { prompt: typedIn('prompt'), errors },
      })
    },
  }),
]

/** Returns the prompt of a retexture of this model, to prefill another try. */
async function typedPrompt(
  { deps }: HttpContext,
  { caller, params, query }: Input<AccountCaller, 'id'>,
): Promise<ModelPageView['repainting'] | null> {
  const earlier = await readListedGeneration(deps, caller, query['again'] ?? '')
  const request = earlier?.request ?? null
  if (request === null || request.retextureOf !== params.id) return null
  return { prompt: request.prompt, errors: {} }
}

type ModelPageState = Pick<
  ModelPageView,
  'status' | 'notice' | 'publishing' | 'changing' | 'repainting'
>

async function render(
  http: HttpContext,
  { request, caller, params: { id } }: Input<AccountCaller, 'id'>,
  shown: ModelPageState,
): Promise<Response> {
  const { deps } = http
  const own = await readOwnModel(deps, caller, id)
  if (own === null) return notFoundPage()
  const drafts = own.generation === null ? null : await readDraftLinks(deps, caller, own.generation)
  const formKey = deps.ids.uuid()
  const [{ urls }, visitor] = await Promise.all([browserBundle(), pageVisitor(http, request)])
  if (own.kind === 'without_model') {
    const { kind, generation } = own
    return modelPage({
      ...shown,
      urls,
      visitor,
      kind,
      generation: withProblem(generation),
      drafts,
      formKey,
      now: deps.clock.now(),
    })
  }
  const generation = own.generation === null ? null : withProblem(own.generation)
  const { modelChanges } = deps
  const [origin, made, isRepaintable, credits] = await Promise.all([
    modelChanges.readOrigin(caller.accountId, own.id),
    modelChanges.listMade(caller.accountId, own.id, madeShown),
    canRetexture(deps, caller, own.id),
    deps.credits.read(caller.accountId),
  ])
  const { measured } = own
  const isCut = origin !== null && origin.cut.length > 1
  return modelPage({
    ...shown,
    urls,
    visitor,
    kind: 'stored',
    stored: own,
    generation,
    drafts,
    formKey,
    origin,
    made,
    repaint: isRepaintable ? { credits, closed: deps.engines.closed === true } : null,

    refusal: measured.ok ? null : refusalOf(measured.failure).error,
    model: await modelView({
      name: nameOf(own, generation, origin),
      model: own.model,
      picture: `/models/${own.id}/picture`,
      msUntilTerms: deps.termsSchedule.msUntilNext(),
      opens3d: true,
      hasColors: own.model.format === 'glb' && mayBeTextured(generation),
      ...(isCut && { cut: { id: own.id, parts: origin.cut.length } }),
      measurement: measurementOf(own),
      // Parts of a cut fit each other only at one size.
      sidesMm:
        !isCut && measured.ok && measured.value.kind === 'mesh'
          ? measured.value.report.dimensionsMm
          : null,
    }),
  })
}

/** Returns the name of a model. The file name of a changed model begins with the description of its change. */
function nameOf(
  { model }: StoredOwnModel,
  generation: ShownGeneration | null,
  origin: Origin | null,
): string {
  if (generation !== null) return titleOf(generation)
  return origin === null ? model.fileName : nameOfFile(model.fileName)
}

/** Whether the model probably has textures, guessed from its request. Only the file itself is conclusive. */
const mayBeTextured = (generation: ShownGeneration | null): boolean => {
  const request = generation?.request ?? null
  return request !== null && (request.retextureOf !== null || canBeTextured(request))
}

/** A model that cannot be printed has no price. */
const measurementOf = ({ measured }: StoredOwnModel) => (measured.ok ? measured.value : null)
