// Form that requests a generation. Browsers without JavaScript send it as well: the selected input decides which fields
// are used.

import { sizeRangeMm, sizeRangeText } from '../../domain/catalog/build-volume.ts'
import { engineNames, imageTypes, viewNames } from '../../domain/generation/engine/engine.ts'
import type { Offer } from '../../domain/generation/engine/switches.ts'
import {
  maxImageText,
  maxNegativePromptCharacters,
  maxPromptCharacters,
  multiviewImages,
} from '../../domain/generation/request/request.ts'
import { usualSizeMm } from '../../domain/generation/request/size.ts'
import {
  Choice as CheckBox,
  Field,
  FieldError,
  type FieldErrors,
  fieldMarks,
  TextArea,
  TextField,
} from '../../html/form-fields.tsx'
import type { Child } from '../../html/markup.ts'
import { fileAddress } from '../base/model-file.ts'
import {
  type Entries,
  extraText,
  inputChoices,
  modeChoices,
  type RequestChoice,
  type SelectOption,
  selectOptions,
  switches,
  viewLabels,
  wallThickness,
} from './request-fields.ts'

export type RequestForm = {
  readonly entries: Entries
  readonly errors: FieldErrors
  /** Engines that can currently be selected. */
  readonly offer: Pick<Offer, 'off' | 'isOffered'>
}

export function RequestFields({ entries, errors, offer }: RequestForm) {
  return (
    <div class="request">
      <Cards
        name="inputMode"
        legend="Start from"
        class="four"
        choices={inputChoices}
        chosen={entries('inputMode') || 'text'}
      />
      <Photos name="image" label="Photo" errors={errors}>
        <Chosen entries={entries} />
      </Photos>
      <Views errors={errors}>
        <KeptPhotos entries={entries} />
      </Views>
      <TextArea
        name="prompt"
        label="What should it be?"
        value={entries('prompt')}
        hint={`Up to ${maxPromptCharacters} characters. With photos alone, this text only names the model.`}
        errors={errors}
        box={{ class: 'field words' }}
        area={{
          rows: 4,
          maxlength: maxPromptCharacters,
          placeholder: 'A fox sitting, 8 cm tall, with a flat base',
        }}
      />
      <Cards
        name="mode"
        legend="Detail"
        class="three"
        choices={modeChoices}
        chosen={entries('mode') || 'fast_draft'}
        isBase
      />
      <Size entries={entries} />
      <Options entries={entries} offer={offer} />
      <CheckBox
        type="checkbox"
        id="notify"
        name="notify"
        value="true"
        label="Send me an email when it is done"
        checked={entries('notify') === 'true'}
      />
    </div>
  )
}

type CardsProps = {
  readonly name: string
  readonly legend: string
  readonly class: string
  readonly choices: readonly (RequestChoice & { readonly hint: string })[]
  readonly chosen: string
  /** Whether the credits are the price itself instead of an addition to it. */
  readonly isBase?: boolean
}

