// Options of a part: material, color, quality, settings and quantity. Plain form fields with the names of the order
// form.

import { stockColors } from '../../../domain/catalog/colors.ts'
import {
  customColorCentsPerGram,
  isQuality,
  materialNames,
  materials,
  qualityFactorPercent,
  qualityLayerHeightMm,
} from '../../../domain/catalog/materials.ts'
import {
  defaultPrintOptions,
  infillRange,
  maxColorCharacters,
  nozzleDiametersMm,
  quantityRange,
} from '../../../domain/catalog/options.ts'
import { layerHeightRangeMm } from '../../../domain/catalog/print-options.ts'
import { Field } from '../../../html/form-fields.tsx'
import { colorText } from '../../base/line-text.ts'
import type { Words } from '../../languages/words.ts'
import { advancedText } from './advanced-text.ts'
import { generalBreaksText } from './breaks-text.ts'
import { infillPresets } from './presets.ts'

/** Values that the form shows. Texts are as sent. */
export type ChosenOptions = {
  readonly material: string
  readonly quality: string
  /** Stock color or `custom`. */
  readonly color: string
  readonly customColor: string
  readonly infill: number
  /** In millimeters. null uses the height of the quality. */
  readonly layerHeight: number | null
  readonly nozzleDiameter: number
  readonly quantity: number
}

export const customColorChoice = 'custom'

type OptionsProps = {
  readonly words: Words
  readonly chosen: ChosenOptions
  /** Savings at a larger quantity, or the general rule if the part is unknown. */
  readonly breaks?: string
}

export function Options({ words, chosen, breaks = generalBreaksText(words) }: OptionsProps) {
  return (
    <>
      <Materials words={words} chosen={chosen} />
      <Colors words={words} chosen={chosen} />
      <Quality words={words} chosen={chosen} />
      <Strength words={words} chosen={chosen} />
      <Quantity words={words} chosen={chosen} breaks={breaks} />
      <Advanced words={words} chosen={chosen} />
    </>
  )
}

type ChoiceProps = Pick<OptionsProps, 'words' | 'chosen'>

