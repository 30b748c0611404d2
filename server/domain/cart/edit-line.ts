// Changes what a line of a basket is printed as. Its model and its quantity stay. The new price is shown before it is stored.

import { fail, ok, type Result } from '../base/result.ts'
import { qualityLayerHeightMm } from '../catalog/materials.ts'
import { soonDeadline } from '../measurement/estimate-filament.ts'
import type { FormFields } from '../models/read-units.ts'
import type { NewLine } from '../orders/record/order-lines.ts'
import { readPrintOptions } from '../orders/submit/order-form.ts'
import type { ProcessorFailure } from '../payments/failure.ts'
import { type Basket, type BasketLine, type LineSettings, versionOfLine } from './basket.ts'
import type { LineRefusal } from './cart.ts'
import { type StoredLine, storeLineOptions } from './change-free-line.ts'
import type { CancelOrderDeps, PricePartDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import type { CartDeps } from './ports.ts'
import { pricePart } from './price-part.ts'

type Deps = PricePartDeps & CancelOrderDeps & Pick<CartDeps, 'baskets'>

export type LineEdit = {
  readonly lineId: string
  /** The settings as a form sends them. One that is absent stays; without a layer height a mesh gets that of its quality. */
  readonly fields: FormFields
  /** `versionOfLine` of the line that the buyer saw; '' = not stated. */
  readonly version: string
  /** The price that the buyer was shown for these settings, in cents; null = none yet. */
  readonly shownCents: number | null
}

/** `priced`: nothing was stored, because the settings cost a different amount than was shown. */
export type EditedLine = StoredLine | { readonly kind: 'priced'; readonly line: NewLine }

/** Stores the settings, and cancels the order that the line waits for. Succeeds if the line already has these settings. */
export async function editLine(
  deps: Deps,
  basket: Basket,
  { lineId: sentId, fields, version, shownCents }: LineEdit,
): Promise<Result<EditedLine, CartFailure | LineRefusal | ProcessorFailure>> {
  const line = basket.lines.find(({ id }) => id === sentId)
  if (line === undefined) return fail({ kind: 'basket_line_not_found' })
  const { id: lineId } = line
  const asMesh = readSettings(line, fields)
  if (!asMesh.ok) return asMesh
  const isSame = versionOfLine(withSettings(line, asMesh.value)) === versionOfLine(line)
  if (isSame && shownCents !== null) return ok({ kind: 'stored' })
  if (version !== '' && version !== versionOfLine(line)) {
    return fail({ kind: 'basket_line_changed', lineId })
  }
  const priced = await pricePart(deps, withSettings(line, asMesh.value), soonDeadline())
  if (!priced.ok) return priced
  const isSliced = priced.value.line.size === null
  if (isSliced && slicedNames.some((name) => isOther(line, fields, name))) {
    return fail({ kind: 'basket_line_sliced', lineId })
  }
  const { printCents } = priced.value.line.price
  if (printCents !== shownCents) return ok({ kind: 'priced', line: priced.value.line })
  return await storeLineOptions(deps, basket, lineId, {
    from: settingsOf(line),
    to: isSliced ? { ...asMesh.value, ...slicedOf(line) } : asMesh.value,
    seen: { cents: printCents, quantity: line.options.quantity },
  })
}

/** What a slicer chooses. */
const slicedNames = ['infill', 'layerHeight', 'nozzleDiameter', 'nozzleFlow'] as const

const isSent = (fields: FormFields, name: string): boolean => (fields.get(name) ?? '').trim() !== ''

const isOther = (
  { options }: BasketLine,
  fields: FormFields,
  name: (typeof slicedNames)[number],
): boolean => isSent(fields, name) && fields.get(name)?.trim() !== String(options[name])

function slicedOf({ options }: BasketLine) {
  const { infill, layerHeight, nozzleDiameter, nozzleFlow } = options
  return { infill, layerHeight, nozzleDiameter, nozzleFlow }
}

function settingsOf({ options }: Pick<BasketLine, 'options'>): LineSettings {
  const { note: _note, units: _units, quantity: _quantity, ...settings } = options
  return settings
}

const withSettings = ({ file, options }: BasketLine, settings: LineSettings) => ({
  file,
  options: { ...options, ...settings },
})

function readSettings(line: BasketLine, fields: FormFields): Result<LineSettings, LineRefusal> {
  const { layerHeight, ...settings } = settingsOf(line)
  const merged = new Map(Object.entries(settings).map(([name, value]) => [name, String(value)]))
  for (const name of merged.keys()) {
    if (isSent(fields, name)) merged.set(name, fields.get(name) ?? '')
  }
  const options = readPrintOptions(merged)
  if (!options.ok) return options
  // The form of a sliced file has none of them.
  const isOfSliced = !slicedNames.some((name) => isSent(fields, name))
  const ofForm = isOfSliced ? layerHeight : qualityLayerHeightMm[options.value.quality]
  const layers = isSent(fields, 'layerHeight') ? fields.get('layerHeight') : undefined
  const read = readPrintOptions(merged.set('layerHeight', layers ?? String(ofForm)))
  return read.ok ? ok(settingsOf({ options: read.value })) : read
}
