// List of several parts, and the settings for all of them. Rows are kept and updated, so that a focused field keeps its
// focus.

import { sizesIn } from '../../../pages/base/size-texts.ts'
import { customColorChoice } from '../../../pages/quotes/options/options.tsx'
import {
  ApplyToAll,
  PartsPanel as PanelMarkup,
  PartRow,
  type SortOrder,
  sortOrders,
} from '../../../pages/quotes/parts/part-rows.tsx'
import { byId } from '../../base/elements.ts'
import { words } from '../../base/page-words.ts'
import { showMarkup } from '../../base/show-markup.ts'
import type { Core } from '../../core/core-client.ts'
import type { Elements } from '../form/elements.ts'
import { colorWords } from '../form/fields.ts'
import { countedParts, explainPart } from '../parts/part-price.ts'
import type { PartState } from '../parts/part-state.ts'
import { type PartStatus, statusOf } from '../parts/part-status.ts'
import type { ListedParts } from './part-list.ts'
import { Thumbnails } from './thumbnails.ts'

/** Form fields that are applied together: layers that fit one nozzle may not fit another. */
export const applyGroups: Readonly<Record<string, readonly string[]>> = {
  material: ['material'],
  color: ['color', 'customColor'],
  layers: ['quality', 'layerHeight', 'nozzleDiameter'],
  infill: ['infill'],
}

export class PartsPanel {
  readonly #page: Elements
  readonly #thumbnails: Thumbnails
  readonly #rows = new Map<number, HTMLLIElement>()
  readonly #list: HTMLElement
  readonly #sort: HTMLSelectElement
  readonly #off = new AbortController()
  readonly #unchecked = new Set<string>()
  #listed: ListedParts | null = null
  #applied = ''
  #appliedNote = ''

  constructor(page: Elements, core: Core) {
    this.#page = page
    this.#thumbnails = new Thumbnails(core)
    showMarkup(page.parts, PanelMarkup({ words }))
    this.#list = byId('part-rows', HTMLElement)
    this.#sort = byId('parts-sort', HTMLSelectElement)
    const { signal } = this.#off
    this.#sort.addEventListener('change', () => this.#renderAgain(), { signal })
    page.applyAll.addEventListener('change', ({ target }) => this.#choose(target), { signal })
  }

  close(): void {
    this.#off.abort()
    this.#thumbnails.close()
    this.#page.applyAll.replaceChildren()
  }

  render(listed: ListedParts): void {
    this.#listed = listed
    const { parts, active, country } = listed
    for (const [id, row] of this.#rows) {
      if (parts.some((part) => part.id === id)) continue
      row.remove()
      this.#rows.delete(id)
      this.#thumbnails.drop(id)
    }
    const rows = this.#sorted(listed).map((part) => this.#row(part, listed))
    if (rows.some((row, index) => this.#list.children[index] !== row)) {
      const focused = document.activeElement
      this.#list.append(...rows)
      if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus()
    }
    const ready = parts.filter((part) => statusOf(part).kind === 'ready').length
    const count = words.count(parts.length)
    setText(byId('parts-title', HTMLElement), words.text('list.count', { count }))
    setText(
      byId('parts-count', HTMLElement),
      words.text('list.ready', { ready: words.count(ready), count }),
    )
    setText(byId('parts-total', HTMLElement), words.money(countedParts(parts, country).printCents))
    this.#renderApply(listed, active)
    this.#thumbnails.draw(parts, (id) => this.#rows.get(id)?.querySelector('.part-thumb') ?? null)
  }

  sayApplied(note: string): void {
    this.#appliedNote = note
    this.#renderAgain()
  }

  #renderAgain(): void {
    if (this.#listed !== null) this.render(this.#listed)
  }

  #choose(target: EventTarget | null): void {
    if (!(target instanceof HTMLInputElement)) return
    const name = target.dataset['apply'] ?? ''
    if (target.checked) {
      this.#unchecked.delete(name)
    } else {
      this.#unchecked.add(name)
    }
  }

  #row(part: PartState, { active, country }: ListedParts): HTMLLIElement {
    const row = this.#rows.get(part.id) ?? this.#newRow(part)
    const status = statusOf(part)
    row.dataset['state'] = status.kind
    const open = row.querySelector('.part-open')
    open?.setAttribute('aria-pressed', String(part === active))
    setText(row.querySelector('.part-size'), sizeOf(part))
    const state = row.querySelector('.part-state')
    setText(state, status.text)
    if (state instanceof HTMLElement) state.title = status.text
    const cents = centsOf(part, country)
    const noPrice = status.kind === 'measuring' ? '…' : words.text('list.noPrice')
    setText(row.querySelector('.part-price'), cents === null ? noPrice : words.money(cents))
    const quantity = row.querySelector<HTMLInputElement>('.part-quantity')
    const typed = part.fields.get('quantity') ?? ''
    if (quantity !== null && quantity.value !== typed) quantity.value = typed
    quantity?.toggleAttribute('hidden', status.kind === 'refused')
    return row
  }

