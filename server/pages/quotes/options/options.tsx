// Options of a part: material, color, quality, settings and quantity. Plain form fields with the names of the order
// form.

import { stockColors } from '../../../domain/catalog/colors.ts'
import {
  isQuality,
  materialNames,
  materials,
  premiumLayersSentence,
  qualityLayerHeightMm,
} from '../../../domain/catalog/materials.ts'
import {
  defaultPrintOptions,
  infillRange,
  type Material,
  maxColorCharacters,
  nozzleDiametersMm,
  quantityRange,
} from '../../../domain/catalog/options.ts'
import { layerHeightRangeMm } from '../../../domain/catalog/print-options.ts'
import { customColorRateText } from '../../../domain/pricing/custom-color.ts'
import { Field } from '../../../html/form-fields.tsx'
import { money } from '../../base/money.ts'
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

const materialWords: Readonly<Record<Material, string>> = {
  pla: 'Stiff and precise. Most parts.',
  petg: 'Tougher, and fit for outdoor use.',
  abs: 'Heat-resistant up to 90 °C.',
  asa: 'Like ABS, and it withstands sunlight.',
  tpu: 'Flexible, like rubber.',
}

type OptionsProps = {
  readonly chosen: ChosenOptions
  /** Savings at a larger quantity, or the general rule if the part is unknown. */
  readonly breaks?: string
}

export function Options({ chosen, breaks = generalBreaksText() }: OptionsProps) {
  return (
    <>
      <Materials chosen={chosen} />
      <Colors chosen={chosen} />
      <Quality chosen={chosen} />
      <Strength chosen={chosen} />
      <Quantity chosen={chosen} breaks={breaks} />
      <Advanced chosen={chosen} />
    </>
  )
}

function Materials({ chosen }: { chosen: ChosenOptions }) {
  return (
    <fieldset class="choices">
      <legend>Material</legend>
      <div class="cards materials">
        {materialNames.map((name) => (
          <label class="card">
            <input type="radio" name="material" value={name} checked={chosen.material === name} />
            <span class="card-body">
              <strong>{name.toUpperCase()}</strong>
              <span class="hint">{materialWords[name]}</span>
              <span class="rate">{money(materials()[name].centsPerGram)}/g</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Colors({ chosen }: { chosen: ChosenOptions }) {
  const isCustom = chosen.color === customColorChoice
  return (
    <fieldset class="choices">
      <legend>
        Color <output class="chosen" id="color-name"></output>
      </legend>
      <div class="swatches">
        {Object.entries(stockColors).map(([name, hex]) => (
          <label class="spool" title={name}>
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
            <span class="visually-hidden">{name}</span>
          </label>
        ))}
        <label class="spool other">
          <input type="radio" name="color" value={customColorChoice} checked={isCustom} />
          <span class="other-name">Other…</span>
        </label>
      </div>
      <div class="custom-color" id="custom-color">
        <label for="customColor">Any other color: a name or a hex value</label>
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
          We buy the spool for you: at least <span id="custom-rate">{customColorRateText()}</span>{' '}
          per gram.
        </p>
      </div>
    </fieldset>
  )
}

function Quality({ chosen }: { chosen: ChosenOptions }) {
  const choices = [
    { value: 'standard', title: 'Standard', hint: standardHint },
    { value: 'premium', title: 'Premium', hint: premiumLayersSentence },
  ] as const
  return (
    <fieldset class="choices">
      <legend>Quality</legend>
      <div class="cards two">
        {choices.map(({ value, title, hint }) => (
          <label class="card">
            <input type="radio" name="quality" value={value} checked={chosen.quality === value} />
            <span class="card-body">
              <strong>{title}</strong>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const standardHint = `Layers of ${qualityLayerHeightMm.standard} mm: good for most parts.`

/** Infill levels in words. Without JavaScript, the number is under Advanced. */
function Strength({ chosen }: { chosen: ChosenOptions }) {
  return (
    <fieldset class="choices" id="strength" hidden>
      <legend>Strength</legend>
      <div class="cards three">
        {infillPresets.map(({ name, words, infill }) => (
          <button
            type="button"
            class="preset"
            data-infill={String(infill)}
            aria-pressed={infill === chosen.infill ? 'true' : 'false'}
          >
            <strong>{name}</strong>
            <span class="hint">{words}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Quantity({ chosen, breaks }: Required<OptionsProps>) {
  return (
    <div class="quantity-row">
      <Field name="quantity" label="Quantity" isLive>
        {(field) => (
          <div class="stepper">
            <button type="button" class="quiet" data-step="-1" aria-label="One less" hidden>
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
            <button type="button" class="quiet" data-step="1" aria-label="One more" hidden>
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

function Advanced({ chosen }: { chosen: ChosenOptions }) {
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
        Advanced{' '}
        <span class="hint" id="advanced-now">
          {advancedText({ infill: String(infill), layerHeightMm, nozzleMm: nozzleDiameter })}
        </span>
      </summary>
      <AdvancedFields chosen={chosen} />
    </details>
  )
}

function AdvancedFields({ chosen }: { chosen: ChosenOptions }) {
  const layers = layerHeightRangeMm(chosen.nozzleDiameter)
  const placeholder = String(isQuality(chosen.quality) ? qualityLayerHeightMm[chosen.quality] : '')
  return (
    <div class="settings">
      <Field name="infill" label="Infill" unit="%" isLive>
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
      <Field name="layerHeight" label="Layer height" unit="mm" isLive>
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
      <Field name="nozzleDiameter" label="Nozzle">
        {(field) => (
          <select {...field}>
            {nozzleDiametersMm.map((mm) => (
              <option value={mm} selected={mm === chosen.nozzleDiameter}>
                {`${mm} mm`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
