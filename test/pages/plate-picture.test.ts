// The picture of a shared plate: outlines at the places of parts, labels that distinguish lines, and cancelled parts.
import { expect, test } from 'bun:test'
import type { PlatePlace } from '../../server/domain/farm/jobs/job.ts'
import { type DrawnJob, PlatePicture } from '../../server/pages/operators/jobs/plate-picture.tsx'
import { silhouetteOf } from '../../testing/models/silhouettes.ts'

const bed = { widthMm: 250, depthMm: 210, heightMm: 220, shape: 'rectangle' } as const
const place = (copies: PlatePlace['copies']): PlatePlace => ({ copies, sizeMm: [40, 30], bed })
const job = (drawn: Partial<DrawnJob>): DrawnJob => ({
  orderCode: 'SVC-ABC234',
  line: null,
  place: place([{ xMm: 0, yMm: 0, turnDegrees: 0 }]),
  silhouette: null,
  isCancelled: false,
  ...drawn,
})
const draw = (...jobs: readonly DrawnJob[]) => String(PlatePicture({ jobs }))
const textsOf = (html: string) =>
  [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
const shapesOf = (html: string) =>
  [...html.matchAll(/<path class="part" d="([^"]*)"/g)].map(([, path]) => path)

test('an L is drawn around its center, two units per millimeter, with the back of the plate at the top', () => {
  const bracket = silhouetteOf(40, 30, (x, y) => x < 10 || y < 5)
  const [shape = ''] = shapesOf(draw(job({ silhouette: bracket })))
  const corners = shape.slice(1, -1).split('L')
  // The arm along the front is 5 mm deep, the one along the left 10 mm wide.
  expect(corners.toSorted()).toEqual(
    ['-40 30', '40 30', '40 20', '-20 20', '-20 -30', '-40 -30'].toSorted(),
  )
})

test('copies are at their places and rotated counterclockwise', () => {
  const html = draw(
    job({
      place: place([
        { xMm: -50, yMm: 20, turnDegrees: 0 },
        { xMm: 60, yMm: -30, turnDegrees: 90 },
      ]),
    }),
  )
  const places = [...html.matchAll(/<use [^>]*transform="([^"]*)"/g)].map(([, text]) => text)
  // The center of the plate is at 250, 210; rotation in SVG is clockwise.
  expect(places).toEqual(['translate(150 170) rotate(0)', 'translate(370 270) rotate(-90)'])
})

test('a part with an unknown outline is drawn as its box', () => {
  expect(shapesOf(draw(job({})))).toEqual(['M-40 -30h80v60h-80z'])
})

test('two lines of an order have separate labels', () => {
  const html = draw(job({ line: 1 }), job({ line: 2 }), job({ orderCode: 'SVC-XYZ789' }))
  expect(textsOf(html)).toEqual(['SVC-ABC234', 'line 1', 'SVC-ABC234', 'line 2', 'SVC-XYZ789'])
  expect(html).toContain(
    'aria-label="The plate from above: SVC-ABC234, line 1; SVC-ABC234, line 2; SVC-XYZ789"',
  )
})

test('cancelled parts are crossed out, and labeled as cancelled', () => {
  const html = draw(job({ line: 1 }), job({ line: 2, isCancelled: true }))
  expect(html.match(/class="cross"/g)).toHaveLength(1)
  expect(html.match(/<g class="cancelled"/g)).toHaveLength(1)
  expect(html).toContain('SVC-ABC234, line 2, cancelled"')
})
