// Parts of the quote page: a single part as a line, several as a list. The page's script renders them. Without it,
// there is only one part.
import { quantityRange } from '../../../domain/catalog/options.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

type PartLine = { readonly id: number; readonly name: string }
export type PartLineProps = PartLine & { readonly words: ScriptWords }

/** A single part: its name, and a way to add another part. */
export function SinglePart({ words, id, name }: PartLineProps) {
  return (
    <div class="single-part">
      <span class="part-name">{name}</span>
      <RemoveButton words={words} id={id} name={name} />
      <AddButton words={words} />
    </div>
  )
}

type PlainPartsProps = { readonly words: ScriptWords; readonly parts: readonly PartLine[] }

/** Several parts, if their list could not be loaded. */
export function PlainParts({ words, parts }: PlainPartsProps) {
  return (
    <ul class="part-rows">
      {parts.map(({ id, name }) => (
        <li class="single-part">
          <button type="button" class="link-button part-name" data-open={String(id)}>
            {name}
          </button>
          <RemoveButton words={words} id={id} name={name} />
        </li>
      ))}
      <li>
        <AddButton words={words} />
      </li>
      <li class="not-loaded" role="alert">
        <NotLoaded words={words} what="list.notLoaded" />
      </li>
    </ul>
  )
}

export type NotLoadedProps = {
  readonly words: ScriptWords
  readonly what: 'list.notLoaded' | 'list.applyNotLoaded' | 'words.notLoaded'
}

/** A part of the page's script that did not arrive. A browser asks for it again only on a reload. */
export function NotLoaded({ words, what }: NotLoadedProps) {
  return (
    <>
      {`${words.text(what)} `}
      <button type="button" class="link-button" data-reload="">
        {words.text('list.reload')}
      </button>
    </>
  )
}

export const sortOrders = ['added', 'name', 'price', 'state'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Several parts, before their rows are filled in. */
export function PartsPanel({ words }: { readonly words: ScriptWords }) {
  return (
    <>
      <div class="parts-head">
        <h2 id="parts-title">{words.text('list.parts')}</h2>
        <label for="parts-sort">{words.text('list.sort')}</label>
        <select id="parts-sort">
          {sortOrders.map((order) => (
            <option value={order}>{words.text(`sort.${order}`)}</option>
          ))}
        </select>
      </div>
      <ul class="part-rows" id="part-rows" aria-labelledby="parts-title"></ul>
      <div class="parts-foot">
        <p>
          <span id="parts-count"></span>
          <strong id="parts-total"></strong>
        </p>
        <AddButton words={words} />
      </div>
    </>
  )
}

/** `name` is part of the labels of the row's controls. */
export function PartRow({ words, id, name }: PartLineProps) {
  return (
    <>
      <button type="button" class="part-open" data-open={String(id)} aria-pressed="false">
        <span class="part-thumb"></span>
        <span class="part-facts">
          <span class="part-name">{name}</span>
          <span class="part-size"></span>
          <span class="part-state"></span>
        </span>
      </button>
      <span class="part-price"></span>
      <RemoveButton words={words} id={id} name={name} />
      <input
        class="part-quantity"
        type="number"
        inputmode="numeric"
        min={quantityRange.min}
        max={quantityRange.max}
        data-quantity={String(id)}
        aria-label={words.text('list.quantity', { name })}
      />
    </>
  )
}

/** Choice of the shown part that is applied to the other parts. */
export type ApplyChoice = {
  readonly name: string
  readonly text: string
  readonly isChecked: boolean
}

export function ApplyToAll({
  words,
  choices,
  parts,
  note,
}: {
  readonly words: ScriptWords
  readonly choices: readonly ApplyChoice[]
  readonly parts: number
  /** States the applied choices, which can be undone. Empty before. */
  readonly note: string
}) {
  return (
    <>
      <fieldset class="apply-choices">
        <legend class="visually-hidden">{words.text('apply.legend')}</legend>
        {choices.map(({ name, text, isChecked }) => (
          <label class="apply-choice">
            <input type="checkbox" id={`apply-${name}`} data-apply={name} checked={isChecked} />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <button type="button" class="small" id="apply-choices">
        {words.text('apply.button', { count: words.count(parts) })}
      </button>
      {note === '' ? (
        ''
      ) : (
        <p class="apply-note">
          {note}{' '}
          <button type="button" class="link-button" id="undo-apply">
            {words.text('apply.undo')}
          </button>
        </p>
      )}
    </>
  )
}

type KeptPartsProps = {
  readonly words: ScriptWords
  readonly count: number
  readonly lost: number
}

/**
 * Parts of an earlier visit or another tab, which are restored on request, and how many of this page's parts are not
 * stored.
 */
export function KeptParts({ words, count, lost }: KeptPartsProps) {
  return (
    <>
      {count === 0 ? (
        ''
      ) : (
        <>
          <span>{words.text('kept.parts', { count })}</span>
          <button type="button" class="quiet small" id="restore-parts">
            {words.text('kept.open', { count })}
          </button>
          <button type="button" class="quiet small" id="forget-parts">
            {words.text('kept.remove')}
          </button>
        </>
      )}
      {lost === 0 ? '' : <p id="not-kept">{words.text('kept.lost', { count: lost })}</p>}
    </>
  )
}

function RemoveButton({ words, id, name }: PartLineProps) {
  return (
    <button
      type="button"
      class="part-remove"
      data-remove={String(id)}
      aria-label={words.text('list.remove', { name })}
    >
      ×
    </button>
  )
}

function AddButton({ words }: { readonly words: ScriptWords }) {
  return (
    <button type="button" class="quiet small add-part" data-choose="">
      {words.text('list.add')}
    </button>
  )
}
