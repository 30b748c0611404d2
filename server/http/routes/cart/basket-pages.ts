// /basket and its forms. Works without JavaScript; the basket is on the server, named by a signed cookie or the account.

import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { type Basket, partCountOf } from '../../../domain/cart/basket.ts'
import type { PricedCart } from '../../../domain/cart/cart.ts'
import { changeLine } from '../../../domain/cart/change-line.ts'
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
import { quantityRange } from '../../../domain/catalog/options.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { readPartChanges, wallRangeMm } from '../../../domain/measurement/part-changes.ts'
import { maxModelBytes, maxVisitorBytes } from '../../../domain/models/size-limit.ts'
import { payPageUrl } from '../../../domain/orders/page-urls.ts'
import { readPartPicture } from '../../../domain/orders/part-picture.ts'
import { addSentPart } from '../../../domain/quotes/add-sent-part.ts'
import { basketPage, quantityId } from '../../../pages/cart/basket.tsx'
import { checkoutPath, withCountry } from '../../../pages/cart/with-country.ts'
import {
  colorMissingText,
  isColorMissing,
  orderFields,
} from '../../../pages/quotes/order-fields.ts'
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
import { type MultipartForm, withMultipartForm } from '../../requests/multipart.ts'
import { sendDrawnPicture } from '../../responses/picture.ts'
import { readKeptFile } from '../quotes/kept-file.ts'
import { cartShipsBy } from './ships-by.ts'

/** null = the line is removed. */
const quantityOrNone: Field<string | null> = {
  read: (field, name) => ok(field('remove') === '1' ? null : field(name)),
}

type TypedQuantity = (lineId: string) => string

const typedQuantities: Field<TypedQuantity> = {
  read: (field) => ok((lineId) => field(quantityId(lineId))),
}