  #newRow(part: PartState): HTMLLIElement {
    const row = document.createElement('li')
    row.className = 'part-row'
    showMarkup(row, PartRow({ words, id: part.id, name: part.file.name }))
    this.#rows.set(part.id, row)
    return row
  }

  #sorted({ parts, country }: ListedParts): readonly PartState[] {
    const order = sortOrderOf(this.#sort.value)
    if (order === 'added') return parts
    const sorted = [...parts]
    if (order === 'name') {
      const { compare } = new Intl.Collator(words.language, { numeric: true })
      return sorted.sort((a, b) => compare(a.file.name, b.file.name))
    }
    if (order === 'price') {
      return sorted.sort((a, b) => (centsOf(b, country) ?? -1) - (centsOf(a, country) ?? -1))
    }
    return sorted.sort((a, b) => urgency[statusOf(a).kind] - urgency[statusOf(b).kind])
  }

  #renderApply({ parts }: ListedParts, active: PartState | null): void {
    const { applyAll } = this.#page
    const choices = active === null ? [] : choicesOf(active)
    const html = ApplyToAll({
      words,
      choices: choices.map((choice) => ({
        ...choice,
        isChecked: !this.#unchecked.has(choice.name),
      })),
      parts: parts.length,
      note: this.#appliedNote,
    })
    if (this.#applied === String(html)) return
    this.#applied = String(html)
    const focusedId = applyAll.contains(document.activeElement) ? document.activeElement?.id : ''
    showMarkup(applyAll, html)
    if (focusedId !== undefined && focusedId !== '') {
      const again = document.getElementById(focusedId) ?? document.getElementById('apply-choices')
      again?.focus()
    }
  }
}

/** Sort order. Parts that need the buyer come first. */
const urgency: Readonly<Record<PartStatus['kind'], number>> = {
  refused: 0,
  choice: 1,
  measuring: 2,
  ready: 3,
  added: 4,
}

function choicesOf({ fields, options }: PartState) {
  const quality = words.text(
    fields.get('quality') === 'premium' ? 'quality.premium' : 'quality.standard',
  )
  const layers = words.text('specs.layers', { height: words.exact(options.layerHeight) })
  const nozzle = words.text('specs.nozzle', { diameter: words.exact(options.nozzleDiameter) })
  return [
    { name: 'material', text: options.material.toUpperCase() },
    {
      name: 'color',
      text:
        fields.get('color') === customColorChoice
          ? words.text('list.color', { color: colorWords(fields) })
          : colorWords(fields),
    },
    {
      name: 'layers',
      text: `${quality}, ${layers}, ${nozzle}`,
    },
    {
      name: 'infill',
      text: words.text('specs.infill', { percent: words.exact(options.infill) }),
    },
  ]
}

const centsOf = (part: PartState, country: string): number | null =>
  explainPart(part, country)?.price.printCents ?? null

function sizeOf({ finding, options, fields }: PartState): string {
  const chosen = `${options.material.toUpperCase()}, ${colorWords(fields)}`
  if (finding.state !== 'known') return finding.state === 'refused' ? '' : chosen
  const { measurement } = finding
  if (measurement.kind === 'mesh') {
    return `${sizesIn(words, measurement.report.dimensionsMm)} · ${chosen}`
  }
  const plates = measurement.report.perPlate.length
  return `${words.text('list.sliced', { plates })} · ${chosen}`
}

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text
}

/** Returns the order in which the list is shown. The page offers no other. */
const sortOrderOf = (value: string): SortOrder =>
  sortOrders.find((order) => order === value) ?? 'added'
