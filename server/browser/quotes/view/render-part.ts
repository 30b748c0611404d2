// File panel: name, facts, findings, and advice if the size looks wrong.
import type { MeshFault } from '../../../domain/measurement/inspection.ts'
import { type LikelyUnit, likelyUnits } from '../../../domain/measurement/likely-units.ts'
import { sizesIn } from '../../../pages/base/size-texts.ts'
import { defaultLanguage } from '../../../pages/languages/languages.ts'
import { sizeQuestion, unitText } from '../../../pages/quotes/changes/size-question.ts'
import { Report } from '../../../pages/quotes/parts/report.tsx'
import { Refused, UnreadFile } from '../../../pages/quotes/refusals/refused.tsx'
import { words } from '../../base/page-words.ts'
import { showMarkup } from '../../base/show-markup.ts'
import type { Elements } from '../form/elements.ts'
import type { PartReading, PartState } from '../parts/part-state.ts'

export function renderPart(page: Elements, part: PartState): void {
  const { finding, file } = part
  page.fileName.textContent = file.name
  page.units.value = part.units ?? ''
  const isSliced = finding.state === 'known' && finding.measurement.kind === 'sliced'
  page.scaleField.hidden = false
  page.orient.hidden = false
  page.units.disabled = isSliced
  page.form.classList.toggle('sliced', isSliced)
  page.readNote.textContent =
    finding.state === 'known' ? words.text('read.took', { seconds: seconds(finding.tookMs) }) : ''
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
        refused !== null && !isAboutSize(part) && Refused({ words, failure: refused }),
        Report({ words, part: finding, canShow: true }),
      ])
    }
  }
  renderLegend(page, part)
}

/** Shows in the empty stage why a file could not be read, with a button for another file. */
function renderRefusal({ stageRefused }: Elements, finding: PartReading): void {
  showMarkup(
    stageRefused,
    finding.state === 'refused' && UnreadFile({ words, failure: finding.failure }),
  )
}

const seconds = (ms: number) => words.fixed(Math.max(10, ms) / 1000, ms < 1000 ? 2 : 1)

/** Shows buttons that read the numbers in another unit, if the size as read is implausible. */
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
  text.textContent = sizeQuestion(words, report, finding.refused !== null)
  const row = document.createElement('div')
  row.className = 'row'
  for (const { unit, dimensionsMm } of guesses) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet small'
    button.dataset['unit'] = unit
    button.textContent = words.text('unit.guess', {
      // English buttons have the symbol.
      unit: words.language === defaultLanguage ? unit : unitText(words, unit),
      size: sizesIn(words, dimensionsMm),
    })
    row.append(button)
  }
  notice.append(text, row)
  page.sizeNotice.append(notice)
}

/** Returns the likely units. A part that was scaled here has the intended size. */
function guessesFor({ finding, scale }: PartState): readonly LikelyUnit[] {
  if (finding.state !== 'known' || finding.measurement.kind !== 'mesh' || scale !== 1) return []
  return likelyUnits(finding.measurement.report)
}

/** Whether the question about the unit already reports the problem. */
const isAboutSize = (part: PartState): boolean =>
  part.finding.state === 'known' &&
  part.finding.refused !== null &&
  ['mesh_unreadable', 'model_too_large'].includes(part.finding.refused.kind) &&
  guessesFor(part).length > 0

function renderLegend({ legend }: Elements, { finding }: PartState): void {
  showLegend(legend, finding.state === 'known' ? (finding.inspection?.faults ?? []) : [])
}

/** Shows the names of the colors on the part. */
export function showLegend(legend: HTMLElement, faults: readonly Pick<MeshFault, 'kind'>[]): void {
  const kinds = new Set<string>(faults.map(({ kind }) => kind))
  for (const item of legend.children) {
    if (item instanceof HTMLElement) item.hidden = !kinds.has(item.dataset['kind'] ?? '')
  }
  legend.hidden = kinds.size === 0
}
