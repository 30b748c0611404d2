// /operator/shop: operators change the shop's name, logo, accent color and texts, after a preview.
import { keysOf, tableOf } from '../../../../domain/base/keys-of.ts'
import { ok, type Result } from '../../../../domain/base/result.ts'
import { megabyte } from '../../../../domain/base/text/megabytes.ts'
import { logoLimits } from '../../../../domain/branding/logo-limits.ts'
import {
  isLogoDigest,
  readAccent,
  readShopName,
  type TypedBranding,
} from '../../../../domain/branding/read-branding.ts'
import {
  type BrandingFailure,
  type CheckedBranding,
  checkBranding,
  saveBranding,
  statedOf,
  typedOf,
} from '../../../../domain/branding/save-branding.ts'
import { readShopBoard } from '../../../../domain/desk/shop.ts'
import { onceByForm } from '../../../../domain/idempotency/once-by-form.ts'
import { type FieldErrors, hasErrors } from '../../../../html/form-fields.tsx'
import { correctFields } from '../../../../pages/base/correct-fields.ts'
import { wrongFields } from '../../../../pages/operators/parts/wrong-fields.ts'
import { brandingUnchanged } from '../../../../pages/operators/shop/preview.tsx'
import { sampleMail } from '../../../../pages/operators/shop/sample-mail.tsx'
import { type ShopView, shopPage } from '../../../../pages/operators/shop/shop-page.tsx'
import { shopPath as path } from '../../../../pages/operators/shop/shop-path.ts'
import type { TypedShop } from '../../../../pages/operators/shop/typed-shop.ts'
import { anyText, type Field } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form, wrongAt } from '../../../middleware/form.ts'
import { page, post } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import { readVersion } from '../../../middleware/stored-values.ts'
import { readBytes } from '../../../requests/body.ts'
import { info, outcomeOf, problem } from '../forms/desk-list.ts'

const notices = {
  saved: info('Saved. Every process shows it within ten seconds.'),
}

/** The logo and four texts. */
const maxPreviewBytes = 2 * megabyte

const fields = {
  name: anyText,
  accent: anyText,
  logo: anyText,
  seller: anyText,
  terms: anyText,
  privacy: anyText,
  refunds: anyText,
  contact: anyText,
  reason: anyText,
} satisfies Record<keyof TypedShop, Field<string>>

export const shopPages = [
  page({
    path,
    access: viewers,
    show: function showShop(http, { query, caller }) {
      return render(http, caller, outcomeOf(notices, query['done']))
    },
  }),
  page({
    path: `${path}/mail`,
    access: viewers,
    show: async function showSampleMail({ deps }, { query }) {
      const digest = query['logo'] ?? ''
      return sampleMail(
        {
          name: readShopName(query['name'] ?? '') ?? null,
          accent: readAccent(query['accent'] ?? '') ?? null,
          logo: isLogoDigest(digest) ? await deps.brandings.findLogo(digest) : null,
        },
        deps.baseUrl,
      )
    },
  }),
  post({ path: `${path}/preview`, access: operators, respond: previewShop }),
  form({
    path: `${path}/save`,
    access: operators,
    fields: { ...fields, key: anyText, newest: anyText },
    maxBytes: maxPreviewBytes,
    act: async function saveShop({ deps }, { request: { signal }, caller, body }) {
      const { key: formKey, ...asked } = body
      const sent = { caller, formKey, asked: ['save branding', asked], signal }
      return await onceByForm(deps, sent, readVersion, async () => {
        const saved = await saveBranding(deps, caller.email, asked)
        return saved.ok ? ok({ version: saved.value.version }) : wrongAt(errorsOf(saved.failure))
      })
    },
    done: () => `${path}?done=saved`,
    refuse: (http, { caller }, { status, text, errors, typedIn }) =>
      render(http, caller, {
        status,
        notice: { ...problem(text), fields: wrongFields(errors) },
        typed: typedBy(typedIn),
        errors,
      }),
  }),
]

const typedBy = (typedIn: (name: string) => string): TypedShop => tableOf(keysOf(fields), typedIn)

