// Findings in a file: its facts, the verdict and the faults. Rendered by the server and by the page's script.
import { fitsBuildVolume } from '../../../domain/catalog/build-volume.ts'
import { overhangLimitDeg } from '../../../domain/measurement/inspect-settings.ts'
import type { FaultKind, MeshFault } from '../../../domain/measurement/inspection.ts'
import type { PartSupports } from '../../../domain/measurement/supports.ts'
import type { MeshReport, PlateReport, SlicedReport } from '../../../domain/models/report.ts'
import { durationIn } from '../../base/duration.ts'
import { areaIn, sizeIn, sizesIn, volumeIn } from '../../base/size-texts.ts'
import type { ScriptWords } from '../../languages/script-words.ts'
import { faultColors } from './fault-colors.ts'
import { StateIcon } from './icons.tsx'
import type { Inspection, Part } from './part.ts'
import { repairsText } from './repairs.ts'
import { volumeTexts } from './volume-texts.ts'

type ReportProps = { readonly words: ScriptWords; readonly part: Part; readonly canShow: boolean }

export function Report({ words, part, canShow }: ReportProps) {
  const { measurement, inspection, isInspecting = false, supports = null } = part
  return measurement.kind === 'sliced' ? (
    <SlicedFacts words={words} report={measurement.report} canShow={canShow} />
  ) : (
    <>
      <MeshFacts
        words={words}
        report={measurement.report}
        inspection={inspection}
        isInspecting={isInspecting}
      />
      <Findings
        words={words}
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
  readonly words: ScriptWords
  readonly report: MeshReport
  readonly inspection: Inspection | null
  readonly isInspecting: boolean
}

function MeshFacts({ words, report, inspection, isInspecting }: Inspected) {
  return (
    <dl class="figures">
      <div>
        <dt>{words.text('fact.size')}</dt>
        <dd>{sizesIn(words, report.dimensionsMm)}</dd>
      </div>
      <div>
        <dt>{words.text('fact.volume')}</dt>
        <dd>{volumeIn(words, report.volumeCm3)}</dd>
      </div>
      <div>
        <dt>{words.text('fact.triangles')}</dt>
        <dd>{words.number(report.triangles)}</dd>
      </div>
      {inspection === null && !isInspecting ? (
        ''
      ) : (
        <div>
          <dt>{words.text('fact.thinnest')}</dt>
          <dd>{inspection === null ? '…' : thinnestWall(words, inspection)}</dd>
        </div>
      )}
    </dl>
  )
}

function thinnestWall(
  words: ScriptWords,
  { walls: { minWallMm, maxMeasuredMm, complete } }: Inspection,
): string {
  const size =
    minWallMm === null
      ? words.text('fact.over', { size: sizeIn(words, maxMeasuredMm) })
      : sizeIn(words, minWallMm)
  return complete ? size : words.text('fact.measured', { size })
}

type FindingsProps = Inspected & Advised

function Findings(props: FindingsProps) {
  const { words, report, inspection, isInspecting, supports, canShow } = props
  const faults = inspection?.faults ?? []
  return (
    <ul class="findings">
      {faults.map((fault) => (
        <Finding
          words={words}
          fault={fault}
          inspection={inspection}
          supports={supports}
          canShow={canShow}
        />
      ))}
      {/* Repairs are listed separately. */}
      {volumeTexts(words, { ...report, repaired: undefined }).map((text) => (
        <li>
          <StateIcon words={words} state="waiting" />
          <div>{text}</div>
        </li>
      ))}
      {goodNews(words, report, inspection).map((text) => (
        <li>
          <StateIcon words={words} state="done" />
          <div>{text}</div>
        </li>
      ))}
      {isInspecting ? (
        <li class="muted">
          <StateIcon words={words} state="running" />
          <div>{words.text('finding.inspecting')}</div>
        </li>
      ) : inspection === null ? (
        <li>
          <StateIcon words={words} state="waiting" />
          <div>{words.text('finding.notInspected')}</div>
        </li>
      ) : (
        ''
      )}
    </ul>
  )
}

type Advised = { readonly supports: PartSupports | null; readonly canShow: boolean }

type FindingProps = Advised & {
  readonly words: ScriptWords
  readonly fault: MeshFault
  readonly inspection: Inspection | null
}

function Finding({ words, fault, inspection, supports, canShow }: FindingProps) {
  const { kind, places } = fault
  return (
    <li>
      <StateIcon words={words} state={stateOf(kind, supports)} />
      <div>
        <strong>
          <svg class="fault-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <rect width="12" height="12" rx="3" fill={faultColors[kind]} />
          </svg>
          {faultTitle(words, fault, inspection?.walls.limitMm ?? 0)}
        </strong>
        <span class="hint">{adviceOn(words, kind, supports)}</span>
      </div>
      {canShow && places.length > 0 ? (
        <button type="button" class="quiet small" data-fault={kind}>
          {words.text('finding.show')}
          <span class="visually-hidden"> {words.text(`faultName.${kind}`)}</span>
          {places.length > 1 ? <span data-turn="">{`1/${places.length}`}</span> : ''}
        </button>
      ) : (
        ''
      )}
    </li>
  )
}

/** Returns the state of a fault. Overhangs that print without supports need no action from the buyer. */
function stateOf(kind: FaultKind, supports: PartSupports | null) {
  if (kind === 'outside') return 'broken'
  const isFine = kind === 'overhangs' && supports !== null && supports.decision !== 'supports'
  return isFine ? 'done' : 'waiting'
}

const adviceOn = (words: ScriptWords, kind: FaultKind, supports: PartSupports | null): string =>
  kind === 'overhangs' ? overhangAdvice(words, supports) : words.text(`advice.${kind}`)

/** Returns the advice on overhangs, which depends on whether the price includes supports. */
function overhangAdvice(words: ScriptWords, supports: PartSupports | null): string {
  switch (supports?.decision) {
    case 'supports':
      return words.text('advice.supports')
    case 'turn':
      return words.text('advice.turn', { reason: supportsReason(words, supports) })
    case 'none':
      return words.text('advice.none', { reason: supportsReason(words, supports) })
    case undefined:
      return words.text('advice.overhangs')
  }
}

/** Returns why a part is printed without supports, as `supportsReason` of the domain does in English. */
function supportsReason(words: ScriptWords, { decision, unsupportedMm2 }: PartSupports): string {
  if (unsupportedMm2 === null) return words.text('reason.noSupports')
  const area = areaIn(words, unsupportedMm2)
  if (decision === 'turn') return words.text('reason.turn', { area })
  return unsupportedMm2 < 1 ? words.text('reason.none') : words.text('reason.little', { area })
}

function faultTitle(
  words: ScriptWords,
  { kind, count, regions }: MeshFault,
  wallLimitMm: number,
): string {
  switch (kind) {
    case 'open_edges':
      return words.text('fault.open_edges', { count })
    case 'non_manifold_edges':
      return words.text('fault.non_manifold_edges', { count })
    case 'overhangs':
      return words.text('fault.overhangs', {
        count: regions,
        degrees: words.exact(overhangLimitDeg),
      })
    case 'thin_walls':
      return words.text('fault.thin_walls', { count: regions, size: sizeIn(words, wallLimitMm) })
    case 'outside':
      return words.text('fault.outside')
  }
}

function goodNews(words: ScriptWords, report: MeshReport, inspection: Inspection | null): string[] {
  const repairs = inspection === null ? null : repairsText(words, inspection.report.repaired)
  const kinds = new Set(inspection?.faults.map(({ kind }) => kind))
  const isClosed = report.watertight
  const hasWalls = inspection?.walls.complete === true && !kinds.has('thin_walls')
  const fits = fitsBuildVolume(report.dimensionsMm)
  return [
    ...(repairs === null ? [] : [repairs]),
    ...(isClosed ? [words.text('good.watertight')] : []),
    ...(hasWalls
      ? [words.text('good.walls', { size: sizeIn(words, inspection.walls.limitMm) })]
      : []),
    ...(fits ? [words.text('good.fits')] : []),
  ]
}

type SlicedFactsProps = {
  readonly words: ScriptWords
  readonly report: SlicedReport
  readonly canShow: boolean
}

function SlicedFacts({ words, report, canShow }: SlicedFactsProps) {
  const { seconds, grams, layers, plates, slicer, perPlate } = report
  const [only] = perPlate
  return (
    <>
      <dl class="figures">
        {plates === 1 && only !== undefined ? (
          <div>
            <dt>{words.text('fact.plateSize')}</dt>
            <dd>{sizesIn(words, plateSizeMm(only))}</dd>
          </div>
        ) : (
          <div>
            <dt>{words.text('fact.plates')}</dt>
            <dd>{words.number(plates)}</dd>
          </div>
        )}
        <div>
          <dt>{words.text('fact.slicer')}</dt>
          <dd>{slicer === 'unknown' ? words.text('fact.notStated') : slicer}</dd>
        </div>
        <div>
          <dt>{words.text('fact.time')}</dt>
          <dd>{timeText(words, seconds)}</dd>
        </div>
        <div>
          <dt>{words.text('fact.filament')}</dt>
          <dd>{gramsText(words, grams)}</dd>
        </div>
        <div>
          <dt>{words.text('fact.layers')}</dt>
          <dd>{layersText(words, layers)}</dd>
        </div>
      </dl>
      {plates > 1 ? <Plates words={words} plates={perPlate} canShow={canShow} /> : ''}
      <ul class="findings">
        <li>
          <StateIcon words={words} state="done" />
          <div>
            {plates === 1
              ? words.text('sliced.agrees')
              : words.text('sliced.platesAgree', { count: words.count(plates) })}
            <span class="hint">{words.text('sliced.asIs')}</span>
          </div>
        </li>
      </ul>
    </>
  )
}

type PlatesProps = {
  readonly words: ScriptWords
  readonly plates: readonly PlateReport[]
  readonly canShow: boolean
}

/** Lists the contents of each plate of a sliced file. */
function Plates({ words, plates, canShow }: PlatesProps) {
  return (
    <ol class="plates">
      {plates.map((plate, index) => (
        <li>
          <div>
            <strong>
              {words.text('sliced.plate', {
                plate: words.count(index + 1),
                size: sizesIn(words, plateSizeMm(plate)),
              })}
            </strong>
            <span class="hint">{plateFacts(words, plate)}</span>
          </div>
          {canShow ? (
            <button type="button" class="quiet small" data-plate={String(index)}>
              {words.text('finding.show')}
              <span class="visually-hidden">
                {` ${words.text('sliced.showPlate', { plate: words.count(index + 1) })}`}
              </span>
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

const plateFacts = (
  words: ScriptWords,
  { seconds, grams = null, layers = null }: PlateReport,
): string =>
  [
    ...(seconds === undefined ? [] : [durationIn(words, seconds)]),
    ...(grams === null ? [] : [gramsText(words, grams)]),
    ...(layers === null ? [] : [words.text('sliced.layers', { count: layersText(words, layers) })]),
  ].join(' · ')

const timeText = (words: ScriptWords, seconds: number | null) =>
  seconds === null ? words.text('fact.notStated') : durationIn(words, seconds)
const gramsText = (words: ScriptWords, grams: number | null) =>
  grams === null ? words.text('fact.byLength') : `${words.fixed(grams, 1)} g`
const layersText = (words: ScriptWords, layers: number | null) =>
  layers === null ? words.text('fact.notStated') : words.number(layers)
