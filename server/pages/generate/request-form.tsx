// The form that requests a generation. A browser without a script sends it as well: which fields count is decided by the chosen input.
import {
  maxNegativePromptCharacters,
  maxPromptCharacters,
  multiviewImages,
} from '../../domain/generation/request/request.ts'
import { FieldError, type FieldErrors, fieldMarks } from '../../html/form-fields.tsx'
import {
  type Choice,
  type Entries,
  extraText,
  inputChoices,
  modeChoices,
  type SelectOption,
  selectOptions,
  switches,
  wallThickness,
} from './request-fields.ts'

export type RequestForm = { readonly entries: Entries; readonly errors: FieldErrors }

export function RequestFields({ entries, errors }: RequestForm) {
  return (
    <div class="request">
      <Cards
        name="inputMode"
        legend="Start from"
        class="four"
        choices={inputChoices}
        chosen={entries('inputMode') || 'text'}
      />
      <Photos name="image" label="Photo" errors={errors} />
      <Photos name="images" label="Photos" errors={errors} />
      <div class="field words">
        <label for="prompt">What should it be?</label>
        <textarea
          id="prompt"
          name="prompt"
          rows="4"
          maxlength={String(maxPromptCharacters)}
          placeholder="A fox sitting, 8 cm tall, with a flat base"
          {...fieldMarks(errors, 'prompt', { hasHint: true })}
        >
          {entries('prompt')}
        </textarea>
        <FieldError name="prompt" errors={errors} />
        <p class="hint" id="prompt-hint">
          {`Up to ${maxPromptCharacters} characters. With photos alone, this text only names the model.`}
        </p>
      </div>
      <Cards
        name="mode"
        legend="Detail"
        class="two"
        choices={modeChoices}
        chosen={entries('mode') || 'fast_draft'}
        isBase
      />
      <Options entries={entries} />
    </div>
  )
}

type CardsProps = {
  readonly name: string
  readonly legend: string
  readonly class: string
  readonly choices: readonly (Choice & { readonly hint: string })[]
  readonly chosen: string
  /** The credits are the price itself, not an addition to it. */
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

type PhotosProps = {
  readonly name: 'image' | 'images'
  readonly label: string
  readonly errors: FieldErrors
}

function Photos({ name, label, errors }: PhotosProps) {
  const isSeveral = name === 'images'
  const { min, max } = multiviewImages
  return (
    <div class={`field photos ${isSeveral ? 'several' : 'single'}`} data-photos={name}>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        multiple={isSeveral}
        {...fieldMarks(errors, name, { hasHint: true })}
      />
      <FieldError name={name} errors={errors} />
      <p class="hint" id={`${name}-hint`}>
        {isSeveral ? `${min} to ${max} of them, ` : ''}PNG, JPEG or WebP, up to 10 MB
        {isSeveral ? ' each' : ''}. A plain background works best.
        <span class="scripted-only"> Drop or paste {isSeveral ? 'them' : 'it'} here.</span>
      </p>
      <ul class="previews" hidden></ul>
    </div>
  )
}

function Options({ entries }: { entries: Entries }) {
  const isChanged = [...selectOptions, { name: 'style' }, ...switches].some(
    ({ name }) => entries(name) !== '',
  )
  return (
    <details class="more-options" open={isChanged}>
      <summary>More options</summary>
      <div class="option-grid">
        <TextOption name="style" label="Style" placeholder="low poly, art deco" entries={entries} />
        {selectOptions.map((option) => (
          <Select option={option} entries={entries} />
        ))}
        <div class="field">
          <label for="wallThicknessMm">Wall of a hollow model</label>
          <div class="with-unit">
            <input
              id="wallThicknessMm"
              name="wallThicknessMm"
              type="number"
              inputmode="decimal"
              min={String(wallThickness.min)}
              max={String(wallThickness.max)}
              step="0.1"
              value={entries('wallThicknessMm') || String(wallThickness.usual)}
            />
            <span>mm</span>
          </div>
        </div>
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

function Select({ option, entries }: { option: SelectOption; entries: Entries }) {
  const { name, label, choices, selected, hint } = option
  const chosen = entries(name) || selected
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select
        id={name}
        name={name}
        {...(hint !== undefined && { 'aria-describedby': `${name}-hint` })}
      >
        {choices.map(({ value, words, credits }) => (
          <option value={value} selected={value === chosen}>
            {credits === undefined ? words : `${words} (${extraText(credits)})`}
          </option>
        ))}
      </select>
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextOptionProps = {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly maxlength?: number
  readonly entries: Entries
}

function TextOption({ name, label, placeholder, maxlength = 200, entries }: TextOptionProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="text"
        maxlength={String(maxlength)}
        placeholder={placeholder}
        autocomplete="off"
        value={entries(name)}
      />
    </div>
  )
}
