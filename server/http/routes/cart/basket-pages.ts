// /basket and its forms. Works without JavaScript: the server stores the basket, identified by a signed cookie or the
// account.

import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { type Basket, partCountOf } from '../../../domain/cart/basket.ts'
import type { PricedCart } from '../../../domain/cart/cart.ts'
import {
  changeLine,
  changeQuantities,
  type QuantityChange,
} from '../../../domain/cart/change-line.ts'
import {
  addAllToBasket,
  findBasket,
  type PartForm,
  priceBasket,
  type Visitor,
} from '../../../domain/cart/use-basket.ts'
import {
  domesticCountry,
  readCountry,
  type ServedCountry,
} from '../../../domain/catalog/countries.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { readPartChanges, wallRangeMm } from '../../../domain/measurement/part-changes.ts'
import { maxModelBytes, maxVisitorBytes } from '../../../domain/models/size-limit.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { payPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { readPartPicture } from '../../../domain/orders/record/part-picture.ts'
import { addSentPart } from '../../../domain/quotes/add-sent-part.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import type { PageLanguage } from '../../../pages/base/page-language.tsx'
import {
  type BasketView,
  basketPage,
  lineOfQuantity,
  partsPlace,
  quantityId,
  shownQuantityId,
} from '../../../pages/cart/basket.tsx'
import { linePlace } from '../../../pages/cart/cart-parts.tsx'
import type { EditedView } from '../../../pages/cart/line-editor.tsx'
import { checkoutPath, withCountry } from '../../../pages/cart/with-country.ts'
import { english, type Words } from '../../../pages/languages/words.ts'
import {
  colorMissingText,
  isColorMissing,
  orderFields,
} from '../../../pages/quotes/options/order-fields.ts'
import { anyText, type Field, type SentFields } from '../../contract/form-fields.ts'
import { admitDrawing } from '../../middleware/admit-drawing.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form } from '../../middleware/form.ts'
import { page, post } from '../../middleware/page.ts'
import { everyone, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { isOurs, visitorOf } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import {
  failureToResponse,
  refusalOf,
  refusePicture,
  withRefusalHeaders,
} from '../../refusals/refusal-of.ts'
import { basketCookie } from '../../requests/basket-cookie.ts'
import { appendCookies } from '../../requests/cookies.ts'
import { countryCookies, countryFor } from '../../requests/country.ts'
import { repeatPost, seeOther } from '../../requests/forms.ts'
import { inLanguage } from '../../requests/language.ts'
import { type MultipartForm, withMultipartForm } from '../../requests/multipart.ts'
import { privateForADay, sendDrawnPicture } from '../../responses/picture.ts'
import { readKeptFile } from '../quotes/kept-file.ts'
import { failureSentence, isTranslated } from './cart-sentences.ts'
import { cartShipsBy } from './ships-by.ts'

/** null removes the line. */
const quantityOrNone: Field<string | null> = {
  read: (field, name) => ok(field('remove') === '1' ? null : field(name)),
}

/** The quantities that were changed on the page. */
const typedQuantities: Field<readonly QuantityChange[]> = {
  read: (field) =>
    ok(
      (field.names?.() ?? []).flatMap((name) => {
        const lineId = lineOfQuantity(name)
        if (lineId === null) return []
        const [quantity, shownQuantity] = [field(name), field(shownQuantityId(lineId))]
        const isTyped = quantity !== '' && quantity !== shownQuantity
        return isTyped ? [{ lineId, quantity, shownQuantity }] : []
      }),
    ),
}

export const basketPages = [
  page({ path: '/basket', access: visitors, show: showBasket }),
  form({
    path: '/basket',
    access: visitors,
    fields: { quantities: typedQuantities, country: anyText, next: anyText },
    act: saveBasket,
    // Continues to the checkout when that button was pressed.
    done: ({ deps }, { body }, { keptOrder, country }) => {
      if (keptOrder !== null) return payPageUrl(keptOrder.code, '')
      return seeOther(
        body.next === 'checkout' ? checkoutPath(country) : withCountry('/basket', country),
        countryCookies(body.country, deps),
      )
    },
    refuse: async (http, { request, caller: visitor }, { failure, typedIn }) => {
      const basket = await findBasket(http.deps, visitor)
      const country = readCountry(typedIn('country'))
      const entered = wrongLineOf(failure, typedIn)
      return await renderBasket(
        http,
        { request, basket, visitor },
        {
          ...(failure !== null && { failure }),
          ...(entered !== null && { entered }),
          ...(country.ok && { country: country.value }),
        },
      )
    },
  }),
  post({ path: '/basket/parts', access: everyone, respond: addPart }),
  form({
    path: '/basket/lines/:id',
    access: visitors,
    fields: { quantity: quantityOrNone, country: anyText },
    act: async function changeBasketLine({ deps }, { caller, params, body: { quantity } }) {
      const basket = await findBasket(deps, caller)
      if (basket === null) {
        return quantity === null
          ? ok({ focus: partsPlace, keptOrder: null })
          : fail({ kind: 'basket_line_not_found' as const })
      }
      const changed = await changeLine(deps, basket, { lineId: params.id, quantity })
      if (!changed.ok) return changed
      const focus = quantity === null ? partsPlace : linePlace(params.id)
      return ok({ focus, keptOrder: changed.value })
    },
    // The focus goes to the line that was changed, or to the heading of those that are left.
    done: (_http, { body }, { focus, keptOrder }) =>
      keptOrder === null
        ? `${withCountry('/basket', body.country)}#${focus}`
        : payPageUrl(keptOrder.code, ''),
    refuse: async (http, { request, caller: visitor, params: { id } }, { failure, typedIn }) => {
      const basket = await findBasket(http.deps, visitor)
      const country = readCountry(typedIn('country'))
      return await renderBasket(
        http,
        { request, basket, visitor },
        {
          ...(failure !== null && { failure }),
          entered: { id, quantity: typedIn('quantity') },
          ...(country.ok && { country: country.value }),
        },
      )
    },
  }),
  page({ path: '/basket/lines/:id/picture.png', access: visitors, show: sendPicture }),
]

async function showBasket(
  http: HttpContext,
  { request, query, caller: visitor }: Input<Visitor>,
): Promise<Response> {
  const basket = await findBasket(http.deps, visitor)
  const chosen = query['country']
  const country = readCountry(chosen)
  const response = await renderBasket(
    http,
    { request, basket, visitor },
    {
      country: countryFor(request, { chosen, origin: http.deps }),
      ...(country.ok ? {} : { failure: country.failure }),
      ...(visitor.caller !== null && visitor.basketId !== null && { forget: true }),
    },
  )
  appendCookies(response.headers, countryCookies(chosen ?? '', http.deps))
  return response
}

type BasketForm = {
  readonly quantities: readonly QuantityChange[]
  readonly country: string
}

/** `keptOrder`: the order of a line that is paid or may be; the quantities from that line on were not saved. */
type SavedBasket = { readonly country: ServedCountry; readonly keptOrder: Order | null }

/** Saves the changed quantities and reads the country. The country may be one that the service does not ship to. */
async function saveBasket(
  { deps }: HttpContext,
  { caller: visitor, body }: Input<Visitor, never, BasketForm>,
): Promise<Result<SavedBasket, Failure>> {
  const basket = await findBasket(deps, visitor)
  const changed = await changeQuantities(deps, basket, body.quantities)
  if (!changed.ok) return changed
  const country = readCountry(body.country)
  return country.ok ? ok({ country: country.value, keptOrder: changed.value }) : country
}

function wrongLineOf(failure: Failure | null, field: SentFields): WrongLine | null {
  if (failure === null || !isQuantityError(failure) || !('lineId' in failure)) return null
  const { lineId: id } = failure
  if (id === undefined) return null
  return failure.kind === 'basket_line_changed'
    ? { id, quantity: null }
    : { id, quantity: field(quantityId(id)) }
}

/** `quantity`: as typed; null = that of the line, which another window has changed. */
type WrongLine = { readonly id: string; readonly quantity: string | null }

type Rendered = {
  readonly country?: string
  readonly failure?: Failure
  /** Notice above the basket that reports no failure. */
  readonly notice?: string
  /** The line that failed, with its quantity as typed. */
  readonly entered?: WrongLine
  /** The line whose form is shown again. */
  readonly edited?: EditedLine
  readonly status?: number
  /** Whether to clear the cookie because its basket now belongs to the account. */
  readonly forget?: boolean
}

/** A line whose form is shown again. The language of its sentences follows from the page. */
export type EditedLine = Omit<EditedView, 'refusal' | 'errors'> & {
  /** Why nothing was saved, where no field is wrong. */
  readonly failure: Failure | null
  readonly errors: (words: Words) => FieldErrors
}

type BasketRequest = {
  readonly request: Request
  readonly basket: Basket | null
  readonly visitor: Visitor
}

/** Renders the basket in the visitor's language. */
export async function renderBasket(
  http: HttpContext,
  { request, ...shown }: BasketRequest,
  rendered: Rendered,
): Promise<Response> {
  return await inLanguage(request, http.deps, (language) =>
    renderIn(language, http, shown, rendered),
  )
}

async function renderIn(
  visitorLanguage: PageLanguage,
  { deps }: HttpContext,
  { basket, visitor }: Omit<BasketRequest, 'request'>,
  rendered: Rendered,
): Promise<Response> {
  const { country = domesticCountry, failure, entered, forget = false } = rendered
  const headers = new Headers()
  if (forget) appendCookies(headers, [basketCookie(null, deps)])
  const view =
    basket === null || basket.lines.length === 0 ? null : await viewOf(deps, basket, country)
  const hasEnglish = !isInCatalog(rendered) || (view !== null && hasEnglishParts(view))
  const language = hasEnglish ? undefined : visitorLanguage
  const words = language?.words ?? english
  return basketPage(view, {
    ...statusAndNotice(words, rendered),
    headers,
    language,
    visitor: { isSignedIn: visitor.caller !== null, basketParts: partCountOf(basket) },
    edited: rendered.edited && editedIn(words, rendered.edited),
    ...(entered &&
      failure !== undefined &&
      isQuantityError(failure) && {
        wrongLine: { ...entered, error: failureSentence(words, failure) },
      }),
  })
}

function statusAndNotice(words: Words, { failure, notice, status }: Rendered) {
  if (failure !== undefined) {
    return { status: refusalOf(failure).status, notice: failureSentence(words, failure) }
  }
  return { ...(status !== undefined && { status }), ...(notice !== undefined && { notice }) }
}

const editedIn = (words: Words, { failure, errors, ...edited }: EditedLine): EditedView => ({
  ...edited,
  errors: errors(words),
  refusal: failure === null ? null : failureSentence(words, failure),
})

async function viewOf(
  deps: HttpContext['deps'],
  basket: Basket,
  country: string,
): Promise<BasketView> {
  const cart = await priceBasket(deps, basket, country)
  const shipsBy = await cartShipsBy(deps, cart)
  const refusals = refusalsOf(basket, cart)
  return { basket, cart, country, refusals, shipsBy, timeZone: deps.timeZone }
}

/** Whether every sentence around the parts is in the catalog. Otherwise the whole page is in English. */
const isInCatalog = ({ failure, notice, edited }: Rendered): boolean =>
  notice === undefined &&
  [failure ?? null, edited?.failure ?? null].every((each) => each === null || isTranslated(each))

/** Whether a part has a sentence that is in English only. */
export const hasEnglishParts = ({
  refusals,
  cart,
}: Pick<BasketView, 'refusals' | 'cart'>): boolean =>
  refusals.size > 0 ||
  cart.lines.some((line) => line.kind === 'priced' && line.volumeNotes.length > 0)

/** Whether the page shows the failure at the line's quantity. */
const isQuantityError = ({ kind }: Failure): boolean =>
  kind === 'basket_line_changed' || kind === 'cart_quantity_invalid'

/** Returns the error sentences of lines that cannot be ordered, by line id. */
export function refusalsOf(basket: Basket, { lines }: PricedCart): ReadonlyMap<string, string> {
  return new Map(
    basket.lines.flatMap(({ id }, index) => {
      const line = lines[index]
      return line?.kind === 'refused' ? [[id, refusalOf(line.refusal).error] as const] : []
    }),
  )
}

async function addPart(http: HttpContext, { request }: Input<null>): Promise<Response> {
  const { deps, keepOpen, clientAddress } = http
  // A form on another site would replace the visitor's basket with a new one.
  if (!isOurs(http, request)) return seeOther('/basket')
  const visitor = await visitorOf(http, request)
  const address = clientAddress(request)
  const slot = await consumeRateLimit(deps, 'basket-parts', address)
  if (!slot.ok) return await refuse(http, { request, visitor }, slot.failure)
  const { uploads, log } = deps
  const caller = visitor.caller ?? { kind: 'anonymous' as const, address }
  const maxFileBytes = visitor.caller === null ? maxVisitorBytes : maxModelBytes
  const options = { uploads, caller, log, fileField: 'file', maxFileBytes }
  const added = await withMultipartForm(
    request,
    options,
    async ({ fields, file }): Promise<Result<Response, Failure>> => {
      keepOpen?.(request)
      const kept = file === null ? readKeptFile(fields, deps) : ok(null)
      // The quote page shows the error and keeps the choices.
      if (!kept.ok) return ok(repeatPost('/quote'))
      const wrong = wrongField(fields)
      if (wrong !== null) return fail({ kind: 'field_invalid', message: wrong })
      const part = { fields: orderFields(fields), file, kept: kept.value, sender: caller }
      const put = await addAll(deps, visitor, part, request.signal)
      if (!put.ok) return put
      const cookie = visitor.caller === null ? [basketCookie(put.value.basketId, deps)] : []
      const chosen = fields.get('country') ?? ''
      const cookies = [...cookie, ...countryCookies(chosen, deps)]
      return ok(seeOther(withCountry('/basket', chosen), cookies))
    },
  )
  if (added.ok) return added.value
  const isVisitors = visitor.caller === null && added.failure.kind === 'file_too_large'
  return await refuse(
    http,
    { request, visitor },
    isVisitors ? { kind: 'visitor_file_too_large' } : added.failure,
  )
}

/** Adds the part, or all parts of the cut that the form names, each with the form's options. */
async function addAll(
  deps: HttpContext['deps'],
  visitor: Visitor,
  part: PartForm,
  signal: AbortSignal,
): ReturnType<typeof addSentPart> {
  const { caller } = visitor
  const id = part.fields.get('cut') ?? ''
  const origin =
    caller === null || id === '' ? null : await deps.modelChanges.readOrigin(caller.accountId, id)
  if (origin === null) return await addSentPart(deps, visitor, part, signal)
  if (origin.cut.length === 0) return fail({ kind: 'model_foreign' })
  const parts = origin.cut.map(({ uri }) => {
    const fields = new Map(part.fields).set('modelUrl', uri)
    // The price and size in the form are those of a single part.
    for (const name of ['cut', 'expectedCents', 'sizeMm']) fields.delete(name)
    return { ...part, fields, file: null, kept: null }
  })
  return await addAllToBasket(deps, visitor, parts)
}

/** Returns errors that only a form without JavaScript can contain, or null. */
function wrongField(fields: MultipartForm['fields']): string | null {
  if (isColorMissing(fields)) return colorMissingText
  return readPartChanges(fields) === null ? wallText : null
}

const wallText = `Wall of the hollow part: enter ${wallRangeMm.min} to ${wallRangeMm.max} mm, or leave the part solid.`

/** Sends the picture of a line in the visitor's basket. */
async function sendPicture(
  http: HttpContext,
  { request, params: { id }, caller }: Input<Visitor, 'id'>,
): Promise<Response> {
  const { deps } = http
  const basket = await findBasket(deps, caller)
  const line = basket?.lines.find((each) => each.id === id)
  if (line === undefined) return failureToResponse({ kind: 'basket_line_not_found' })
  http.keepOpen?.(request)
  const picture = await readPartPicture(deps, line, admitDrawing(http, request))
  if (!picture.ok) return refusePicture(picture.failure)
  // The model of a line never changes.
  return sendDrawnPicture(picture.value, privateForADay)
}

async function refuse(
  http: HttpContext,
  { request, visitor }: Omit<BasketRequest, 'basket'>,
  failure: Failure,
): Promise<Response> {
  const basket = await findBasket(http.deps, visitor)
  return withRefusalHeaders(
    await renderBasket(http, { request, basket, visitor }, { failure }),
    failure,
  )
}
