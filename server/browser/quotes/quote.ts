// Quote page: reads files in a worker, shows them, prices them after every change, and sends them to the basket.

import { defaultWallMm } from '../../domain/measurement/part-changes.ts'
import { checkoutPath, withCountry } from '../../pages/cart/with-country.ts'
import { customColorChoice } from '../../pages/quotes/options/options.tsx'
import { followDrops } from '../base/drop.ts'
import { droppedHash, takeOver } from '../base/hand-over.ts'
import { followTerms, readPageTerms } from '../base/page-terms.ts'
import { loadPartWords, words } from '../base/page-words.ts'
import { createCore } from '../core/core-client.ts'
import { addedNote, addToBasket } from './basket/basket.ts'
import { basketCount, showCount } from './basket/basket-count.ts'
import { sampleFile } from './files/samples.ts'
import { followKept } from './follow-kept.ts'
import { elements } from './form/elements.ts'
import { followPresets } from './form/presets.ts'
import { sayNotLoaded } from './not-loaded.ts'
import { readyParts } from './parts/part-price.ts'
import type { PartState } from './parts/part-state.ts'
import { notReadyText } from './parts/part-status.ts'
import { QuotePage } from './quote-page.ts'
import { createPictures } from './view/take-picture.ts'
import { createViewPanel } from './view/view-panel.ts'

const page = elements()
readPageTerms(page.form)
const { measuringWasm = '', coreWorker = '', coreWasm = '', dracoWasm = '' } = page.form.dataset
const { stageWorker = '' } = page.form.dataset
const core = createCore({ measuringWasm, coreWorker, coreWasm, dracoWasm })
core.prepare()
// The first part waits for them, and asks again if this fails.
loadPartWords().catch(() => {})
const takePicture = createPictures(core)
const quotePage = new QuotePage(page, core, {
  view: createViewPanel(page, { stageWorker, takePicture }),
  onChange: () => kept.changed(),
})
const kept = followKept(page, quotePage)

// Compiles the whole core while the visitor chooses a file.
for (const event of ['pointerenter', 'focusin', 'touchstart'] as const) {
  page.drop.addEventListener(event, core.start, { once: true, passive: true })
}
document.addEventListener('dragenter', core.start, { once: true })

document.documentElement.classList.add('scripted')
page.file.multiple = true
page.file.accept += ',.zip'
page.samples.hidden = false
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-step]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    page.quantity.stepUp(Number(button.dataset['step']))
    quotePage.readChoices()
  })
}

followPresets(page.form)
followTerms(page.form, () => quotePage.readChoices())

followDrops({ target: page.stage, input: page.file }, (files) => void quotePage.add(files))

page.samples.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  addSample(button?.dataset['sample'] ?? '')
})

function addSample(name: string): void {
  const file = sampleFile(name)
  if (file !== null) void quotePage.add([file])
}

// Files that were dropped or selected on the start page.
const { hash } = location
const setHash = (text: string) => history.replaceState(history.state, '', location.pathname + text)
if (hash !== '') setHash('')
if (hash.startsWith('#sample-')) addSample(hash.slice('#sample-'.length))
if (hash === droppedHash) void takeDropped()

/** The files stay stored until the page can show them. */
async function takeDropped(): Promise<void> {
  try {
    await loadPartWords()
  } catch {
    setHash(droppedHash)
    return sayNotLoaded(page, 'words.notLoaded')
  }
  // A browser that stores no files has none to pass on.
  const files = await takeOver().catch(() => [])
  await quotePage.add(files)
}

page.parts.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { open, remove, choose } = button?.dataset ?? {}
  if (open !== undefined) quotePage.open(Number(open))
  if (button !== null && remove !== undefined) removePart(button, Number(remove))
  if (choose !== undefined) page.file.click()
})

/** The removed button had the focus, so the focus moves to the next one or to the page's heading. */
function removePart(button: HTMLButtonElement, id: number): void {
  const buttons = () => [...page.parts.querySelectorAll<HTMLElement>('[data-remove]')]
  const place = buttons().indexOf(button)
  quotePage.remove(id)
  const left = buttons()
  const next = left[Math.min(place, left.length - 1)] ?? page.form.querySelector('h1')
  if (next instanceof HTMLHeadingElement) next.tabIndex = -1
  next?.focus()
}

page.applyAll.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return
  if (target.id === 'undo-apply') quotePage.undoApply()
  if (target.id === 'apply-choices') {
    applyToAll().catch(() => sayNotLoaded(page, 'list.applyNotLoaded'))
  }
})

/** Restores the parts after a reload, if the browser stored them. */
document.addEventListener('click', ({ target }) => {
  const isReload = target instanceof Element && target.closest('[data-reload]') !== null
  if (isReload) void kept.saved().then(() => location.reload())
})

