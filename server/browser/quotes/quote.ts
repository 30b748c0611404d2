// The quote page: reads files in a worker, shows them, prices them at every change, and sends them to the basket.

import { defaultWallMm } from '../../domain/measurement/part-changes.ts'
import { checkoutPath, withCountry } from '../../pages/cart/with-country.ts'
import { customColorChoice } from '../../pages/quotes/options.tsx'
import { followDrops } from '../base/drop.ts'
import { droppedHash, takeOver } from '../base/hand-over.ts'
import { createCore } from '../core/core-client.ts'
import { addedNote, addToBasket } from './basket.ts'
import { basketCount, showCount } from './basket-count.ts'
import { elements } from './elements.ts'
import { followKept } from './follow-kept.ts'
import { readyParts } from './part-price.ts'
import type { PartState } from './part-state.ts'
import { notReadyText } from './part-status.ts'
import { followPresets } from './presets.ts'
import { QuotePage } from './quote-page.ts'
import { sampleFile } from './samples.ts'
import { createPictures } from './take-picture.ts'
import { createViewPanel } from './view-panel.ts'

const page = elements()
const { coreWorker = '', coreWasm = '', dracoWasm = '', stageWorker = '' } = page.form.dataset
const core = createCore({ coreWorker, coreWasm, dracoWasm })
const takePicture = createPictures(core)
const desk = new QuotePage(page, core, {
  view: createViewPanel(page, { stageWorker, takePicture }),
  onChange: () => kept.changed(),
})
const kept = followKept(page, desk)

// Compiles the core while the visitor chooses a file.
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
    desk.readChoices()
  })
}

followPresets(page.form)

followDrops({ target: page.stage, input: page.file }, (files) => void desk.add(files))

page.samples.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  addSample(button?.dataset['sample'] ?? '')
})

function addSample(name: string): void {
  const file = sampleFile(name)
  if (file !== null) void desk.add([file])
}

// Files that were dropped or chosen on the start page.
const { hash } = location
if (hash !== '') history.replaceState(history.state, '', location.pathname)
if (hash.startsWith('#sample-')) addSample(hash.slice('#sample-'.length))
if (hash === droppedHash) {
  // A browser that keeps no files has none to hand out.
  takeOver().then(
    (files) => void desk.add(files),
    () => {},
  )
}

page.parts.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { open, remove, choose } = button?.dataset ?? {}
  if (open !== undefined) desk.open(Number(open))
  if (button !== null && remove !== undefined) removePart(button, Number(remove))
  if (choose !== undefined) page.file.click()
})

/** The button that had the focus is gone: the one that is in its place has it then, or the page's heading. */
function removePart(button: HTMLButtonElement, id: number): void {
  const buttons = () => [...page.parts.querySelectorAll<HTMLElement>('[data-remove]')]
  const place = buttons().indexOf(button)
  desk.remove(id)
  const left = buttons()
  const next = left[Math.min(place, left.length - 1)] ?? page.form.querySelector('h1')
  if (next instanceof HTMLHeadingElement) next.tabIndex = -1
  next?.focus()
}

page.applyAll.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return
  if (target.id === 'undo-apply') desk.undoApply()
  if (target.id === 'apply-choices') applyToAll().catch(() => {})
})

async function applyToAll(): Promise<void> {
  const { applyGroups } = await import('./parts-panel.ts')
  const checked = page.applyAll.querySelectorAll<HTMLInputElement>('[data-apply]:checked')
  desk.applyToAll([...checked].flatMap((box) => applyGroups[box.dataset['apply'] ?? ''] ?? []))
}

page.form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && page.parts.contains(target)) {
    const { quantity } = target.dataset
    if (quantity !== undefined) desk.setQuantity(Number(quantity), target.value)
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
  if (target !== page.units && target !== page.file) desk.readChoices()
})
page.units.addEventListener('change', () => desk.setUnits(page.units.value))
for (const field of [page.scale, page.wallMm]) {
  field.addEventListener('input', () => desk.readShape({ isTyping: true }))
}
page.acceptHollow.addEventListener('click', () => {
  page.hollow.checked = true
  page.wallMm.value = String(defaultWallMm)
  desk.readShape({ isTyping: false })
  // The button is gone with the offer.
  page.hollow.focus()
})
page.hollow.addEventListener('change', () => desk.readShape({ isTyping: false }))
page.orient.addEventListener('click', () => desk.toggleOrientation())
page.undoChanges.addEventListener('click', () => desk.undoChanges())

page.sizeNotice.addEventListener('click', ({ target }) => {
  const unit = target instanceof HTMLElement ? target.dataset['unit'] : undefined
  if (unit !== undefined) desk.setUnits(unit)
})
page.report.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { fault, plate } = button?.dataset ?? {}
  if (button != null && fault !== undefined) desk.showFault(button, fault)
  if (plate !== undefined) desk.showPlate(Number(plate))
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

/** One at a time, whichever button was pressed. */
async function add(next: string): Promise<void> {
  if (desk.isAdding || desk.askForColor()) return
  const country = page.country.value
  const parts = readyParts(desk.parts, country)
  if (parts.length === 0) return
  desk.isAdding = true
  page.addNote.replaceChildren()
  const added: PartState[] = []
  const changed: PartState[] = []
  const sayProgress = () => {
    const words =
      parts.length === 1
        ? 'Adding…'
        : `Adding ${Math.min(added.length + 1, parts.length)} of ${parts.length}…`
    for (const button of addButtons) {
      button.disabled = true
      const isPressed = button.dataset['add'] === next
      if (isPressed) button.setAttribute('aria-busy', 'true')
      if (isPressed) button.textContent = words
    }
  }
  sayProgress()
  const outcome = await addToBasket(parts, {
    country,
    isOnPage: (part) => desk.parts.includes(part),
    onAdded: (part, isSame) => {
      added.push(part)
      part.isAdded = isSame
      if (!isSame) changed.push(part)
      desk.refresh()
      sayProgress()
    },
  })
  desk.isAdding = false
  for (const button of addButtons) button.removeAttribute('aria-busy')
  desk.refresh()
  // They are still here on the way back, and are not added twice.
  await kept.saved()
  const isWhole = outcome.ok && changed.length === 0 && desk.parts.every(({ isAdded }) => isAdded)
  if (isWhole && !outcome.hasChanged) {
    location.assign(next === 'checkout' ? checkoutPath(country) : withCountry('/basket', country))
    return
  }
  const left = [notReadyText(desk.parts), ...changed.map(changedText)]
  page.addNote.append(...addedNote(added, { outcome, left, country }))
}

const changedText = ({ file }: PartState): string =>
  `${file.name} was changed while it was added: the basket has it as it was.`

page.addAgain.addEventListener('click', () => {
  desk.forgetAdded()
  page.add.focus()
})

// Back from the checkout without loading the page again: the basket may be empty by now.
addEventListener('pageshow', (event) => {
  const isBack = event instanceof PageTransitionEvent && event.persisted
  if (isBack && desk.parts.some(({ isAdded }) => isAdded)) recount().catch(() => {})
})

async function recount(): Promise<void> {
  const response = await fetch('/quote', { cache: 'no-store' })
  if (!response.ok) return
  showCount(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (basketCount() === 0) desk.forgetAdded()
}
