// Stores the page's parts in this browser and restores them: automatically after a reload and Back, on request on
// another visit. The store is loaded with the first part.
import { KeptParts } from '../../pages/quotes/parts/part-rows.tsx'
import { localSetting } from '../base/local-setting.ts'
import { loadPartWords, words } from '../base/page-words.ts'
import { showMarkup } from '../base/show-markup.ts'
import { basketCount } from './basket/basket-count.ts'
import type { Elements } from './form/elements.ts'
import { sayNotLoaded } from './not-loaded.ts'
import type { KeptPart } from './parts/kept-parts.ts'
import type { QuotePage } from './quote-page.ts'

/** Changes of a slider or a name are saved together. */
const pauseMs = 300
/** Maximum time that a buyer who leaves the page waits for the browser's database, in milliseconds. */
const patienceMs = 1500
const keptName = 'print-farm-parts'
/** Name of the flag that is set while parts are stored. A page without the flag does not load the store. */
const keptFlag = localSetting(keptName)
/** Flag value that tells other tabs to store their lists again, because this tab has taken them. */
const takenMark = 'taken'

export type KeptFollower = {
  readonly changed: () => void
  /** Resolves when the last change is stored, or when the browser fails or takes too long. */
  readonly saved: () => Promise<void>
}

export function followKept(page: Elements, desk: QuotePage): KeptFollower {
  let earlier: readonly KeptPart[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoaded = false
  let lost = 0
  /** Whether the stored parts could not be shown. They stay stored as they are. */
  let isFailed = false
  const store = () => import('./parts/kept-parts.ts')
  const render = () => {
    page.keptParts.hidden = earlier.length === 0 && lost === 0
    showMarkup(page.keptParts, KeptParts({ words, count: earlier.length, lost }))
  }
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isFailed) return
    const kept = desk.kept()
    const notKept = await store()
      .then(({ keepParts }) => keepParts(kept, setFlag))
      .catch(() => kept.parts.length)
    if (notKept <= lost) return
    lost = notKept
    render()
  }
  const load = async () => {
    const [{ loadParts }] = await Promise.all([
      store(),
      loadPartWords().catch((error: unknown) => {
        isFailed = true
        sayNotLoaded(page, 'words.notLoaded')
        throw error
      }),
    ])
    const found = await loadParts()
    earlier = found.earlier
    // A part that was ordered or removed in the meantime may be added again.
    const isEmptied = basketCount() === 0
    const parts = isEmptied ? found.parts.map((part) => ({ ...part, isAdded: false })) : found.parts
    desk.restore(parts, found.open)
    render()
  }
  // A browser whose database fails starts without the parts of the last visit.
  const loaded = keptFlag.read() === null ? Promise.resolve() : load().catch(() => {})
  void loaded.then(() => {
    isLoaded = true
  })
  const decide = async (isWanted: boolean) => {
    if (isWanted) await loadPartWords()
    const kept = earlier
    earlier = []
    render()
    if (isWanted) desk.restore(kept, 0)
    await store().then(({ dropEarlier }) => dropEarlier())
    // The first save deletes the dropped lists, the flag tells other tabs to store theirs again, and the second save
    // sets the flag for the next visit.
    await save()
    keptFlag.write(`${takenMark} ${Date.now()}`)
    await save()
  }
  page.keptParts.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) {
      // If the browser's database fails, the parts that were restored stay on the page.
      const isWanted = target.id === 'restore-parts'
      decide(isWanted).catch(() => {
        if (isWanted && desk.parts.length === 0) sayNotLoaded(page, 'words.notLoaded')
      })
    }
  })
  addEventListener('storage', (event) => {
    if (!(event instanceof StorageEvent) || event.key !== keptName) return
    const isTaken = event.newValue?.startsWith(takenMark)
    if (isTaken && desk.parts.length > 0) void loaded.then(save)
  })
  // Saves the latest change when the user leaves the page.
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

function setFlag(isEmpty: boolean): void {
  keptFlag.write('1')
  if (isEmpty) keptFlag.remove()
}
