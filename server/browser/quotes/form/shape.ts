// "Change the part" group: size, orientation and cavity of the shown part.
import {
  isChanging,
  noChanges,
  type PartChanges,
  readWallMm,
  scaleRangePercent,
  wallRangeMm,
} from '../../../domain/measurement/part-changes.ts'
import { explainPrice } from '../../../domain/pricing/explain-price.ts'
import { ChangesMadeList } from '../../../pages/quotes/changes/change-part.tsx'
import type { ChangeView } from '../../../pages/quotes/changes/change-words.ts'
import type { Inspection } from '../../../pages/quotes/parts/part.ts'
import { words } from '../../base/page-words.ts'
import { showMarkup } from '../../base/show-markup.ts'
import type { PartState } from '../parts/part-state.ts'
import type { Elements } from './elements.ts'
import { markField } from './mark-field.ts'

export type Shape = { readonly scale: number; readonly changes: PartChanges }

export const asInFile: Shape = { scale: 1, changes: noChanges }

const isAsInFile = ({ scale, changes }: Shape): boolean => scale === 1 && !isChanging(changes)

export const isSameShape = (a: Shape, b: Shape): boolean =>
  a.scale === b.scale &&
  a.changes.orient === b.changes.orient &&
  a.changes.wallMm === b.changes.wallMm

/** Returns the requested changes, or null if a value is out of range. Marks the invalid fields. */
export function readShape(page: Elements, { changes: { orient } }: Shape): Shape | null {
  const percent = page.scale.value.trim() === '' ? Number.NaN : page.scale.valueAsNumber
  const { min, max } = scaleRangePercent
  const isScaleRight = percent >= min && percent <= max
  markField(
    page.scale,
    isScaleRight
      ? ''
      : words.text('changed.scaleWrong', { min: words.number(min), max: words.number(max) }),
  )
  const wallMm = page.hollow.checked ? readWallMm(page.wallMm.value) : null
  const isWallRight = !page.hollow.checked || wallMm !== null
  markField(
    page.wallMm,
    isWallRight
      ? ''
      : words.text('changed.wallWrong', {
          min: words.exact(wallRangeMm.min),
          max: words.exact(wallRangeMm.max),
        }),
  )
  if (!isScaleRight || !isWallRight) return null
  return { scale: percent / 100, changes: { orient, wallMm } }
}

export function writeShape(page: Elements, { scale, changes: { wallMm } }: Shape): void {
  page.scale.value = String(Math.round(scale * 10_000) / 100)
  page.hollow.checked = wallMm !== null
  if (wallMm !== null) page.wallMm.value = String(wallMm)
  markField(page.scale, '')
  markField(page.wallMm, '')
}

/** Returns the overhang area, or null if unknown. */
export const overhangMm2 = (inspection: Inspection | null): number | null =>
  inspection === null
    ? null
    : (inspection.faults.find(({ kind }) => kind === 'overhangs')?.areaMm2 ?? 0)

export function renderShape(page: Elements, part: PartState, country: string): void {
  const { finding, changes } = part
  const blocked = blockedBecause(part)
  const isSliced = finding.state === 'known' && finding.measurement.kind === 'sliced'
  page.changeOff.textContent = blocked
  page.changeOff.hidden = blocked === ''
  page.scale.disabled = isSliced || finding.state === 'refused'
  const isBlocked = blocked !== '' || finding.state !== 'known'
  // Changes can always be undone.
  page.orient.disabled = isBlocked && !changes.orient
  page.orient.textContent = words.text(changes.orient ? 'changed.undoOrient' : 'changed.orient')
  page.hollow.disabled = isBlocked && changes.wallMm === null
  page.wallMm.disabled = page.hollow.disabled
  page.undoChanges.hidden = isAsInFile(part)
  const view = changeView(part, country)
  const sentences = ChangesMadeList({ words, view, note: part.changeNote })
  const html = String(sentences)
  // Prevents screen readers from announcing an unchanged region again.
  if (page.changeResult.dataset['shown'] === html) return
  page.changeResult.dataset['shown'] = html
  showMarkup(page.changeResult, sentences)
}

function blockedBecause({ finding }: PartState): string {
  if (finding.state === 'refused') return words.text('changed.notPriced')
  if (finding.state === 'reading') return ''
  if (finding.measurement.kind === 'sliced') {
    return words.text('changed.sliced')
  }
  return finding.refused === null ? '' : words.text('changed.notPrintable')
}

/** Returns null if no change was requested. */
function changeView(part: PartState, country: string): ChangeView | null {
  const { finding, options, overhangBeforeMm2 } = part
  if (finding.state !== 'known' || finding.measurement.kind !== 'mesh') return null
  const { reshaped, measurement, inspection, refused } = finding
  if (reshaped === null) return null
  const before = explainPrice({ kind: 'mesh', report: reshaped.before }, options, country)
  const after = refused === null ? explainPrice(measurement, options, country) : null
  const overhangAfter = overhangMm2(inspection)
  return {
    made: reshaped,
    heightMm: [reshaped.before.dimensionsMm[2], measurement.report.dimensionsMm[2]],
    overhangMm2:
      overhangBeforeMm2 === null || overhangAfter === null
        ? null
        : [overhangBeforeMm2, overhangAfter],
    price: before === null || after === null ? null : [before, after],
  }
}