/** Sentence of each failure that concerns the whole form. */
const sentences = {
  branding_unchanged: { name: brandingUnchanged },
  branding_saved_since: {
    name: 'Another version was saved since the preview. Preview it again.',
  },
} as const satisfies Record<Exclude<BrandingFailure['kind'], 'branding_wrong'>, FieldErrors>

const errorsOf = (failure: BrandingFailure): FieldErrors =>
  failure.kind === 'branding_wrong' ? markedErrors(failure.problems) : sentences[failure.kind]

/** The logo's problem stands at the field for its file. */
const markedErrors = ({
  logo,
  ...others
}: Partial<Record<keyof TypedBranding, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries({ ...others, logoFile: logo }).flatMap(([name, sentence]) =>
      sentence === undefined ? [] : [[name, sentence]],
    ),
  )

async function previewShop(
  http: HttpContext,
  { request, caller }: Input<DeskViewer>,
): Promise<Response> {
  const sent = await readPreviewForm(request)
  if (sent === null) {
    const notice = problem('Nothing was previewed, because the form is incomplete or too large.')
    return await render(http, caller, { status: 400, notice })
  }
  const typedIn = (name: string) => {
    const value = sent.get(name)
    return typeof value === 'string' ? value : ''
  }
  const logo = await chosenLogo(http, sent)
  const typed = { ...typedBy(typedIn), logo: logo.ok ? logo.value : typedIn('logo') }
  const removesLogo = sent.get('removeLogo') === '1'
  // A ticked box can be unticked: the form still names the logo.
  const kept = { removesLogo, formLogo: removesLogo ? typedIn('logo') : typed.logo }
  const checked = await checkBranding(http.deps, typed)
  const errors = {
    ...(checked.ok ? {} : errorsOf(checked.failure)),
    ...(logo.ok ? {} : { logoFile: logo.failure }),
  }
  if (hasErrors(errors)) {
    const text = `Nothing was saved. ${correctFields(errors)}`
    const notice = { ...problem(text), fields: wrongFields(errors) }
    return await render(http, caller, { status: 400, notice, typed, errors, ...kept })
  }
  return await render(http, caller, { typed, preview: checked.ok ? checked.value : null, ...kept })
}

type SentForm = Awaited<ReturnType<Response['formData']>>

/** Returns the form, or null if it is too large or no form. */
async function readPreviewForm(request: Request): Promise<SentForm | null> {
  const body = await readBytes(request, maxPreviewBytes)
  if (!body.ok) return null
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  try {
    return await new Response(body.value, { headers }).formData()
  } catch {
    return null
  }
}

/** Cleans and keeps the chosen file. Returns the digest of the logo to show, '' for none. */
async function chosenLogo({ deps }: HttpContext, sent: SentForm): Promise<Result<string, string>> {
  if (sent.get('removeLogo') === '1') return ok('')
  const file = sent.get('logoFile')
  if (file === null || typeof file === 'string' || file.size === 0) {
    const kept = sent.get('logo')
    return ok(typeof kept === 'string' ? kept : '')
  }
  // One byte above the maximum is enough to refuse it.
  const bytes = new Uint8Array(await file.slice(0, logoLimits.bytes + 1).arrayBuffer())
  const logo = await deps.cleanLogo(bytes)
  if (!logo.ok) return logo
  await deps.brandings.keepLogo(logo.value)
  return ok(logo.value.digest)
}

type Shown = Partial<Pick<ShopView, 'status' | 'notice' | 'typed' | 'errors' | 'removesLogo'>> & {
  readonly preview?: CheckedBranding | null
  /** Digest of the logo in the form; that of `typed` by default. */
  readonly formLogo?: string
}

async function render(
  { deps }: HttpContext,
  user: DeskViewer,
  { formLogo, ...shown }: Shown,
): Promise<Response> {
  const board = await readShopBoard(deps)
  const digest = formLogo ?? shown.typed?.logo
  const logo =
    digest === undefined
      ? board.branding.logo
      : isLogoDigest(digest)
        ? await deps.brandings.findLogo(digest)
        : null
  const typed = { ...typedOf(statedOf(board.branding)), reason: '' }
  return shopPage({
    errors: {},
    preview: null,
    removesLogo: false,
    logo,
    ...board,
    typed,
    ...shown,
    user,
    formKey: deps.ids.uuid(),
  })
}
