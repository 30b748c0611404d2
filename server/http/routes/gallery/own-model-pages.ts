// /models/{id}: a generation or an upload of the account, and the form that publishes it.
import type { AccountCaller } from '../../../domain/base/caller.ts'
import {
  findOwnFile,
  readOwnModel,
  type StoredOwnModel,
} from '../../../domain/gallery/own-model.ts'
import { publish } from '../../../domain/gallery/publish.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { titleOf } from '../../../pages/account/generations.tsx'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { type ModelPageView, modelPage } from '../../../pages/models/model-page.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { signInFor } from '../../requests/next-page.ts'
import { withProblem } from '../account/account-view.ts'
import { modelView } from './model-view.ts'
import { noPicture, pictureResponse } from './picture-response.ts'

export const ownModelPages = [
  page('GET', '/models/:id', showModel),
  page('GET', '/models/:id/picture', showPicture),
  page('POST', '/models/:id/publish', publishByForm),
]

const notices: Readonly<Record<string, ModelPageView['notice']>> = {
  withdrawn: { kind: 'info', text: 'The model is not in the gallery any more.' },
  imported: { kind: 'info', text: 'The model was fetched and is stored in your account.' },
}

async function showModel(
  http: HttpContext,
  { request, params: { id = '' }, query }: Received,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, http.deps))
  const name = Object.keys(notices).find((each) => query[each] === '1') ?? ''
  const notice = notices[name]
  return await render(http, { request, caller, id }, notice === undefined ? {} : { notice })
}

type Shown = Pick<ModelPageView, 'status' | 'notice' | 'publishing'>

/** The model in the request's path, and the caller. */
type Asked = { readonly request: Request; readonly caller: AccountCaller; readonly id: string }

async function render(
  http: HttpContext,
  { request, caller, id }: Asked,
  shown: Shown,
): Promise<Response> {
  const { deps } = http
  const own = await readOwnModel(deps, caller, id)
  if (own === null) return notFoundPage()
  const [{ urls }, visitor] = await Promise.all([browserBundle(), pageVisitor(http, request)])
  if (own.kind === 'without_model') {
    const { kind, generation } = own
    return modelPage({ ...shown, urls, visitor, kind, generation: withProblem(generation) })
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
    }),
  })
}

/** A model that cannot be printed has no price. */
const measurementOf = ({ measured }: StoredOwnModel) => (measured.ok ? measured.value : null)

async function showPicture(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  const model = caller === null ? null : await findOwnFile(http.deps, caller, id)
  if (model === null) return noPicture()
  return await pictureResponse(http, request, { model, audience: 'private' })
}

async function publishByForm(
  http: HttpContext,
  { request, params: { id = '' } }: Received,
): Promise<Response> {
  const { deps } = http
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, deps))
  const title = (await readForm(request))('title')
  const slot = await consumeRateLimit(deps, 'gallery-publish', caller.email)
  const published = slot.ok ? await publish(deps, caller, { generationId: id, title }) : slot
  if (published.ok) return seeOther(`/gallery/${published.value.id}?published=1`)
  return await refusePublishing(http, { request, caller, id }, title, published.failure)
}

const titleFailures: readonly Failure['kind'][] = ['gallery_title_invalid', 'gallery_title_refused']

async function refusePublishing(
  http: HttpContext,
  asked: Asked,
  title: string,
  failure: Failure,
): Promise<Response> {
  if (failure.kind === 'gallery_generation_not_found') return notFoundPage()
  const { status, error } = refusalOf(failure)
  const errors = titleFailures.includes(failure.kind) ? { title: error } : {}
  const notice = { kind: 'error', text: error } as const
  return await render(http, asked, { status, notice, publishing: { title, errors } })
}
