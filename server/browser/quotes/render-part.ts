// The file's panel: name, facts, findings, and what to do when the size looks wrong.
import type { Fault } from '../../domain/measurement/inspection.ts'
import { type LikelyUnit, likelyUnits } from '../../domain/measurement/likely-units.ts'
import { Refused, UnreadFile } from '../../pages/quotes/refused.tsx'
import { Report } from '../../pages/quotes/report.tsx'
import { sizeQuestion } from '../../pages/quotes/size-question.ts'
import { sizesText } from '../../pages/quotes/sizes.ts'
import { showMarkup } from '../base/show-markup.ts'
import type { Elements } from './elements.ts'
import type { Finding, PartState } from './part-state.ts'

export function renderPart(page: Elements, part: PartState): void {
  const { finding, file } = part
  page.fileName.textContent = file.name
  page.units.value = part.units ?? ''
  const isSliced = finding.state === 'known' && finding.measurement.kind === 'sliced'
  page.scaleField.hidden = false
  page.orient.hidden = false
  page.units.disabled = isSliced
  page.form.classList.toggle('sliced', isSliced)
  page.readNote.textContent = finding.state === 'known' ? `read in ${seconds(finding.tookMs)}` : ''
  renderSizeNotice(page, part)
  renderRefusal(page, finding)
  switch (finding.state) {
    case 'reading':
      return
    case 'refused':
      page.report.replaceChildren()
      break
    case 'known': {
      const { refused } = finding
      showMarkup(page.report, [
        refused !== null && !isAboutSize(part) && Refused({ failure: refused }),
        Report({ part: finding, canShow: true }),
      ])
    }
  }
  renderLegend(page, part)
}

/** A file that could not be read leaves the stage empty: it shows the message and a button for another file. */
function renderRefusal({ stageRefused }: Elements, finding: Finding): void {
  showMarkup(stageRefused, finding.state === 'refused' && UnreadFile({ failure: finding.failure }))
}

const seconds = (ms: number) => `${(Math.max(10, ms) / 1000).toFixed(ms < 1000 ? 2 : 1)} s`

/** Buttons that read the numbers in another unit, when the size as read makes no sense. */
function renderSizeNotice(page: Elements, part: PartState): void {
  page.sizeNotice.replaceChildren()
  const { finding } = part
  const guesses = guessesFor(part)
  if (finding.state !== 'known' || finding.measurement.kind !== 'mesh' || guesses.length === 0) {
    return
  }
  const { report } = finding.measurement
  const notice = document.createElement('div')
  notice.className = 'notice warning size-notice'
  const text = document.createElement('p')
  text.textContent = sizeQuestion(report, finding.refused !== null)
  const row = document.createElement('div')
  row.className = 'row'
  for (const { unit, dimensionsMm } of guesses) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet small'
    button.dataset['unit'] = unit
    button.textContent = `${unit}: ${sizesText(dimensionsMm)}`
    row.append(button)
  }
  notice.append(text, row)
  page.sizeNotice.append(notice)
}

/** A part that was scaled here has the intended size. */
function guessesFor({ finding, scale }: PartState): readonly LikelyUnit[] {
  if (finding.state !== 'known' || finding.measurement.kind !== 'mesh' || scale !== 1) return []
  return likelyUnits(finding.measurement.report)
}

/** The question about the unit already says this. */
const isAboutSize = (part: PartState): boolean =>
  part.finding.state === 'known' &&
  part.finding.refused !== null &&
  ['mesh_unreadable', 'model_too_large'].includes(part.finding.refused.kind) &&
  guessesFor(part).length > 0

function renderLegend({ legend }: Elements, { finding }: PartState): void {
  showLegend(legend, finding.state === 'known' ? (finding.inspection?.faults ?? []) : [])
}

/** Names the colors that are on the part. */
export function showLegend(legend: HTMLElement, faults: readonly Pick<Fault, 'kind'>[]): void {
  const kinds = new Set<string>(faults.map(({ kind }) => kind))
  for (const item of legend.children) {
    if (item instanceof HTMLElement) item.hidden = !kinds.has(item.dataset['kind'] ?? '')
  }
  legend.hidden = kinds.size === 0
}
