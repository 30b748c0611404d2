// Keeps the page's parts in this browser and gives them back: by itself after a reload and Back, on request on another visit. The
// store is loaded with the first part.
import { KeptParts } from '../../pages/quote/part-rows.tsx'
import { showMarkup } from '../base/show-markup.ts'
import type { Elements } from './elements.ts'
import type { KeptPart } from './kept-parts.ts'
import type { QuotePage } from './quote-page.ts'

/** Changes of a slider or a name are saved together. */
const pauseMs = 300
/** That of kept-parts.ts, which is not loaded to look for it. */
const keptFlag = 'print-farm-parts'

export type KeptFollower = {
  readonly changed: () => void
  /** Resolves once the last change is stored. */
  readonly saved: () => Promise<void>
}

export function followKept(page: Elements, desk: QuotePage): KeptFollower {
  let earlier: readonly KeptPart[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoaded = false
  const store = () => import('./kept-parts.ts')
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    const { keepParts } = await store()
    await keepParts({ ...desk.kept(), earlier })
  }
  const offer = () => {
    page.keptParts.hidden = earlier.length === 0
    showMarkup(page.keptParts, earlier.length > 0 && KeptParts({ count: earlier.length }))
  }
  const load = async () => {
    const { loadParts } = await store()
    const found = await loadParts()
    earlier = found.earlier
    if (isComingBack()) {
      desk.restore(found.parts, found.open)
    } else {
      earlier = [...found.parts.filter(({ isAdded }) => !isAdded), ...earlier]
    }
    offer()
  }
  const loaded = hasKept() ? load().catch(() => {}) : Promise.resolve()
  void loaded.then(() => {
    isLoaded = true
  })
  page.keptParts.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const kept = earlier
    earlier = []
    offer()
    if (target.id === 'restore-parts') desk.restore(kept, 0)
    void save()
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
    saved: () => loaded.then(save),
  }
}

function hasKept(): boolean {
  try {
    return localStorage.getItem(keptFlag) !== null
  } catch {
    return false
  }
}

/** After a reload or Back, and not after a link to the page. */
function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}
