// Findings in a file: its facts, the verdict and the faults. Rendered by the server and by the page's script.
import { fitsBuildVolume } from '../../../domain/catalog/build-volume.ts'
import { overhangLimitDeg } from '../../../domain/measurement/inspect-settings.ts'
import type { FaultKind, MeshFault } from '../../../domain/measurement/inspection.ts'
import type { PartSupports } from '../../../domain/measurement/supports.ts'
import { supportsReason } from '../../../domain/measurement/supports-text.ts'
import type { MeshReport, PlateReport, SlicedReport } from '../../../domain/models/report.ts'
import { sizesText, sizeText, volumeText } from '../../../domain/models/size-text.ts'
import { volumeNotes } from '../../../domain/models/volume-notes.ts'
import { durationText } from '../../base/duration.ts'
import { faultColors } from './fault-colors.ts'
import { StateIcon } from './icons.tsx'
import type { Inspection, Part } from './part.ts'
import { repairsText } from './repairs.ts'

const count = new Intl.NumberFormat('en-US')

export function Report({ part, canShow }: { part: Part; canShow: boolean }) {
  const { measurement, inspection, isInspecting = false, supports = null } = part
  return measurement.kind === 'sliced' ? (
    <SlicedFacts report={measurement.report} canShow={canShow} />
  ) : (
    <>
      <MeshFacts report={measurement.report} inspection={inspection} isInspecting={isInspecting} />
      <Findings
        report={measurement.report}
        inspection={inspection}
        isInspecting={isInspecting}
        supports={supports}
        canShow={canShow}
      />
    </>
  )
}

type Inspected = {
  readonly report: MeshReport
  readonly inspection: Inspection | null
  readonly isInspecting: boolean
}

function MeshFacts({ report, inspection, isInspecting }: Inspected) {
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
      {inspection === null && !isInspecting ? (
        ''
      ) : (
        <div>
          <dt>Thinnest wall</dt>
          <dd>{inspection === null ? '…' : thinnestWall(inspection)}</dd>
        </div>
      )}
    </dl>
  )
}

function thinnestWall({ walls: { minWallMm, maxMeasuredMm, complete } }: Inspection): string {
  const found = minWallMm === null ? `over ${sizeText(maxMeasuredMm)}` : sizeText(minWallMm)
  return complete ? found : `${found}, of the walls that were measured`
}

type FindingsProps = Inspected & Advised

function Findings({ report, inspection, isInspecting, supports, canShow }: FindingsProps) {
  const faults = inspection?.faults ?? []
  return (
    <ul class="findings">
      {faults.map((fault) => (
        <Finding fault={fault} inspection={inspection} supports={supports} canShow={canShow} />
      ))}
      {/* Repairs are listed separately. */}
      {volumeNotes({ ...report, repaired: undefined }).map((text) => (
        <li>
          <StateIcon state="waiting" />
          <div>{text}</div>
        </li>
      ))}
      {goodNews(report, inspection).map((text) => (
        <li>
          <StateIcon state="done" />
          <div>{text}</div>
        </li>
      ))}
      {isInspecting ? (
        <li class="muted">
          <StateIcon state="running" />
          <div>Looking for thin walls and overhangs…</div>
        </li>
      ) : (
        ''
      )}
    </ul>
  )
}

type Advised = { readonly supports: PartSupports | null; readonly canShow: boolean }

type FindingProps = Advised & { readonly fault: MeshFault; readonly inspection: Inspection | null }