export const basketPages = [
  page({ path: '/basket', access: visitors, show: showBasket }),
  form({
    path: '/basket',
    access: visitors,
    fields: { quantities: typedQuantities, country: anyText, next: anyText },
    act: saveBasket,
    // Goes on to the checkout if that was pressed.
    done: ({ deps }, { body }, country) =>
      seeOther(
        body.next === 'checkout' ? checkoutPath(country) : withCountry('/basket', country),
        countryCookies(body.country, deps),
      ),
    refuse: async (http, { caller: visitor }, { failure, field }) => {
      const basket = await findBasket(http.deps, visitor)
      const country = readCountry(field('country'))
      const entered = wrongLineOf(failure, field)
      return await renderBasket(
        http,
        { basket, visitor },
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
      if (basket === null) return ok(null)
      return await changeLine(deps, basket, { lineId: params.id, quantity })
    },
    done: (_http, { body }, stands) =>
      stands === null ? withCountry('/basket', body.country) : payPageUrl(stands.code, ''),
    refuse: async (http, { caller: visitor, params: { id } }, { failure, field }) => {
      const basket = await findBasket(http.deps, visitor)
      const country = readCountry(field('country'))
      return await renderBasket(
        http,
        { basket, visitor },
        {
          ...(failure !== null && { failure }),
          entered: { id, quantity: field('quantity') },
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
    { basket, visitor },
    {
      country: countryFor(request, { chosen, origin: http.deps }),
      ...(country.ok ? {} : { failure: country.failure }),
      ...(visitor.caller !== null && visitor.basketId !== null && { forget: true }),
    },
  )
  appendCookies(response.headers, countryCookies(chosen ?? '', http.deps))
  return response
}

type SavedBasket = { readonly quantities: TypedQuantity; readonly country: string }

/** Saves every quantity and reads the country, which may be none that is served. */
async function saveBasket(
  { deps }: HttpContext,
  { caller: visitor, body }: Input<Visitor, never, SavedBasket>,
): Promise<Result<ServedCountry, Failure>> {
  const basket = await findBasket(deps, visitor)
  for (const { id, options } of basket?.lines ?? []) {
    const quantity = body.quantities(id)
    if (basket === null || !isOther(quantity, options.quantity)) continue
    const changed = await changeLine(deps, basket, { lineId: id, quantity })
    if (!changed.ok) return changed
  }
  return readCountry(body.country)
}

const isOther = (typed: string, quantity: number): boolean =>
  typed !== '' && typed !== String(quantity)

function wrongLineOf(failure: Failure | null, field: SentFields): WrongLine | null {
  if (failure?.kind !== 'cart_quantity_invalid' || !('lineId' in failure)) return null
  const { lineId: id } = failure
  return id === undefined ? null : { id, quantity: field(quantityId(id)) }
}

type WrongLine = { readonly id: string; readonly quantity: string }

type Rendered = {
  readonly country?: string
  readonly failure?: Failure
  /** The line that the failure is about, and its quantity as typed. */
  readonly entered?: WrongLine
  /** The cookie's basket is the account's now. */
  readonly forget?: boolean
}

async function renderBasket(
  { deps }: HttpContext,
  { basket, visitor }: { readonly basket: Basket | null; readonly visitor: Visitor },
  { country = domesticCountry, failure, entered, forget = false }: Rendered,
): Promise<Response> {
  const headers = new Headers()
  if (forget) appendCookies(headers, [basketCookie(null, deps)])
  const refused = failure === undefined ? null : refusalOf(failure)
  const quantityError = failure === undefined ? null : quantityErrorOf(failure)
  const pageVisitor = {
    isSignedIn: visitor.caller !== null,
    basketParts: partCountOf(basket),
  }
  const shown = {
    headers,
    visitor: pageVisitor,
    ...(refused && { status: refused.status, notice: quantityError ?? refused.error }),
    ...(entered && quantityError !== null && { wrongLine: { ...entered, error: quantityError } }),
  }
  if (basket === null || basket.lines.length === 0) return basketPage(null, shown)
  const cart = await priceBasket(deps, basket, country)
  const shipsBy = await cartShipsBy(deps, cart)
  const { timeZone } = deps
  const refusals = refusalsOf(basket, cart)
  return basketPage({ basket, cart, country, refusals, shipsBy, timeZone }, shown)
}

/** The page's own sentence where the API's sentence names a field. */
const quantityErrorOf = ({ kind }: Failure): string | null =>
  kind === 'cart_quantity_invalid'
    ? `Enter a quantity from ${quantityRange.min} to ${quantityRange.max}, or remove the part.`
    : null

/** The sentences of the lines that cannot be ordered, by line id. */
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
  // Another site's form would put its parts into a new basket, in the place of the visitor's own.
  if (!isOurs(http, request)) return seeOther('/basket')
  const visitor = await visitorOf(http, request)
  const address = clientAddress(request)
  const slot = await consumeRateLimit(deps, 'basket-parts', address)
  if (!slot.ok) return await refuse(http, visitor, slot.failure)
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
      // The page with the form shows this and keeps the choices.
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
    visitor,
    isVisitors ? { kind: 'visitor_file_too_large' } : added.failure,
  )
}

/** The part, or all parts of the cut that the form names, each at the form's options. */
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
    // The price and the size that the form shows are those of one part.
    for (const name of ['cut', 'expectedCents', 'sizeMm']) fields.delete(name)
    return { ...part, fields, file: null, kept: null }
  })
  return await addAllToBasket(deps, visitor, parts)
}

/** Errors that only a form without a script can have; null when there is none. */
function wrongField(fields: MultipartForm['fields']): string | null {
  if (isColorMissing(fields)) return colorMissingText
  return readPartChanges(fields) === null ? wallText : null
}

const wallText = `Wall of the hollow part: enter ${wallRangeMm.min} to ${wallRangeMm.max} mm, or leave the part solid.`

/** Sends the picture of a line in the visitor's own basket. */
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
  const headers = { 'cache-control': 'private, max-age=86400' }
  return sendDrawnPicture(picture.value, headers)
}

async function refuse(http: HttpContext, visitor: Visitor, failure: Failure): Promise<Response> {
  const basket = await findBasket(http.deps, visitor)
  return withRefusalHeaders(await renderBasket(http, { basket, visitor }, { failure }), failure)
}