async function applyToAll(): Promise<void> {
  const { applyGroups } = await import('./list/parts-panel.ts')
  const checked = page.applyAll.querySelectorAll<HTMLInputElement>('[data-apply]:checked')
  quotePage.applyToAll([...checked].flatMap((box) => applyGroups[box.dataset['apply'] ?? ''] ?? []))
}

page.form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && page.parts.contains(target)) {
    const { quantity } = target.dataset
    if (quantity !== undefined) quotePage.setQuantity(Number(quantity), target.value)
    return
  }
  const isOfAll =
    target instanceof Node && [page.parts, page.applyAll].some((one) => one.contains(target))
  if (isOfAll) return
  if (target === page.customColor) {
    const radio = page.form.querySelector<HTMLInputElement>(`[value="${customColorChoice}"]`)
    if (radio !== null) radio.checked = true
  }
  if (target instanceof Node && page.changePart.contains(target)) return
  if (target !== page.units && target !== page.file) quotePage.readChoices()
})
page.units.addEventListener('change', () => quotePage.setUnits(page.units.value))
for (const field of [page.scale, page.wallMm]) {
  field.addEventListener('input', () => quotePage.readShape({ isTyping: true }))
}
page.acceptHollow.addEventListener('click', () => {
  page.hollow.checked = true
  page.wallMm.value = String(defaultWallMm)
  quotePage.readShape({ isTyping: false })
  // The button disappears with the offer.
  page.hollow.focus()
})
page.hollow.addEventListener('change', () => quotePage.readShape({ isTyping: false }))
page.orient.addEventListener('click', () => quotePage.toggleOrientation())
page.undoChanges.addEventListener('click', () => quotePage.undoChanges())

page.sizeNotice.addEventListener('click', ({ target }) => {
  const unit = target instanceof HTMLElement ? target.dataset['unit'] : undefined
  if (unit !== undefined) quotePage.setUnits(unit)
})
page.report.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { fault, plate } = button?.dataset ?? {}
  if (button != null && fault !== undefined) quotePage.showFault(button, fault)
  if (plate !== undefined) quotePage.showPlate(Number(plate))
})

const addButtons = document.querySelectorAll<HTMLButtonElement>('[data-add]')
for (const button of addButtons) {
  button.hidden = false
  button.addEventListener('click', (event) => {
    event.preventDefault()
    void add(button.dataset['add'] ?? '')
  })
}
page.form.addEventListener('submit', (event) => event.preventDefault())

/** Adds the parts. Runs one call at a time, whichever button was pressed. */
async function add(next: string): Promise<void> {
  if (quotePage.isAdding || quotePage.askForColor()) return
  const country = page.country.value
  const parts = readyParts(quotePage.parts, country)
  if (parts.length === 0) return
  quotePage.isAdding = true
  page.addNote.replaceChildren()
  const added: PartState[] = []
  const changed: PartState[] = []
  const sayProgress = () => {
    const label =
      parts.length === 1
        ? words.text('add.adding')
        : words.text('add.addingParts', {
            place: words.count(Math.min(added.length + 1, parts.length)),
            count: words.count(parts.length),
          })
    for (const button of addButtons) {
      button.disabled = true
      const isPressed = button.dataset['add'] === next
      if (isPressed) button.setAttribute('aria-busy', 'true')
      if (isPressed) button.textContent = label
    }
  }
  sayProgress()
  const outcome = await addToBasket(parts, {
    country,
    isOnPage: (part) => quotePage.parts.includes(part),
    onAdded: (part, isSame) => {
      added.push(part)
      part.isAdded = isSame
      if (!isSame) changed.push(part)
      quotePage.refresh()
      sayProgress()
    },
  })
  quotePage.isAdding = false
  for (const button of addButtons) button.removeAttribute('aria-busy')
  quotePage.refresh()
  // On return, the parts are still here and are not added again.
  await kept.saved()
  const isWhole =
    outcome.ok && changed.length === 0 && quotePage.parts.every(({ isAdded }) => isAdded)
  if (isWhole && !outcome.hasChanged) {
    location.assign(next === 'checkout' ? checkoutPath(country) : withCountry('/basket', country))
    return
  }
  const left = [notReadyText(quotePage.parts), ...changed.map(changedText)]
  page.addNote.append(...addedNote(added, { outcome, left, country }))
}

const changedText = ({ file }: PartState): string => words.text('add.changed', { file: file.name })

page.addAgain.addEventListener('click', () => {
  quotePage.forgetAdded()
  page.add.focus()
})

// After Back from the checkout, the page is not reloaded, and the basket may be empty.
addEventListener('pageshow', (event) => {
  const isBack = event instanceof PageTransitionEvent && event.persisted
  // Offline, the page keeps the count that it showed before; the basket itself has the current one.
  if (isBack && quotePage.parts.some(({ isAdded }) => isAdded)) recount().catch(() => {})
})

async function recount(): Promise<void> {
  const response = await fetch('/quote', { cache: 'no-store' })
  if (!response.ok) return
  showCount(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (basketCount() === 0) quotePage.forgetAdded()
}
