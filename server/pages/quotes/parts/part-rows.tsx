// Parts of the quote page: a single part as a line, several as a list. The page's script renders them. Without it,
// there is only one part.
import { quantityRange } from '../../../domain/catalog/options.ts'

export type PartLineProps = { readonly id: number; readonly name: string }

/** A single part: its name, and a way to add another part. */
export function SinglePart({ id, name }: PartLineProps) {
  return (
    <div class="single-part">
      <span class="part-name">{name}</span>
      <RemoveButton id={id} name={name} />
      <AddButton />
    </div>
  )
}

/** Several parts, if their list could not be loaded. */
export function PlainParts({ parts }: { readonly parts: readonly PartLineProps[] }) {
  return (
    <ul class="part-rows">
      {parts.map(({ id, name }) => (
        <li class="single-part">
          <button type="button" class="link-button part-name" data-open={String(id)}>
            {name}
          </button>
          <RemoveButton id={id} name={name} />
        </li>
      ))}
      <li>
        <AddButton />
      </li>
      <li class="not-loaded" role="alert">
        <NotLoaded what="The prices and quantities of this list" />
      </li>
    </ul>
  )
}

/** A part of the page's script that did not arrive. A browser asks for it again only on a reload. */
export function NotLoaded({ what }: { readonly what: string }) {
  return (
    <>
      {`${what} could not be loaded: the connection broke. `}
      <button type="button" class="link-button" data-reload="">
        Reload the page
      </button>
    </>
  )
}

export const sortOrders = {
  added: 'As added',
  name: 'Name',
  price: 'Highest price',
  state: 'Needs work first',
} as const
export type SortOrder = keyof typeof sortOrders

/** Several parts, before their rows are filled in. */
export function PartsPanel() {
  return (
    <>
      <div class="parts-head">
        <h2 id="parts-title">Parts</h2>
        <label for="parts-sort">Sort</label>
        <select id="parts-sort">
          {Object.entries(sortOrders).map(([value, words]) => (
            <option value={value}>{words}</option>
          ))}
        </select>
      </div>
      <ul class="part-rows" id="part-rows" aria-labelledby="parts-title"></ul>
      <div class="parts-foot">
        <p>
          <span id="parts-count"></span>
          <strong id="parts-total"></strong>
        </p>
        <AddButton />
      </div>
    </>
  )
}

/** `name` is part of the labels of the row's controls. */
export function PartRow({ id, name }: PartLineProps) {
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
      <RemoveButton id={id} name={name} />
      <input
        class="part-quantity"
        type="number"
        inputmode="numeric"
        min={quantityRange.min}
        max={quantityRange.max}
        data-quantity={String(id)}
        aria-label={`Quantity of ${name}`}
      />
    </>
  )
}

/** Choice of the shown part that is applied to the other parts. */
export type ApplyChoice = {
  readonly name: string
  readonly words: string
  readonly isChecked: boolean
}

export function ApplyToAll({
  choices,
  parts,
  note,
}: {
  readonly choices: readonly ApplyChoice[]
  readonly parts: number
  /** States the applied choices, which can be undone. Empty before. */
  readonly note: string
}) {
  return (
    <>
      <fieldset class="apply-choices">
        <legend class="visually-hidden">What all parts get</legend>
        {choices.map(({ name, words, isChecked }) => (
          <label class="apply-choice">
            <input type="checkbox" id={`apply-${name}`} data-apply={name} checked={isChecked} />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <button type="button" class="small" id="apply-choices">
        {`Apply to all ${parts} parts`}
      </button>
      {note === '' ? (
        ''
      ) : (
        <p class="apply-note">
          {note}{' '}
          <button type="button" class="link-button" id="undo-apply">
            Undo
          </button>
        </p>
      )}
    </>
  )
}

/**
 * Parts of an earlier visit or another tab, which are restored on request, and how many of this page's parts are not
 * stored.
 */
export function KeptParts({ count, lost }: { readonly count: number; readonly lost: number }) {
  return (
    <>
      {count === 0 ? (
        ''
      ) : (
        <>
          <span>
            {count === 1
              ? 'One part of an earlier visit is still in this browser.'
              : `${count} parts of earlier visits are still in this browser.`}
          </span>
          <button type="button" class="quiet small" id="restore-parts">
            {count === 1 ? 'Open it' : 'Open them'}
          </button>
          <button type="button" class="quiet small" id="forget-parts">
            Remove
          </button>
        </>
      )}
      {lost === 0 ? (
        ''
      ) : (
        <p id="not-kept">
          {`${lost === 1 ? 'One part' : `${lost} parts`} will not survive a reload: this browser has no room for more.`}
        </p>
      )}
    </>
  )
}

function RemoveButton({ id, name }: PartLineProps) {
  return (
    <button
      type="button"
      class="part-remove"
      data-remove={String(id)}
      aria-label={`Remove ${name}`}
    >
      ×
    </button>
  )
}

function AddButton() {
  return (
    <button type="button" class="quiet small add-part" data-choose="">
      + Add a part
    </button>
  )
}