function Finding({ fault, inspection, supports, canShow }: FindingProps) {
  const { kind, places } = fault
  return (
    <li>
      <StateIcon state={stateOf(kind, supports)} />
      <div>
        <strong>
          <svg class="fault-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <rect width="12" height="12" rx="3" fill={faultColors[kind]} />
          </svg>
          {faultTitle(fault, inspection?.walls.limitMm ?? 0)}
        </strong>
        <span class="hint">{adviceOn(kind, supports)}</span>
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

/** Names for the legend and for screen readers. */
export const faultNames: Readonly<Record<FaultKind, string>> = {
  open_edges: 'open edges',
  non_manifold_edges: 'edges of several faces',
  overhangs: 'overhangs',
  thin_walls: 'thin walls',
  outside: 'outside the build volume',
}

/** Returns the state of a fault. Overhangs that print without supports need no action from the buyer. */
function stateOf(kind: FaultKind, supports: PartSupports | null) {
  if (kind === 'outside') return 'broken'
  const isFine = kind === 'overhangs' && supports !== null && supports.decision !== 'supports'
  return isFine ? 'done' : 'waiting'
}

const adviceOn = (kind: FaultKind, supports: PartSupports | null): string =>
  kind === 'overhangs' ? overhangAdvice(supports) : faultAdvice[kind]

/** Returns the advice on overhangs, which depends on whether the price includes supports. */
function overhangAdvice(supports: PartSupports | null): string {
  switch (supports?.decision) {
    case 'supports':
      return 'Printed on supports; the underside comes out rougher.'
    case 'turn':
      return `Turned for printing, so that it needs no supports. ${supportsReason(supports)}`
    case 'none':
      return `Printed without supports. ${supportsReason(supports)}`
    case undefined:
      return 'Where they need supports, the underside comes out rougher.'
  }
}

const faultAdvice: Readonly<Record<Exclude<FaultKind, 'overhangs'>, string>> = {
  open_edges: 'We close the gaps before printing; check the places.',
  non_manifold_edges: 'We separate the faces before printing.',
  thin_walls: 'They may break or not print. Make them thicker if you can.',
  outside: 'Scale the part down, or split it.',
}

function faultTitle({ kind, count: edges, regions }: MeshFault, wallLimitMm: number): string {
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
      return 'Parts of it are outside the build volume'
  }
}

function goodNews(report: MeshReport, inspection: Inspection | null): string[] {
  const repairs = inspection === null ? null : repairsText(inspection.report.repaired)
  const kinds = new Set(inspection?.faults.map(({ kind }) => kind))
  const isClosed = report.watertight
  const hasWalls = inspection?.walls.complete === true && !kinds.has('thin_walls')
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

function SlicedFacts({ report, canShow }: { report: SlicedReport; canShow: boolean }) {
  const { seconds, grams, layers, plates, slicer, perPlate } = report
  const [only] = perPlate
  return (
    <>
      <dl class="figures">
        {plates === 1 && only !== undefined ? (
          <div>
            <dt>Size on the plate</dt>
            <dd>{sizesText(plateSizeMm(only))}</dd>
          </div>
        ) : (
          <div>
            <dt>Plates</dt>
            <dd>{count.format(plates)}</dd>
          </div>
        )}
        <div>
          <dt>Sliced with</dt>
          <dd>{slicer === 'unknown' ? 'not stated' : slicer}</dd>
        </div>
        <div>
          <dt>Print time</dt>
          <dd>{timeText(seconds)}</dd>
        </div>
        <div>
          <dt>Filament</dt>
          <dd>{gramsText(grams)}</dd>
        </div>
        <div>
          <dt>Layers</dt>
          <dd>{layersText(layers)}</dd>
        </div>
      </dl>
      {plates > 1 ? <Plates plates={perPlate} canShow={canShow} /> : ''}
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

/** Lists the contents of each plate of a sliced file. */
function Plates({ plates, canShow }: { plates: readonly PlateReport[]; canShow: boolean }) {
  return (
    <ol class="plates">
      {plates.map((plate, index) => (
        <li>
          <div>
            <strong>{`Plate ${index + 1}: ${sizesText(plateSizeMm(plate))}`}</strong>
            <span class="hint">{plateFacts(plate)}</span>
          </div>
          {canShow ? (
            <button type="button" class="quiet small" data-plate={String(index)}>
              Show
              <span class="visually-hidden">{` plate ${index + 1}`}</span>
            </button>
          ) : (
            ''
          )}
        </li>
      ))}
    </ol>
  )
}

/** Returns width, depth and height of the print on the plate. */
export function plateSizeMm({ extents: { min, max } }: PlateReport): [number, number, number] {
  return [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
}

const plateFacts = ({ seconds, grams = null, layers = null }: PlateReport): string =>
  [
    ...(seconds === undefined ? [] : [durationText(seconds)]),
    ...(grams === null ? [] : [gramsText(grams)]),
    ...(layers === null ? [] : [`${layersText(layers)} layers`]),
  ].join(' · ')

const timeText = (seconds: number | null) =>
  seconds === null ? 'not stated' : durationText(seconds)
const gramsText = (grams: number | null) => (grams === null ? 'by length' : `${grams.toFixed(1)} g`)
const layersText = (layers: number | null) =>
  layers === null ? 'not stated' : count.format(layers)