function Cards({ name, legend, class: columns, choices, chosen, isBase = false }: CardsProps) {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      <div class={`cards ${columns}`}>
        {choices.map(({ value, words, hint, credits }) => (
          <label class="card">
            <input type="radio" name={name} value={value} checked={value === chosen} />
            <span class="card-body">
              <strong>{words}</strong>
              <span class="hint">{hint}</span>
              <span class="rate">
                {isBase ? extraText(credits).replace('+', '') : extraText(credits)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Size field. If it is empty, the prompt decides, or else the default size. */
function Size({ entries }: { entries: Entries }) {
  return (
    <Field
      name="sizeMm"
      label="Size of the longest side"
      unit="mm"
      hint={`${sizeRangeText}. Empty: the size in your words, else ${usualSizeMm} mm. It can be changed afterwards.`}
    >
      {(field) => (
        <input
          {...field}
          type="number"
          inputmode="decimal"
          min={String(sizeRangeMm.min)}
          max={String(sizeRangeMm.max)}
          step="any"
          value={entries('sizeMm')}
        />
      )}
    </Field>
  )
}
const photoRule = `PNG, JPEG or WebP, up to ${maxImageText}`

type PhotosProps = {
  readonly name: 'image'
  readonly label: string
  readonly errors: FieldErrors
  readonly children: Child
}

/** Shows a picture of the account, or the photo of the last try, in place of a newly chosen photo. */
function Chosen({ entries }: { entries: Entries }) {
  const uri = entries('imageUrl')
  if (uri === '') return <KeptPhotos entries={entries} />
  return (
    <div class="chosen-picture">
      <input type="hidden" name="imageUrl" value={uri} />
      <img src={fileAddress(uri)} alt="" width="96" height="96" />
      <p class="hint">This picture of yours is used, unless you choose a photo here.</p>
    </div>
  )
}

/** Shows photos of the last try that the service still stores. */
function KeptPhotos({ entries }: { entries: Entries }) {
  const id = entries('imagesOf')
  if (id === '') return ''
  return (
    <p class="hint kept-photos">
      <input type="hidden" name="imagesOf" value={id} />
      Your photos of the last try are used again, unless you choose others here.
    </p>
  )
}

function Photos({ name, label, errors, children }: PhotosProps) {
  return (
    <div class="field photos single" data-photos={name}>
      <label for={name}>{label}</label>
      {children}
      <input
        id={name}
        name={name}
        type="file"
        accept={imageTypes.join(',')}
        {...fieldMarks(errors, name, { hasHint: true })}
      />
      <FieldError name={name} errors={errors} />
      <p class="hint" id={`${name}-hint`}>
        {photoRule}. A plain background works best. No photo? <a href="/pictures">Draw one</a>.
        <span class="scripted-only"> Drop or paste it here.</span>
      </p>
      <ul class="previews" hidden></ul>
    </div>
  )
}

/** One input per side, because an engine treats the second of two unnamed photos as the left side. */
function Views({ errors, children }: { errors: FieldErrors; children: Child }) {
  const { min, max } = multiviewImages
  return (
    <fieldset class="choices photos several" data-views="">
      <legend>Photos of its sides</legend>
      {children}
      <div class="views">
        {viewNames.map((view) => (
          <div class="field" data-photos={view}>
            <label for={view}>{viewLabels[view]}</label>
            <input
              id={view}
              name={view}
              type="file"
              accept={imageTypes.join(',')}
              {...fieldMarks(errors, view, { hasHint: false })}
            />
            <FieldError name={view} errors={errors} />
            <ul class="previews" hidden></ul>
          </div>
        ))}
      </div>
      <p class="hint">
        The front and one to {max - 1} other sides, {photoRule} each. Left and right are as the
        object sees them, the back alone is enough. At least {min} in all.
        <span class="scripted-only"> Drop or paste them here.</span>
      </p>
      <p class="hint" role="status"></p>
    </fieldset>
  )
}

function Options({ entries, offer }: Pick<RequestForm, 'entries' | 'offer'>) {
  const isChanged = [...selectOptions, { name: 'style' }, ...switches].some(
    ({ name }) => entries(name) !== '',
  )
  return (
    <details class="more-options" open={isChanged}>
      <summary>More options</summary>
      <div class="option-grid">
        <TextOption name="style" label="Style" placeholder="low poly, art deco" entries={entries} />
        {selectOptions.map((option) => (
          <Select
            option={option}
            entries={entries}
            barred={option.name === 'engine' ? barredEngines(offer) : none}
          />
        ))}
        <Field name="wallThicknessMm" label="Wall of a hollow model" unit="mm">
          {(field) => (
            <input
              {...field}
              type="number"
              inputmode="decimal"
              min={wallThickness.min}
              max={wallThickness.max}
              step="0.1"
              value={entries('wallThicknessMm') || wallThickness.usual}
            />
          )}
        </Field>
        <TextOption
          name="negativePrompt"
          label="What to avoid"
          placeholder="thin spikes"
          maxlength={maxNegativePromptCharacters}
          entries={entries}
        />
        <TextOption name="seed" label="Seed" placeholder="any whole number" entries={entries} />
      </div>
      {switches.map(({ name, value, words, credits }) => (
        <div class="choice">
          <input
            type="checkbox"
            id={name}
            name={name}
            value={value}
            checked={entries(name) === value}
          />
          <label for={name}>
            {words} <span class="muted">{extraText(credits)}</span>
          </label>
        </div>
      ))}
      <p class="hint">
        Not every engine has every option: the model’s page says what was not done.
      </p>
    </details>
  )
}

/** Values that cannot be selected now, with the reason. */
type Barred = ReadonlyMap<string, string>
const none: Barred = new Map()

const barredEngines = ({ off, isOffered }: RequestForm['offer']): Barred =>
  new Map([
    ...off.map((name) => [name, 'switched off'] as const),
    ...engineNames
      .filter((name) => !isOffered(name))
      .map((name) => [name, 'not available here'] as const),
  ])

type SelectProps = { option: SelectOption; entries: Entries; barred: Barred }

function Select({ option, entries, barred }: SelectProps) {
  const { name, label, choices, selected, hint } = option
  const chosen = entries(name) || selected
  return (
    <Field name={name} label={label} hint={hint}>
      {(field) => (
        <select {...field}>
          {choices.map(({ value, words, credits }) => (
            <option
              value={value}
              selected={value === chosen && !barred.has(value)}
              disabled={barred.has(value)}
            >
              {barred.has(value) ? `${words} (${barred.get(value)})` : choiceText(words, credits)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const choiceText = (words: string, credits: number | undefined): string =>
  credits === undefined ? words : `${words} (${extraText(credits)})`

type TextOptionProps = {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly maxlength?: number
  readonly entries: Entries
}

function TextOption({ name, label, placeholder, maxlength = 200, entries }: TextOptionProps) {
  return (
    <TextField
      name={name}
      label={label}
      value={entries(name)}
      errors={{}}
      input={{ type: 'text', maxlength, placeholder, autocomplete: 'off' }}
    />
  )
}
