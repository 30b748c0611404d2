// /models/{id}: a generation or an upload of the account, and the form that publishes it.
import type { AccountCaller } from '../../../domain/base/caller.ts'
import {
  findOwnFile,
  readOwnModel,
  type StoredOwnModel,
} from '../../../domain/gallery/own-model.ts'
import { publish } from '../../../domain/gallery/publish.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { titleOf } from '../../../pages/account/generations.tsx'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { type ModelPageView, modelPage } from '../../../pages/models/model-page.tsx'
import { anyText } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form, sentenceOf } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { withProblem } from '../account/account-view.ts'
import { modelView } from './model-view.ts'
import { noPicture, pictureResponse } from './picture-response.ts'

const notices: Readonly<Record<string, ModelPageView['notice']>> = {
  withdrawn: { kind: 'info', text: 'The model is not in the gallery any more.' },
  tooLate: {
    kind: 'warning',
    text: 'An engine is already making this model and has to be paid, so it can no longer be cancelled.',
  },
  ended: { kind: 'info', text: 'This generation had ended already.' },
  running: { kind: 'warning', text: 'This generation has not ended. Delete it when it has.' },
  takenDown: {
    kind: 'warning',
    text: 'An operator took this model out of the gallery. Ask support to delete it.',
  },
  imported: { kind: 'info', text: 'The model was fetched and is stored in your account.' },
}

const titleMark = (failure: Failure) => ({ title: refusalOf(failure).error })

export const ownModelPages = [
  page({
    path: '/models/:id',
    access: signedIn,
    show: async function showModel(http, input) {
      const name = Object.keys(notices).find((each) => input.query[each] === '1') ?? ''
      const notice = notices[name]
      return await render(http, input, notice === undefined ? {} : { notice })
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
      const { status, errors, field, failure } = refused
      if (failure?.kind === 'gallery_generation_not_found') return notFoundPage()
      const notice = { kind: 'error', text: sentenceOf(refused) } as const
      const publishing = { title: field('title'), errors }
      return await render(http, input, { status, notice, publishing })
    },
  }),
]

type Shown = Pick<ModelPageView, 'status' | 'notice' | 'publishing'>

async function render(
  http: HttpContext,
  { request, caller, params: { id } }: Input<AccountCaller, 'id'>,
  shown: Shown,
): Promise<Response> {
  const { deps } = http
  const own = await readOwnModel(deps, caller, id)
  if (own === null) return notFoundPage()
  const [{ urls }, visitor] = await Promise.all([browserBundle(), pageVisitor(http, request)])
  if (own.kind === 'without_model') {
    const { kind, generation } = own
    return modelPage({
      ...shown,
      urls,
      visitor,
      kind,
      generation: withProblem(generation),
      now: deps.clock.now(),
    })
  }
  const generation = own.generation === null ? null : withProblem(own.generation)
  const { measured } = own
  return modelPage({
    ...shown,
    urls,
    visitor,
    kind: 'stored',
    stored: own,
    generation,
    refusal: measured.ok ? null : refusalOf(measured.failure).error,
    model: await modelView({
      name: generation === null ? own.model.fileName : titleOf(generation),
      model: own.model,
      picture: `/models/${own.id}/picture`,
      opens3d: true,
      measurement: measurementOf(own),
      sidesMm:
        measured.ok && measured.value.kind === 'mesh' ? measured.value.report.dimensionsMm : null,
    }),
  })
}

/** A model that cannot be printed has no price. */
const measurementOf = ({ measured }: StoredOwnModel) => (measured.ok ? measured.value : null)
