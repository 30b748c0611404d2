// Keeps the page's parts in this browser and gives them back: by itself after a reload and Back, on request on another visit. The
// store is loaded with the first part.
import { KeptParts } from '../../pages/quotes/part-rows.tsx'
import { showMarkup } from '../base/show-markup.ts'
import { basketCount } from './basket-count.ts'
import type { Elements } from './elements.ts'
import type { KeptPart } from './kept-parts.ts'
import type { QuotePage } from './quote-page.ts'

/** Changes of a slider or a name are saved together. */
const pauseMs = 300
/** A buyer who goes on does not wait longer for the browser's database. */
const patienceMs = 1500
/** That of kept-parts.ts, which is not loaded to look for it. */
const keptFlag = 'print-farm-parts'
/** The value of the flag that tells other tabs to store their lists again, because this one has taken them. */
const takenMark = 'taken'

export type KeptFollower = {
  readonly changed: () => void
  /** Resolves once the last change is stored, or the browser takes too long or fails. */
  readonly saved: () => Promise<void>
}

export function followKept(page: Elements, desk: QuotePage): KeptFollower {
  let earlier: readonly KeptPart[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoaded = false
  let lost = 0
  const store = () => import('./kept-parts.ts')
  const render = () => {
    page.keptParts.hidden = earlier.length === 0 && lost === 0
    showMarkup(page.keptParts, KeptParts({ count: earlier.length, lost }))
  }
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    const kept = desk.kept()
    const notKept = await store()
      .then(({ keepParts }) => keepParts(kept))
      .catch(() => kept.parts.length)
    if (notKept <= lost) return
    lost = notKept
    render()
  }
  const load = async () => {
    const { loadParts } = await store()
    const found = await loadParts()
    earlier = found.earlier
    // What was ordered or removed since then may be added again.
    const isEmptied = basketCount() === 0
    const parts = isEmptied ? found.parts.map((part) => ({ ...part, isAdded: false })) : found.parts
    desk.restore(parts, found.open)
    render()
  }
  const loaded = read(keptFlag) === null ? Promise.resolve() : load().catch(() => {})
  void loaded.then(() => {
    isLoaded = true
  })
  const decide = async (isWanted: boolean) => {
    const kept = earlier
    earlier = []
    render()
    if (isWanted) desk.restore(kept, 0)
    await store().then(({ dropEarlier }) => dropEarlier())
    await save()
    write(keptFlag, `${takenMark} ${Date.now()}`)
    await save()
  }
  page.keptParts.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) {
      decide(target.id === 'restore-parts').catch(() => {})
    }
  })
  addEventListener('storage', (event) => {
    if (!(event instanceof StorageEvent) || event.key !== keptFlag) return
    const isTaken = event.newValue?.startsWith(takenMark)
    if (isTaken && desk.parts.length > 0) void loaded.then(save)
  })
  // What was changed last, on the way to another page.
  addEventListener('pagehide', () => {
    if (timer !== undefined) void save()
  })
  return {
    changed: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void loaded.then(save), isLoaded ? pauseMs : 0)
    },
    saved: () =>
      Promise.race([
        loaded.then(save),
        new Promise<void>((resolve) => {
          setTimeout(resolve, patienceMs)
        }),
      ]),
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser that keeps no flags tells no other tab.
  }
}
