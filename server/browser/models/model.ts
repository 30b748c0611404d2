// Model page: the 3D view over its picture, the findings of the geometry core, and the price.
import { inspectSettings } from '../../domain/measurement/inspect-settings.ts'
import type { FaultPlace } from '../../domain/measurement/inspection.ts'
import { sliceSettings } from '../../domain/measurement/slice-settings.ts'
import { lengthUnits, uploadFormat } from '../../domain/models/format.ts'
import { Report } from '../../pages/quotes/parts/report.tsx'
import { byId } from '../base/elements.ts'
import { words } from '../base/page-words.ts'
import { showMarkup } from '../base/show-markup.ts'
import { createCore } from '../core/core-client.ts'
import type { CoreOutcome } from '../core/messages.ts'
import { colorWords, optionsOf, readFields, viewHexOf } from '../quotes/form/fields.ts'
import { showLegend } from '../quotes/view/render-part.ts'
import { followPrice } from './price.ts'
import { createModelView } from './view.ts'

const form = byId('model', HTMLFormElement)
const open3d = byId('open-3d', HTMLButtonElement)
const reading = byId('reading', HTMLElement)
const report = byId('report', HTMLElement)
const legend = byId('legend', HTMLElement)
const { coreWorker = '', coreWasm = '', dracoWasm = '', stageWorker = '' } = form.dataset
const { file = '', format: sentFormat = '', name = '', units: sentUnits = '' } = form.dataset

document.documentElement.classList.add('scripted')

const core = createCore({ coreWorker, coreWasm, dracoWasm })
const view = createModelView(name, stageWorker)
let places: ReadonlyMap<string, readonly FaultPlace[]> = new Map()

function paint(): void {
  const fields = readFields(form)
  const radio = form.querySelector<HTMLInputElement>('input[name="color"]:checked')
  const colorName = document.getElementById('color-name')
  if (colorName !== null) colorName.textContent = colorWords(fields)
  const custom = document.getElementById('custom-color')
  custom?.classList.toggle('open', radio?.dataset['hex'] === undefined)
  view.paint(viewHexOf(fields, radio?.dataset['hex'] ?? null), optionsOf(fields).layerHeight)
}

async function show3d(): Promise<void> {
  open3d.hidden = true
  reading.hidden = false
  const outcome = await inspect().catch(() => null)
  reading.hidden = true
  if (outcome?.kind === 'inspected') return showReport(outcome.inspected)
  // The picture stays.
  open3d.hidden = false
  open3d.textContent = 'It could not be loaded. Try again'
}

async function inspect(): Promise<CoreOutcome | null> {
  const response = await fetch(file)
  const format = uploadFormat(`model.${sentFormat}`)
  if (!response.ok || format === null) return null
  const task = {
    kind: 'inspect',
    file: await response.blob(),
    key: file,
    format,
    units: lengthUnits.find((unit) => unit === sentUnits) ?? null,
    settings: inspectSettings(sliceSettings(optionsOf(readFields(form)))),
  } as const
  return await core.run(task, {
    onSurface: (surface) => {
      if (surface === null) return
      paint()
      view.show(name, surface)
    },
  })
}

function showReport(inspected: Extract<CoreOutcome, { kind: 'inspected' }>['inspected']): void {
  const { faults } = inspected
  places = new Map(faults.map(({ kind, places: found }) => [kind, found]))
  const part = {
    measurement: { kind: 'mesh', report: inspected.report },
    inspection: inspected,
  } as const
  showMarkup(report, Report({ words, part, canShow: true }))
  showLegend(legend, faults)
}

/** Shows the locations of a fault one after another. */
function showFault(button: HTMLButtonElement): void {
  const faults = places.get(button.dataset['fault'] ?? '') ?? []
  const turn = Number(button.dataset['next'] ?? '0') % Math.max(1, faults.length)
  const place = faults[turn]
  if (place === undefined) return
  button.dataset['next'] = String(turn + 1)
  const count = button.querySelector('[data-turn]')
  if (count !== null) count.textContent = `${turn + 1}/${faults.length}`
  view.focus(place)
}

report.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  if (button?.dataset['fault'] !== undefined) showFault(button)
})
open3d.addEventListener('click', () => void show3d())
form.addEventListener('input', paint)
followPrice(form)
paint()
if (form.dataset['opens3d'] === 'true') {
  void show3d()
} else {
  open3d.hidden = false
}
