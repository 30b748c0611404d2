// The form of a basket's line that changes what is printed. It shows the new price before it stores anything.

import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { editLine, type EditedLine as Outcome } from '../../../domain/cart/edit-line.ts'
import { findBasket, type Visitor } from '../../../domain/cart/use-basket.ts'
import { readCountry } from '../../../domain/catalog/countries.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { payPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { linePlace } from '../../../pages/cart/cart-parts.tsx'
import { withCountry } from '../../../pages/cart/with-country.ts'
import { english, type Words } from '../../../pages/languages/words.ts'
import { wrongRangesOf } from '../../../pages/quotes/options/field-problems.ts'
import { customColorChoice } from '../../../pages/quotes/options/options.tsx'
import { isColorMissing } from '../../../pages/quotes/options/order-fields.ts'
import { anyText, type Field } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form } from '../../middleware/form.ts'
import { visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { type EditedLine, renderBasket } from './basket-pages.ts'
import { readCents } from './shown-cents.ts'

const settingNames = [
  'material',
  'quality',
  'color',
  'customColor',
  'infill',
  'layerHeight',
  'nozzleDiameter',
] as const

/** The settings as they were typed. The form of a sliced file has no infill, layers and nozzle. */
const typedSettings: Field<ReadonlyMap<string, string>> = {
  read: (field) => {
    const typed = typedIn(field)
    const errors = settingErrors(english, typed)
    return hasErrors(errors) ? fail(errors) : ok(typed)
  },
}

const typedIn = (field: (name: string) => string): ReadonlyMap<string, string> =>
  new Map(settingNames.map((name) => [name, field(name)]))

/** Returns the errors of the typed settings, by field. */
function settingErrors(words: Words, typed: ReadonlyMap<string, string>): FieldErrors {
  const isSliced = typed.get('infill') === '' && typed.get('nozzleDiameter') === ''
  const ranges = wrongRangesOf(new Map([...typed, ['quantity', '1']]), { isSliced })
  const numbers = [...ranges].map(([name, range]) => {
    const [min, max] = [words.number(range.min), words.number(range.max)]
    const key = name === 'layerHeight' ? 'editor.layerHeightWrong' : 'editor.numberWrong'
    return [name, words.text(key, { min, max })] as const
  })
  return {
    ...(isColorMissing(typed) && { customColor: words.text('editor.colorMissing') }),
    ...Object.fromEntries(numbers),
  }
}

export const lineSettingsForm = form({
  path: '/basket/lines/:id/settings',
  access: visitors,
  fields: {
    settings: typedSettings,
    version: anyText,
    shownCents: anyText,
    only: anyText,
    country: anyText,
  },
  act: editSettings,
  done: (http, { request, caller: visitor, params: { id }, body }, outcome) => {
    const { country, settings, version } = body
    if (outcome.kind === 'stored') return `${withCountry('/basket', country)}#${linePlace(id)}`
    if (outcome.kind === 'order_kept') return payPageUrl(outcome.order.code, '')
    const newCents = outcome.line.price.printCents
    const typed = (name: string) => settings.get(name) ?? ''
    return renderEdited(
      http,
      { request, visitor },
      {
        country,
        edited: { id, typed, version, errors: () => ({}), newCents, failure: null },
      },
    )
  },
  refuse: async (http, { request, caller: visitor, params: { id } }, refused) => {
    const { failure, typedIn: field, status } = refused
    // The line is shown as it is now, and not as it was typed over another state.
    const isChanged = failure?.kind === 'basket_line_changed'
    const typed = isChanged ? null : field
    const version = isChanged ? null : field('version')
    const errors = (words: Words) => (failure === null ? settingErrors(words, typedIn(field)) : {})
    const edited = { id, typed, version, errors, newCents: null, failure }
    return await renderEdited(
      http,
      { request, visitor },
      { country: field('country'), edited, status },
    )
  },
})

type SettingsForm = {
  readonly settings: ReadonlyMap<string, string>
  readonly version: string
  readonly shownCents: string
  /** 'price': the price is shown again, and nothing is stored. */
  readonly only: string
  readonly country: string
}

async function editSettings(
  { deps, clientAddress }: HttpContext,
  { request, caller, params, body }: Input<Visitor, 'id', SettingsForm>,
): Promise<Result<Outcome, Failure>> {
  const slot = await consumeRateLimit(deps, 'line-settings', clientAddress(request))
  if (!slot.ok) return slot
  const basket = await findBasket(deps, caller)
  if (basket === null) return fail({ kind: 'basket_line_not_found' })
  const { settings, version, shownCents, only } = body
  const fields = new Map(settings)
  if (fields.get('color') === customColorChoice) {
    fields.set('color', fields.get('customColor') ?? '')
  }
  fields.delete('customColor')
  return await editLine(deps, basket, {
    lineId: params.id,
    fields,
    version,
    shownCents: only === 'price' ? null : readCents(shownCents),
  })
}

type Shown = {
  readonly country: string
  readonly edited: EditedLine
  readonly status?: number
}

/** Returns the basket with the form of the line open. A line that is no longer in the basket has no form. */
async function renderEdited(
  http: HttpContext,
  { request, visitor }: { readonly request: Request; readonly visitor: Visitor },
  { country: chosen, edited, status = 200 }: Shown,
): Promise<Response> {
  const basket = await findBasket(http.deps, visitor)
  const read = readCountry(chosen)
  const country = read.ok ? { country: read.value } : {}
  const isThere = basket?.lines.some(({ id }) => id === edited.id) ?? false
  if (!isThere) {
    const gone: Failure = edited.failure ?? { kind: 'basket_line_not_found' }
    return await renderBasket(http, { request, basket, visitor }, { ...country, failure: gone })
  }
  return await renderBasket(http, { request, basket, visitor }, { ...country, edited, status })
}
