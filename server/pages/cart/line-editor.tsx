// The form that changes what a line of the basket is printed as. It stands beside the form of the quantities and belongs to its own form
// by the attribute `form`, because forms cannot be nested.

import { type BasketLine, versionOfLine } from '../../domain/cart/basket.ts'
import { isStockColor, stockColors } from '../../domain/catalog/colors.ts'
import {
  materialNames,
  qualityLayerHeightMm,
  qualityNames,
} from '../../domain/catalog/materials.ts'
import {
  infillRange,
  layerHeightPercentRange,
  maxColorCharacters,
  noColor,
  nozzleDiametersMm,
} from '../../domain/catalog/options.ts'
import { clampLayerHeight, layerHeightRangeMm } from '../../domain/catalog/print-options.ts'
import { Field, type FieldErrors, Hidden } from '../../html/form-fields.tsx'
import { colorText } from '../base/line-text.ts'
import type { Words } from '../languages/words.ts'
import { customColorChoice } from '../quotes/options/options.tsx'

/** A line whose form was sent and is shown again. */
export type EditedView = {
  readonly id: string
  /** The values as they were typed, by field; null: those of the line, which another window has changed. */
  readonly typed: ((name: string) => string) | null
  /** The version of the line that the form was made for; '' = not stated; null: that of now. */
  readonly version: string | null
  readonly errors: FieldErrors
  /** Why nothing was saved, where no field is wrong. */
  readonly refusal: string | null
  /** The price of the line at the typed settings, in cents; null where they were refused. */
  readonly newCents: number | null
}

type EditorProps = {
  readonly words: Words
  readonly line: BasketLine
  /** A slicer has chosen infill, layers and nozzle. */
  readonly isSliced: boolean
  /** The price of the line as it is, in cents. */
  readonly cents: number
  readonly edited: EditedView | undefined
}

const formId = (lineId: string) => `edit-${lineId}`

type EditFormProps = {
  readonly line: BasketLine
  readonly country: string
  readonly edited: EditedView | undefined
}

/** The empty form that the fields of a line belong to. */
export function EditForm({ line, country, edited }: EditFormProps) {
  const { id } = line
  const version = edited?.version ?? versionOfLine(line)
  return (
    <form id={formId(id)} method="post" action={`/basket/lines/${id}/settings`} data-edit={id}>
      <Hidden name="version" value={version} />
      <Hidden name="country" value={country} />
    </form>
  )
}

export function LineEditor(props: EditorProps) {
  const { line, isSliced, edited, words } = props
  return (
    <details class="line-edit" open={edited !== undefined}>
      <summary>
        {words.text('editor.edit')}
        <span class="visually-hidden">{` ${line.file.fileName}`}</span>
      </summary>
      <div class="edit-fields">
        <Choices {...props} />
        {isSliced ? (
          <p class="hint">{words.text('editor.sliced')}</p>
        ) : (
          <SlicedSettings {...props} />
        )}
      </div>
      <p class="hint" data-without-script="">
        {words.text('editor.noQuantities')}
      </p>
      <EditResult {...props} />
    </details>
  )
}

/** The values of the form: as typed, or those of the line. */
function valuesOf({ line: { options }, edited }: EditorProps) {
  const { material, quality, color, infill, layerHeight, nozzleDiameter } = options
  const isOfQuality =
    layerHeight === clampLayerHeight(String(qualityLayerHeightMm[quality]), nozzleDiameter)
  const stored: Readonly<Record<string, string>> = {
    material,
    quality,
    color: isStockColor(color) || color === noColor ? color : customColorChoice,
    customColor: isStockColor(color) || color === noColor ? '' : color,
    infill: String(infill),
    layerHeight: isOfQuality ? '' : String(layerHeight),
    nozzleDiameter: String(nozzleDiameter),
  }
  return (name: string): string => edited?.typed?.(name) ?? stored[name] ?? ''
}

type Choice = readonly [value: string, label: string]

function Choices(props: EditorProps) {
  const { line, edited, words } = props
  const { color } = line.options
  const errors = edited?.errors ?? {}
  const value = valuesOf(props)
  const colors: readonly Choice[] = [
    ...(color === noColor ? [[noColor, words.text('editor.noColor')] as const] : []),
    ...Object.keys(stockColors).map((name) => [name, colorText(words, name)] as const),
    [customColorChoice, words.text('editor.otherColor')],
  ]
  return (
    <>
      <Select
        {...props}
        name="material"
        label={words.text('editor.material')}
        choices={materialNames.map((name) => [name, name.toUpperCase()])}
      />
      <Select {...props} name="color" label={words.text('editor.color')} choices={colors} />
      <Field
        name="customColor"
        id={`customColor-${line.id}`}
        label={words.text('editor.colorName')}
        errors={errors}
        box={{ class: 'field other-color' }}
      >
        {(field) => (
          <input
            {...field}
            form={formId(line.id)}
            type="text"
            autocomplete="off"
            maxlength={String(maxColorCharacters)}
            placeholder="#2f6f4f"
            value={value('customColor')}
            data-choice={customColorChoice}
          />
        )}
      </Field>
      <Select
        {...props}
        name="quality"
        label={words.text('editor.quality')}
        choices={qualityNames.map((name) => [name, words.text(`quality.${name}`)])}
      />
    </>
  )
}