function Materials({ words, chosen }: ChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>{words.text('editor.material')}</legend>
      <div class="cards materials">
        {materialNames.map((name) => (
          <label class="card">
            <input type="radio" name="material" value={name} checked={chosen.material === name} />
            <span class="card-body">
              <strong>{name.toUpperCase()}</strong>
              <span class="hint">{words.text(`material.${name}`)}</span>
              <span class="rate">{words.money(materials()[name].centsPerGram)}/g</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Colors({ words, chosen }: ChoiceProps) {
  const isCustom = chosen.color === customColorChoice
  return (
    <fieldset class="choices">
      <legend>
        {words.text('editor.color')} <output class="chosen" id="color-name"></output>
      </legend>
      <div class="swatches">
        {Object.entries(stockColors).map(([name, hex]) => (
          <label class="spool" title={colorText(words, name)}>
            <input
              type="radio"
              name="color"
              value={name}
              data-hex={hex}
              checked={chosen.color === name}
            />
            <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
              <circle cx="16" cy="16" r="13" fill={hex} class="spool-color" />
              <circle cx="16" cy="16" r="15" class="spool-ring" />
            </svg>
            <span class="visually-hidden">{colorText(words, name)}</span>
          </label>
        ))}
        <label class="spool other">
          <input type="radio" name="color" value={customColorChoice} checked={isCustom} />
          <span class="other-name">{words.text('option.other')}</span>
        </label>
      </div>
      <div class="custom-color" id="custom-color">
        <label for="customColor">{words.text('option.customColor')}</label>
        <input
          id="customColor"
          name="customColor"
          type="text"
          maxlength={String(maxColorCharacters)}
          placeholder="#2f6f4f"
          autocomplete="off"
          value={chosen.customColor}
          aria-describedby="customColor-error"
        />
        <p class="field-error" id="customColor-error"></p>
        <p class="hint">
          {words.rich('option.customRate', {
            amount: <span id="custom-rate">{words.money(customColorCentsPerGram())}</span>,
          })}
        </p>
      </div>
    </fieldset>
  )
}

function Quality({ words, chosen }: ChoiceProps) {
  const heightOf = (quality: 'standard' | 'premium') => words.exact(qualityLayerHeightMm[quality])
  const choices = [
    {
      value: 'standard',
      hint: words.text('option.standardHint', { mm: heightOf('standard') }),
    },
    {
      value: 'premium',
      hint: words.text('option.premiumHint', {
        mm: heightOf('premium'),
        factor: words.exact(qualityFactorPercent.premium / 100),
      }),
    },
  ] as const
  return (
    <fieldset class="choices">
      <legend>{words.text('editor.quality')}</legend>
      <div class="cards two">
        {choices.map(({ value, hint }) => (
          <label class="card">
            <input type="radio" name="quality" value={value} checked={chosen.quality === value} />
            <span class="card-body">
              <strong>{words.text(`quality.${value}`)}</strong>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Infill levels in words. Without JavaScript, the number is under Advanced. */
function Strength({ words, chosen }: ChoiceProps) {
  return (
    <fieldset class="choices" id="strength" hidden>
      <legend>{words.text('option.strength')}</legend>
      <div class="cards three">
        {infillPresets.map(({ name, hint, infill }) => (
          <button
            type="button"
            class="preset"
            data-infill={String(infill)}
            aria-pressed={infill === chosen.infill ? 'true' : 'false'}
          >
            <strong>{words.text(name)}</strong>
            <span class="hint">{words.text(hint)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Quantity({ words, chosen, breaks }: Required<OptionsProps>) {
  return (
    <div class="quantity-row">
      <Field name="quantity" label={words.text('basket.quantity')} isLive>
        {(field) => (
          <div class="stepper">
            <button
              type="button"
              class="quiet"
              data-step="-1"
              aria-label={words.text('option.oneLess')}
              hidden
            >
              −
            </button>
            <input
              {...field}
              type="number"
              inputmode="numeric"
              min={quantityRange.min}
              max={quantityRange.max}
              value={chosen.quantity}
              aria-describedby="quantity-error breaks"
            />
            <button
              type="button"
              class="quiet"
              data-step="1"
              aria-label={words.text('option.oneMore')}
              hidden
            >
              +
            </button>
          </div>
        )}
      </Field>
      <div class="pills" id="break-pills" hidden></div>
      <p class="hint breaks" id="breaks">
        {breaks}
      </p>
    </div>
  )
}

/** Prices at larger quantities, each with a button that selects it. */
export function BreakPills({ pills }: { readonly pills: readonly BreakPill[] }) {
  return (
    <>
      {pills.map(({ quantity, each, isChosen }) => (
        <button
          type="button"
          class="pill"
          data-break={String(quantity)}
          aria-pressed={isChosen ? 'true' : 'false'}
        >
          <strong>{quantity === 1 ? '1' : `${quantity}+`}</strong> {each}
        </button>
      ))}
    </>
  )
}

export type BreakPill = {
  readonly quantity: number
  /** Such as "$2.85 each". */
  readonly each: string
  readonly isChosen: boolean
}

const defaultLayerHeightMm = qualityLayerHeightMm.standard

function Advanced({ words, chosen }: ChoiceProps) {
  const { infill, layerHeight, nozzleDiameter, quality } = chosen
  const ofQuality = isQuality(quality) ? qualityLayerHeightMm[quality] : defaultLayerHeightMm
  const layerHeightMm = layerHeight ?? ofQuality
  const isDefault =
    infill === defaultPrintOptions.infill &&
    layerHeightMm === ofQuality &&
    nozzleDiameter === defaultPrintOptions.nozzleDiameter
  return (
    <details class="advanced" id="advanced" open={!isDefault}>
      <summary>
        {words.text('option.advanced')}{' '}
        <span class="hint" id="advanced-now">
          {advancedText(words, {
            infill: String(infill),
            layerHeightMm,
            nozzleMm: nozzleDiameter,
          })}
        </span>
      </summary>
      <AdvancedFields words={words} chosen={chosen} />
    </details>
  )
}

function AdvancedFields({ words, chosen }: ChoiceProps) {
  const layers = layerHeightRangeMm(chosen.nozzleDiameter)
  const placeholder = String(isQuality(chosen.quality) ? qualityLayerHeightMm[chosen.quality] : '')
  return (
    <div class="settings">
      <Field name="infill" label={words.text('option.infill')} unit="%" isLive>
        {(field) => (
          <input
            {...field}
            type="number"
            inputmode="numeric"
            min={infillRange.min}
            max={infillRange.max}
            step="1"
            value={chosen.infill}
          />
        )}
      </Field>
      <Field name="layerHeight" label={words.text('option.layerHeight')} unit="mm" isLive>
        {(field) => (
          <input
            {...field}
            type="number"
            inputmode="decimal"
            min={layers.min}
            max={layers.max}
            step="0.01"
            value={chosen.layerHeight ?? ''}
            placeholder={placeholder}
          />
        )}
      </Field>
      <Field name="nozzleDiameter" label={words.text('editor.nozzle')}>
        {(field) => (
          <select {...field}>
            {nozzleDiametersMm.map((mm) => (
              <option value={mm} selected={mm === chosen.nozzleDiameter}>
                {`${words.exact(mm)} mm`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
