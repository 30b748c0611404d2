// The parts of the page: one as a line; several as a list, which is loaded with the second.
import { SinglePart } from '../../pages/quote/part-rows.tsx'
import { showMarkup } from '../base/show-markup.ts'
import type { Core } from '../core/core-client.ts'
import type { Elements } from './elements.ts'
import type { PartState } from './part-state.ts'
import type { PartsPanel } from './parts-panel.ts'

export type ListedParts = {
  readonly parts: readonly PartState[]
  readonly active: PartState | null
  readonly country: string
}

export class PartList {
  readonly #page: Elements
  readonly #core: Core
  #panel: PartsPanel | null = null
  #isLoading = false
  #last: ListedParts = { parts: [], active: null, country: '' }

  constructor(page: Elements, core: Core) {
    this.#page = page
    this.#core = core
  }

  render(listed: ListedParts): void {
    this.#last = listed
    const { parts, applyAll } = this.#page
    const [first] = listed.parts
    const isSeveral = listed.parts.length > 1
    parts.hidden = first === undefined
    parts.classList.toggle('several', isSeveral)
    applyAll.hidden = !isSeveral
    if (!isSeveral) {
      this.#renderSingle(first)
    } else if (this.#panel === null) {
      this.#load()
    } else {
      this.#panel.render(listed)
    }
  }

  #renderSingle(first: PartState | undefined): void {
    const { parts } = this.#page
    this.#panel?.close()
    this.#panel = null
    const html = first === undefined ? '' : SinglePart({ id: first.id, name: first.file.name })
    if (parts.dataset['shown'] === String(html)) return
    parts.dataset['shown'] = String(html)
    showMarkup(parts, html)
  }

  /** What was applied to all parts, to be said where it was requested. */
  sayApplied(note: string): void {
    this.#panel?.sayApplied(note)
  }

  #load(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    void import('./parts-panel.ts').then(({ PartsPanel }) => {
      this.#isLoading = false
      if (this.#last.parts.length < 2) return
      delete this.#page.parts.dataset['shown']
      this.#panel = new PartsPanel(this.#page, this.#core)
      this.#panel.render(this.#last)
    })
  }
}