function Select({
  name,
  label,
  choices,
  ...props
}: EditorProps & { name: string; label: string; choices: readonly Choice[] }) {
  const { line, edited } = props
  const chosen = valuesOf(props)(name)
  return (
    <Field
      name={name}
      id={`${name}-${line.id}`}
      label={label}
      {...(edited && { errors: edited.errors })}
    >
      {(field) => (
        <select {...field} form={formId(line.id)}>
          {choices.map(([value, text]) => (
            <option value={value} selected={value === chosen}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function SlicedSettings(props: EditorProps) {
  const { line, edited, words } = props
  const errors = edited?.errors ?? {}
  const value = valuesOf(props)
  const { min, max } = layerHeightPercentRange
  return (
    <>
      <Field
        name="infill"
        id={`infill-${line.id}`}
        label={words.text('editor.infill')}
        errors={errors}
      >
        {(field) => (
          <input
            {...field}
            form={formId(line.id)}
            type="number"
            inputmode="numeric"
            min={infillRange.min}
            max={infillRange.max}
            required
            value={value('infill')}
          />
        )}
      </Field>
      <Field
        name="layerHeight"
        id={`layerHeight-${line.id}`}
        label={words.text('editor.layerHeight')}
        hint={words.text('editor.layersHint', {
          min: words.number(min),
          max: words.number(max),
          standard: words.number(qualityLayerHeightMm.standard),
          premium: words.number(qualityLayerHeightMm.premium),
        })}
        errors={errors}
      >
        {(field) => (
          <input
            {...field}
            form={formId(line.id)}
            type="number"
            inputmode="decimal"
            step="any"
            min={layerHeightRangeMm(Math.min(...nozzleDiametersMm)).min}
            max={layerHeightRangeMm(Math.max(...nozzleDiametersMm)).max}
            value={value('layerHeight')}
          />
        )}
      </Field>
      <Select
        {...props}
        name="nozzleDiameter"
        label={words.text('editor.nozzle')}
        choices={nozzleDiametersMm.map((mm) => [String(mm), `${words.number(mm)} mm`])}
      />
    </>
  )
}

/** The price of the typed settings or why they were refused, and the buttons. A script draws it again at each change. */
function EditResult({ line, cents, edited, words }: EditorProps) {
  const { id } = line
  const newCents = edited?.newCents ?? null
  const isPriced = newCents !== null
  return (
    <div class="edit-result" id={`edit-result-${id}`}>
      <div role="status" id={`edit-outcome-${id}`} data-priced={id}>
        {edited === undefined ? '' : <Outcome edited={edited} cents={cents} words={words} />}
      </div>
      <div class="edit-buttons" id={`edit-buttons-${id}`} data-priced={id}>
        {isPriced ? (
          <>
            <input type="hidden" name="shownCents" value={String(newCents)} form={formId(id)} />
            <button type="submit" form={formId(id)}>
              {words.text('editor.save', { amount: words.money(newCents) })}
            </button>
            <button
              type="submit"
              class="quiet"
              form={formId(id)}
              data-without-script=""
              name="only"
              value="price"
            >
              {words.text('editor.showAgain')}
            </button>
          </>
        ) : (
          <button type="submit" class="quiet" form={formId(id)}>
            {words.text('editor.showNew')}
          </button>
        )}
      </div>
    </div>
  )
}

type OutcomeProps = { edited: EditedView; cents: number; words: Words }

function Outcome({ edited, cents, words }: OutcomeProps) {
  const { errors, refusal, newCents } = edited
  if (newCents !== null) {
    return (
      <p class="edit-price" tabindex={-1} autofocus>
        {newCents === cents
          ? words.rich('editor.samePrice', { amount: <strong>{words.money(newCents)}</strong> })
          : words.rich('editor.newPrice', {
              amount: <strong>{words.money(newCents)}</strong>,
              current: words.money(cents),
            })}
      </p>
    )
  }
  const wrong = Object.entries(errors)
  const focus = wrong.length > 0 ? {} : { tabindex: -1, autofocus: true }
  return (
    <p class="field-error" {...focus}>
      {refusal ?? `${words.text('editor.notSaved')} ${wrong.map(([, error]) => error).join(' ')}`}
    </p>
  )
}
