// Picture of a shared plate: the bed from above, with the parts of each job at their positions.
import type { PlatePlace } from '../../../domain/farm/jobs/job.ts'
import { outlinesOf } from '../../../domain/planning/arrange/outline.ts'
import type { Silhouette } from '../../../domain/planning/arrange/silhouette.ts'

export type DrawnJob = {
  readonly orderCode: string
  /** Line of the order, or null if the order has only one. */
  readonly line: number | null
  readonly place: PlatePlace
  /** null if unknown. The bounding box is then drawn. */
  readonly silhouette: Silhouette | null
  /** Whether the job was cancelled. Its parts are still printed, but not counted. */
  readonly isCancelled: boolean
}

/** Drawing units per millimeter. */
const scale = 2
const edge = 4

type PictureProps = {
  readonly jobs: readonly DrawnJob[]
  /**
   * Whether the picture is a separate file. Style sheets do not apply there, and labels would be too small to read.
   */
  readonly isFile?: boolean
}

/** Legible on light and dark backgrounds. */
const fileColors = {
  bed: { fill: '#dfe3e8', stroke: '#8a94a3', 'stroke-width': 2 },
  part: { fill: '#3d7a66', stroke: '#20493c', 'stroke-width': 1 },
} as const

export function PlatePicture({ jobs, isFile = false }: PictureProps) {
  const [first] = jobs
  if (first === undefined) return ''
  const { bed } = first.place
  const [width, height] = [bed.widthMm * scale, bed.depthMm * scale]
  const box = `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`
  const label = `The plate from above: ${jobs.map(nameOf).join('; ')}`
  return (
    <svg
      class="plate"
      viewBox={box}
      role="img"
      aria-label={label}
      {...(isFile && { xmlns: 'http://www.w3.org/2000/svg' })}
    >
      <path
        class="bed"
        {...(isFile && fileColors.bed)}
        d={bed.shape === 'round' ? circle(width) : rectangle(0, 0, width, height)}
      />
      {jobs.map((job, index) => (
        <Copies job={job} index={index} middle={[width / 2, height / 2]} isFile={isFile} />
      ))}
    </svg>
  )
}

const nameOf = ({ orderCode, line, isCancelled }: DrawnJob): string =>
  `${orderCode}${line === null ? '' : `, line ${line}`}${isCancelled ? ', cancelled' : ''}`

type CopiesProps = {
  readonly job: DrawnJob
  readonly index: number
  /** Center of the plate, in drawing units. */
  readonly middle: readonly [x: number, y: number]
  readonly isFile: boolean
}

/** The plate's Y axis points to the back, the drawing's Y axis down. */
function Copies({ job, index, middle: [middleX, middleY], isFile }: CopiesProps) {
  const { place, isCancelled } = job
  const id = `plate-part-${index}`
  const [width, depth] = [place.sizeMm[0] * scale, place.sizeMm[1] * scale]
  return (
    <g class={isCancelled ? 'cancelled' : undefined}>
      <defs>
        <g id={id}>
          <path class="part" d={shapeOf(job)} {...(isFile && fileColors.part)} />
          {isCancelled && !isFile ? <path class="cross" d={cross(width, depth)} /> : ''}
        </g>
      </defs>
      {place.copies.map(({ xMm, yMm, turnDegrees }) => {
        const [x, y] = [round(middleX + xMm * scale), round(middleY - yMm * scale)]
        return (
          <>
            <use href={`#${id}`} transform={`translate(${x} ${y}) rotate(${-turnDegrees})`} />
            {isFile ? '' : <Label job={job} x={x} y={y} />}
          </>
        )
      })}
    </g>
  )
}

type LabelProps = { readonly job: DrawnJob; readonly x: number; readonly y: number }

/** Order code, with the line below it if the order has several. */
function Label({ job: { orderCode, line }, x, y }: LabelProps) {
  if (line === null) {
    return (
      <text x={x} y={y}>
        {orderCode}
      </text>
    )
  }
  return (
    <>
      <text x={x} y={y - lineHeight / 2}>
        {orderCode}
      </text>
      <text x={x} y={y + lineHeight / 2}>{`line ${line}`}</text>
    </>
  )
}

const lineHeight = 11

/** Returns the shape of the part around its center. */
function shapeOf({ place: { sizeMm }, silhouette }: DrawnJob): string {
  const [width, depth] = sizeMm
  if (silhouette === null) {
    return rectangle((-width / 2) * scale, (-depth / 2) * scale, width * scale, depth * scale)
  }
  const { widthMm, depthMm } = silhouette
  return outlinesOf(silhouette)
    .map((outline) => {
      const corners = outline.map(([x, y]) => {
        return `${round((x - widthMm / 2) * scale)} ${round((depthMm / 2 - y) * scale)}`
      })
      return `M${corners.join('L')}z`
    })
    .join('')
}

const rectangle = (left: number, top: number, width: number, height: number): string =>
  `M${round(left)} ${round(top)}h${round(width)}v${round(height)}h${round(-width)}z`

function cross(width: number, height: number): string {
  const [x, y] = [round(width / 2), round(height / 2)]
  return `M${-x} ${-y}L${x} ${y}M${-x} ${y}L${x} ${-y}`
}

function circle(diameter: number): string {
  const radius = round(diameter / 2)
  const arc = (to: number) => `a${radius} ${radius} 0 1 0 ${to} 0`
  return `M0 ${radius}${arc(round(diameter))}${arc(round(-diameter))}z`
}

const round = (value: number): number => Math.round(value * 10) / 10
