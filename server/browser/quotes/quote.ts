// The quote page: reads files in a worker, shows them, prices them at every change, and sends them to the basket.

import { withCountry } from '../../pages/cart/with-country.ts'
import { customColorChoice } from '../../pages/quotes/options.tsx'
import { followDrops } from '../base/drop.ts'
import { droppedHash, takeOver } from '../base/hand-over.ts'
import { createCore } from '../core/core-client.ts'
import { addedNote, addToBasket } from './basket.ts'
import { elements } from './elements.ts'
import type { PartState } from './part-state.ts'
import { QuotePage } from './quote-page.ts'
import { pricedParts } from './render-price.ts'
import { sampleFile } from './samples.ts'
import { createPictures } from './take-picture.ts'
import { createViewPanel } from './view-panel.ts'

const page = elements()
const { coreWorker = '', coreWasm = '', dracoWasm = '', stageWorker = '' } = page.form.dataset
const core = createCore({ coreWorker, coreWasm, dracoWasm })
const takePicture = createPictures(core)
const desk = new QuotePage(page, core, createViewPanel(page, { stageWorker, takePicture }))

// Compiles the core while the visitor chooses a file.
for (const event of ['pointerenter', 'focusin', 'touchstart'] as const) {
  page.drop.addEventListener(event, core.start, { once: true, passive: true })
}
document.addEventListener('dragenter', core.start, { once: true })

document.documentElement.classList.add('scripted')
page.file.multiple = true
page.samples.hidden = false
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-step]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    page.quantity.stepUp(Number(button.dataset['step']))
    desk.readChoices()
  })
}

followDrops({ target: page.stage, input: page.file }, (files) => desk.add(files))

page.samples.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  addSample(button?.dataset['sample'] ?? '')
})

function addSample(name: string): void {
  const file = sampleFile(name)
  if (file !== null) desk.add([file])
}

// Files that were dropped or chosen on the start page.
const { hash } = location
if (hash !== '') history.replaceState(null, '', location.pathname)
if (hash.startsWith('#sample-')) addSample(hash.slice('#sample-'.length))
if (hash === droppedHash) {
  // A browser that keeps no files has none to hand out.
  takeOver().then(
    (files) => desk.add(files),
    () => {},
  )
}

page.partList.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { open, remove, choose } = button?.dataset ?? {}
  if (open !== undefined) desk.open(Number(open))
  if (remove !== undefined) desk.remove(Number(remove))
  if (choose !== undefined) page.file.click()
})

page.form.addEventListener('input', ({ target }) => {
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

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-add]')) {
  button.addEventListener('click', (event) => {
    event.preventDefault()
    void add(button)
  })
}
page.form.addEventListener('submit', (event) => event.preventDefault())

async function add(button: HTMLButtonElement): Promise<void> {
  if (desk.askForColor()) return
  button.setAttribute('aria-busy', 'true')
  button.disabled = true
  button.textContent = 'Uploading…'
  page.addNote.replaceChildren()
  const country = page.country.value
  const added: PartState[] = []
  const outcome = await addToBasket(pricedParts(desk.parts, country), country, (part) =>
    added.push(part),
  )
  button.removeAttribute('aria-busy')
  button.textContent = 'Add to basket'
  if (outcome.ok && added.length === desk.parts.length) {
    location.assign(withCountry('/basket', country))
    return
  }
  // Parts that are already in the basket are not added again.
  for (const { id } of added) desk.remove(id)
  desk.refresh()
  page.addNote.append(...addedNote(added, desk.parts, { outcome, country }))
}
