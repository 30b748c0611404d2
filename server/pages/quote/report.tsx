// What was found in a file: its facts, the verdict and the faults. Rendered by the server, and by the page's script.
import { Html } from '@elysiajs/html'
import { fitsBuildVolume } from '../../domain/catalog/build-volume.ts'
import { overhangLimitDeg } from '../../domain/measurement/inspect-settings.ts'
import type { Fault, FaultKind } from '../../domain/measurement/inspection.ts'
import type { MeshReport, SlicedReport } from '../../domain/models/report.ts'
import { durationText } from '../base/duration.ts'
import { faultColors } from './fault-colors.ts'
import { StateIcon } from './icons.tsx'
import type { Inspection, Part } from './part.ts'
import { repairsText } from './repairs.ts'
import { sizesText, sizeText, volumeText } from './sizes.ts'

const count = new Intl.NumberFormat('en-US')

export function Report({ part, canShow }: { part: Part; canShow: boolean }) {
  const { measurement, inspection } = part
  return measurement.kind === 'sliced' ? (
    <SlicedFacts report={measurement.report} />
  ) : (
    <>
      <MeshFacts report={measurement.report} inspection={inspection} />
      <Findings report={measurement.report} inspection={inspection} canShow={canShow} />
    </>
  )
}

function MeshFacts({ report, inspection }: { report: MeshReport; inspection: Inspection | null }) {
  return (
    <dl class="figures">
      <div>
        <dt>Size</dt>
        <dd>{sizesText(report.dimensionsMm)}</dd>
      </div>
      <div>
        <dt>Volume</dt>
        <dd>{volumeText(report.volumeCm3)}</dd>
      </div>
      <div>
        <dt>Triangles</dt>
        <dd>{count.format(report.triangles)}</dd>
      </div>
      {inspection === null ? (
        ''
      ) : (
        <div>
          <dt>Thinnest wall</dt>
          <dd>
            {inspection.walls.minWallMm === null
              ? `over ${sizeText(inspection.walls.maxMeasuredMm)}`
              : sizeText(inspection.walls.minWallMm)}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Findings({
  report,
  inspection,
  canShow,
}: {
  report: MeshReport
  inspection: Inspection | null
  canShow: boolean
}) {
  const faults = inspection?.faults ?? []
  return (
    <ul class="findings">
      {faults.map((fault) => (
        <Finding fault={fault} inspection={inspection} canShow={canShow} />
      ))}
      {goodNews(report, inspection).map((text) => (
        <li>
          <StateIcon state="done" />
          <div safe>{text}</div>
        </li>
      ))}
    </ul>
  )
}

function Finding({
  fault,
  inspection,
  canShow,
}: {
  fault: Fault
  inspection: Inspection | null
  canShow: boolean
}) {
  const { kind, places } = fault
  return (
    <li>
      <StateIcon state={kind === 'outside' ? 'broken' : 'waiting'} />
      <div>
        <strong>
          <svg class="fault-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <rect width="12" height="12" rx="3" fill={faultColors[kind]} />
          </svg>
          {faultTitle(fault, inspection?.walls.limitMm ?? 0)}
        </strong>
        <span class="hint">{faultAdvice[kind]}</span>
      </div>
      {canShow && places.length > 0 ? (
        <button type="button" class="quiet small" data-fault={kind}>
          Show
          <span class="visually-hidden"> {faultNames[kind]}</span>
          {places.length > 1 ? <span data-turn="">{`1/${places.length}`}</span> : ''}
        </button>
      ) : (
        ''
      )}
    </li>
  )
}

/** For the legend and for screen readers. */
export const faultNames: Readonly<Record<FaultKind, string>> = {
  open_edges: 'open edges',
  non_manifold_edges: 'edges of several faces',
  overhangs: 'overhangs',
  thin_walls: 'thin walls',
  outside: 'outside the build volume',
}

const faultAdvice: Readonly<Record<FaultKind, string>> = {
  open_edges: 'We close the gaps before printing; check the places.',
  non_manifold_edges: 'We separate the faces before printing.',
  overhangs: 'Printed on supports; the underside comes out rougher.',
  thin_walls: 'They may break or not print. Make them thicker if you can.',
  outside: 'Scale the part down, or split it.',
}

function faultTitle({ kind, count: edges, regions }: Fault, wallLimitMm: number): string {
  switch (kind) {
    case 'open_edges':
      return several(edges, 'open edge')
    case 'non_manifold_edges':
      return `${several(edges, 'edge')} where more than two faces meet`
    case 'overhangs':
      return `${several(regions, 'overhang')} steeper than ${overhangLimitDeg}°`
    case 'thin_walls':
      return `${several(regions, 'wall')} thinner than ${sizeText(wallLimitMm)}`
    case 'outside':
      return 'Parts of it lie outside the build volume'
  }
}

function goodNews(report: MeshReport, inspection: Inspection | null): string[] {
  const repairs = inspection === null ? null : repairsText(inspection.report.repaired)
  const kinds = new Set(inspection?.faults.map(({ kind }) => kind))
  const isClosed = report.watertight
  const hasWalls = inspection !== null && !kinds.has('thin_walls')
  const fits = fitsBuildVolume(report.dimensionsMm)
  return [
    ...(repairs === null ? [] : [repairs]),
    ...(isClosed ? ['Watertight'] : []),
    ...(hasWalls ? [`Walls of at least ${sizeText(inspection.walls.limitMm)}`] : []),
    ...(fits ? ['Fits the printer'] : []),
  ]
}

const several = (number: number, noun: string) =>
  `${count.format(number)} ${noun}${number === 1 ? '' : 's'}`

function SlicedFacts({ report }: { report: SlicedReport }) {
  const { seconds, grams, layers, plates, slicer } = report
  return (
    <>
      <dl class="figures">
        <div>
          <dt>Sliced with</dt>
          <dd safe>{slicer === 'unknown' ? 'not stated' : slicer}</dd>
        </div>
        <div>
          <dt>Print time</dt>
          <dd>{seconds === null ? 'not stated' : durationText(seconds)}</dd>
        </div>
        <div>
          <dt>Filament</dt>
          <dd>{grams === null ? 'by length' : `${grams.toFixed(1)} g`}</dd>
        </div>
        <div>
          <dt>Layers</dt>
          <dd>{layers === null ? 'not stated' : count.format(layers)}</dd>
        </div>
      </dl>
      <ul class="findings">
        <li>
          <StateIcon state="done" />
          <div>
            {plates === 1
              ? 'The file’s claims agree with its moves'
              : `${plates} plates, and their claims agree with their moves`}
            <span class="hint">
              A sliced file is printed as it is: infill, layers and nozzle are the slicer’s.
            </span>
          </div>
        </li>
      </ul>
    </>
  )
}
