// Parts of the page: a single part is shown as a line, and several as a list, which is loaded with the second part.
import { PlainParts, SinglePart } from '../../../pages/quotes/parts/part-rows.tsx'
import { words } from '../../base/page-words.ts'
import { showMarkup } from '../../base/show-markup.ts'
import type { Core } from '../../core/core-client.ts'
import type { Elements } from '../form/elements.ts'
import type { PartState } from '../parts/part-state.ts'
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
  /** Number of parts for which the list could not be loaded. The next part retries. */
  #failedFor = 0
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
      if (this.#failedFor !== 0) this.#renderPlain(listed)
      if (this.#failedFor !== listed.parts.length) this.#load()
    } else {
      this.#panel.render(listed)
    }
  }

  #renderSingle(first: PartState | undefined): void {
    this.#panel?.close()
    this.#panel = null
    this.#show(
      first === undefined ? '' : SinglePart({ words, id: first.id, name: first.file.name }),
    )
  }

  /** Shows the note on choices applied to all parts next to the control that applied them. */
  sayApplied(note: string): void {
    this.#panel?.sayApplied(note)
  }

  #load(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    import('./parts-panel.ts').then(
      ({ PartsPanel: Panel }) => {
        this.#isLoading = false
        this.#failedFor = 0
        if (this.#last.parts.length < 2) return
        delete this.#page.parts.dataset['shown']
        this.#panel = new Panel(this.#page, this.#core)
        this.#panel.render(this.#last)
      },
      () => {
        this.#isLoading = false
        this.#failedFor = this.#last.parts.length
        this.render(this.#last)
      },
    )
  }

  /** Renders rows without prices and quantities. Those of the shown part are next to it. */
  #renderPlain({ parts }: ListedParts): void {
    const html = PlainParts({
      words,
      parts: parts.map(({ id, file }) => ({ id, name: file.name })),
    })
    this.#page.applyAll.hidden = true
    this.#show(html)
  }

  #show(html: ReturnType<typeof SinglePart> | ''): void {
    const { parts } = this.#page
    if (parts.dataset['shown'] === String(html)) return
    parts.dataset['shown'] = String(html)
    showMarkup(parts, html)
  }
}
