// /pictures: the forms that draw and edit pictures for the account's next model.
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { isStorable } from '../../../domain/base/text/text.ts'
import { pictureNotStored } from '../../../domain/errors/sentences.ts'
import { areImagesOn } from '../../../domain/generation/engine/switches.ts'
import { listImages } from '../../../domain/generation/list-images.ts'
import { creditsText } from '../../../domain/generation/request/credit-cost.ts'
import { pictureDraftCredits } from '../../../domain/generation/request/form-cost.ts'
import { withParsedBody } from '../../../domain/generation/request/parsed-body.ts'
import { formKeyField } from '../../../domain/idempotency/form-key.ts'
import { onceByForm } from '../../../domain/idempotency/once-by-form.ts'
import { drawImage, editImage, type MadeImage } from '../../../domain/images/make-image.ts'
import { limits } from '../../../domain/limits/table.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import { type DrawView, drawPage } from '../../../pages/images/draw-page.tsx'
import { anyText } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form } from '../../middleware/form.ts'
import { bodyFactsOf } from '../../middleware/once.ts'
import { page, post } from '../../middleware/page.ts'
import { signedInOr, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { readPicture } from '../../middleware/stored-values.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { type Marks, marksOf } from '../../refusals/marks.ts'
import { messageOf, refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { signInPath } from '../../requests/next-page.ts'
import { withGenerationBody } from '../generation/generation-body.ts'
import { promptMarks } from '../generation/prompt-marks.ts'

const path = '/pictures'
const access = signedInOr(signInPath(path))

/** Number of pictures on this page. The account's list shows all. */
const latestShown = 8

/** Maps failure kinds to a field and to advice in the page's wording. */
const marks: Marks = {
  ...promptMarks,
  image_type_unsupported: { image: 'Choose a PNG, JPEG or WebP photo.' },
  image_unreadable: { image: 'This photo is damaged or incomplete. Choose another one.' },
  image_url_foreign: { image: 'This picture is not yours. Choose a photo.' },
  image_url_unreadable: { image: 'This picture is gone. Choose a photo.' },
  pictures_not_accepted: {
    image: 'Photos are not accepted here, because nothing can check them. Draw from words instead.',
  },
}

export const picturePages = [
  page({
    path,
    access: visitors,
    show: async function showDrawing(http, { request, query, caller: { caller } }) {
      return await render(http, request, caller, {
        madeUri: query['made'] ?? '',
        changingUri: query['change'] ?? '',
      })
    },
  }),
  form({
    path: '/pictures/draw',
    access,
    fields: { key: anyText, prompt: anyText, size: anyText },
    act: async function drawByForm({ deps, keepOpen }, { request, caller, body }) {
      keepOpen?.(request)
      const { key: formKey, prompt } = body
      const size = body.size === '' ? undefined : body.size
      const sent = { caller, formKey, asked: ['draw', prompt, body.size], signal: request.signal }
      return await onceByForm(deps, sent, readPicture, () =>
        withinLimit(deps, 'images-generate', caller.email, () =>
          drawImage(deps, caller, { prompt, size }),
        ),
      )
    },
    done: (http, input, { value }) => showMade(http, input, value),
    marks,
    refuse: (http, { request, caller }, { status, text, errors, typedIn, failure }) =>
      render(http, request, caller, {
        status,
        notice: {
          kind: 'error',
          text: Object.values(errors)[0] ?? (failure === null ? text : messageOf(failure)),
        },
        form: { which: 'draw', entries: typedIn, errors },
      }),
  }),
  post({ path: '/pictures/change', access, respond: changeByForm }),
]

/** Edits a picture. Reads the body here because the form contains a file. */
async function changeByForm(http: HttpContext, input: Input<AccountCaller>): Promise<Response> {
  const { deps, keepOpen } = http
  const { request, caller } = input
  keepOpen?.(request)
  let fields: ReadonlyMap<string, string> = new Map()
  const changed = await withGenerationBody(request, { deps, caller }, (body) =>
    withParsedBody(deps, body, async (parsed) => {
      if (parsed.kind === 'form') fields = parsed.fields
      const formKey = fields.get(formKeyField) ?? ''
      const asked = ['change a picture', bodyFactsOf(parsed)]
      const sent = { caller, formKey, asked, signal: request.signal }
      return await onceByForm(deps, sent, readPicture, () =>
        withinLimit(deps, 'images-edit', caller.email, () => editImage(deps, caller, parsed)),
      )
    }),
  )
  if (changed.ok) return await showMade(http, input, changed.value.value)
  return await refuseChange(http, input, fields, changed.failure)
}

async function refuseChange(
  http: HttpContext,
  { request, caller }: Input<AccountCaller>,
  fields: ReadonlyMap<string, string>,
  failure: Failure,
): Promise<Response> {
  const field = (name: string) => fields.get(name) ?? ''
  const errors = marksOf(marks, failure, field)
  const text = Object.values(errors)[0] ?? messageOf(failure)
  const changingUri = field('imageUrl')
  const response = await render(http, request, caller, {
    status: refusalOf(failure).status,
    notice: { kind: 'error', text: changingUri === '' ? `${text} ${photoGone}` : text },
    form: { which: 'change', entries: field, errors },
    changingUri,
  })
  return withRefusalHeaders(response, failure)
}

const photoGone = 'Choose your photo again: browsers do not keep files.'

/** Shows the page with the new picture. An unstored picture is available for less than an hour. */
async function showMade(
  http: HttpContext,
  { request, caller }: Pick<Input<AccountCaller>, 'request' | 'caller'>,
  { imageUrl, persisted }: Pick<MadeImage, 'imageUrl' | 'persisted'>,
): Promise<Response> {
  if (persisted) return seeOther(`${path}?${new URLSearchParams({ made: imageUrl })}`)
  const text = `${pictureNotStored} Save it now, it is gone in less than an hour: ${imageUrl}`
  return await render(http, request, caller, { notice: { kind: 'warning', text } })
}

type DrawState = Pick<DrawView, 'status' | 'notice' | 'form'> & {
  readonly madeUri?: string
  readonly changingUri?: string
}

async function render(
  http: HttpContext,
  request: Request,
  caller: AccountCaller | null,
  { madeUri = '', changingUri = '', ...view }: DrawState,
): Promise<Response> {
  const { deps } = http
  const owned = async (uri: string) =>
    caller === null || !isStorable(uri) ? null : await deps.images.findOwned(caller.accountId, uri)
  const [{ urls }, visitor, account, made, changing, isOn] = await Promise.all([
    browserBundle(),
    pageVisitor(http, request),
    caller === null ? null : readAccount(deps, caller),
    owned(madeUri),
    owned(changingUri),
    areImagesOn(deps),
  ])
  return drawPage({
    ...view,
    urls,
    visitor,
    account,
    made,
    changing,
    perDay: limits['images-day'].limit,
    modelPrice: creditsText(pictureDraftCredits),
    formKey: deps.ids.uuid(),
    samples: deps.imageModel.source === 'demo',
    closed: deps.engines.closed === true ? 'server' : isOn ? null : 'desk',
  })
}

async function readAccount(
  deps: HttpContext['deps'],
  caller: AccountCaller,
): Promise<DrawView['account']> {
  const [credits, { images, total }] = await Promise.all([
    deps.credits.read(caller.accountId),
    listImages(deps, caller, 1),
  ])
  return { credits, pictures: images.slice(0, latestShown), total }
}
