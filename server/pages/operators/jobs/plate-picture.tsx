// The picture of a shared plate: the bed from above, and the parts of each order where they lie.
import type { PlatePlace } from '../../../domain/farm/job.ts'

export type DrawnJob = { readonly label: string; readonly place: PlatePlace }

/** Units of the drawing for a millimeter. */
const scale = 2
const edge = 4

export function PlatePicture({ jobs }: { readonly jobs: readonly DrawnJob[] }) {
  const [first] = jobs
  if (first === undefined) return ''
  const { bed } = first.place
  const [width, height] = [bed.widthMm * scale, bed.depthMm * scale]
  const box = `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`
  const label = `The plate from above: ${jobs.map((job) => job.label).join(', ')}`
  return (
    <svg class="plate" viewBox={box} role="img" aria-label={label}>
      <path
        class="bed"
        d={bed.shape === 'round' ? circle(width) : rectangle(0, 0, width, height)}
      />
      {jobs.map((job) => (
        <Copies job={job} width={width} height={height} />
      ))}
    </svg>
  )
}

type CopiesProps = { readonly job: DrawnJob; readonly width: number; readonly height: number }

/** Y of the plate runs to the back, Y of the drawing down. */
function Copies({ job: { label, place }, width, height }: CopiesProps) {
  const [partX, partY] = place.sizeMm
  return (
    <>
      {place.copies.map(({ xMm, yMm, turnDegrees }) => {
        const [x, y] = turnDegrees % 180 === 0 ? [partX, partY] : [partY, partX]
        const [left, top] = [width / 2 + (xMm - x / 2) * scale, height / 2 - (yMm + y / 2) * scale]
        return (
          <>
            <path class="part" d={rectangle(left, top, x * scale, y * scale)} />
            <text x={round(left + (x * scale) / 2)} y={round(top + (y * scale) / 2)}>
              {label}
            </text>
          </>
        )
      })}
    </>
  )
}

const rectangle = (left: number, top: number, width: number, height: number): string =>
  `M${round(left)} ${round(top)}h${round(width)}v${round(height)}h${round(-width)}z`

function circle(diameter: number): string {
  const radius = round(diameter / 2)
  const arc = (to: number) => `a${radius} ${radius} 0 1 0 ${to} 0`
  return `M0 ${radius}${arc(round(diameter))}${arc(round(-diameter))}z`
}

const round = (value: number): number => Math.round(value * 10) / 10
