// The verdict that callers receive: no combination of findings contradicts itself.
import { expect, test } from 'bun:test'
import type { ThinPlace } from '../../../server/domain/measurement/inspection.ts'
import type { ProcessReport, Remark } from '../../../server/domain/measurement/processing.ts'
import { publicVerdict, withWalls } from '../../../server/domain/printability/verdict.ts'

const remark = (code: string, message: string): Remark => ({
  code,
  message,
  at: [0, 0, 0],
  sizeMm: 1,
})

/** Verdict of the core on a body with and without overhangs (geometry/src/printability/verdict.rs). */
const details = {
  ready: [
    'The model can be printed as it is.',
    'The model needs no repair and can be printed with supports.',
  ],
  repaired: [
    'The model was repaired and can be printed.',
    'The model was repaired and can be printed with supports.',
  ],
  'needs-redesign': ['The surface could not be closed.', 'The surface could not be closed.'],
} as const
const scores = { ready: 95, repaired: 85, 'needs-redesign': 40 } as const

type Case = {
  readonly printStatus: ProcessReport['printStatus']
  readonly overhang: boolean
  readonly large: boolean
}

const reportOf = ({ printStatus, overhang, large }: Case): ProcessReport => ({
  unit: 'mm',
  unitSource: 'default',
  meshRepair: { applied: false, summary: 'Nothing needed fixing.' },
  printability: {
    watertight: true,
    volumeCm3: 8,
    holes: 0,
    nonManifoldEdges: 0,
    triangles: 12,
    dimensionsMm: large ? [400, 400, 400] : [20, 20, 20],
    minFeatureMm: 20,
    featureSizeEstimated: true,
    maxOverhangDeg: overhang ? 90 : 0,
    fitsPlate: !large,
  },
  printStatus,
  printabilityScore: scores[printStatus],
  printDetail: details[printStatus][overhang ? 1 : 0],
  issues: printStatus === 'needs-redesign' ? [remark('open_edges', '3 open edges remain.')] : [],
  recommendations: [
    ...(printStatus === 'needs-redesign' ? [remark('close_surface', 'Close the surface.')] : []),
    ...(overhang ? [remark('supports', 'Print with supports.')] : []),
  ],
})

/** Thin places on a surface of 24 cm2: none, a sharp edge, the edge of an ear, and half of the surface. */
const walls: readonly (readonly ThinPlace[])[] = [
  [],
  [{ at: [1, 2, 3], thicknessMm: 0.006, areaMm2: 30 }],
  [{ at: [1, 2, 3], thicknessMm: 0.234, areaMm2: 33.011 }],
  [
    { at: [1, 2, 3], thicknessMm: 0.5, areaMm2: 900 },
    { at: [1, 2, -0.001], thicknessMm: 0.6, areaMm2: 300 },
  ],
]

const cases = (['ready', 'repaired', 'needs-redesign'] as const).flatMap((printStatus) =>
  [false, true].flatMap((overhang) =>
    [false, true].flatMap((large) => walls.map((thin) => ({ printStatus, overhang, large, thin }))),
  ),
)

const verdictOf = ({ thin, ...found }: (typeof cases)[number]) =>
  withWalls(publicVerdict(reportOf(found)), { thin, limitMm: 0.8 }, 24, null)

test('the cases have every status, and details with and without advice', () => {
  const verdicts = cases.map(verdictOf)
  expect(new Set(verdicts.map(({ printStatus }) => printStatus))).toEqual(
    new Set(['ready', 'repaired', 'needs-redesign']),
  )
  expect(new Set(verdicts.map(({ printDetail }) => printDetail.endsWith(' as it is.')))).toEqual(
    new Set([true, false]),
  )
})

test.each(cases)('%p does not contradict itself', (given) => {
  const { thin, ...found } = given
  const verdict = verdictOf(given)
  const { printStatus, printabilityScore, printDetail } = verdict
  const issues = new Set(verdict.issues.map(({ code }) => code))
  const advice = new Set(verdict.recommendations.map(({ code }) => code))
  // contract.md 2.5: 95, 85, and 0, 40 or 45.
  expect({ ready: [95], repaired: [85], 'needs-redesign': [40, 45] }[printStatus]).toContain(
    printabilityScore,
  )
  if (printDetail.endsWith(' as it is.')) expect([...issues, ...advice]).toEqual([])
  if (printStatus !== 'needs-redesign') {
    expect(printDetail.includes('supports')).toBe(advice.has('supports') && !found.large)
    expect(printDetail.includes('does not fit')).toBe(issues.has('too_large'))
    expect(/walls of|sharp edges/i.test(printDetail)).toBe(issues.has('thin_walls'))
  }
  expect(issues.has('too_large')).toBe(advice.has('scale_down'))
  expect(issues.has('thin_walls')).toBe(advice.has('thicken'))
  // The issues name every wall that is listed.
  if (found.printStatus !== 'needs-redesign') {
    expect(issues.has('thin_walls')).toBe(thin.length > 0)
  }
  // A sound body stays sound unless it consists of thin walls.
  const isMadeOfThinWalls = (thin[0]?.areaMm2 ?? 0) > 500
  if (found.printStatus !== 'needs-redesign') {
    expect(printStatus === 'needs-redesign').toBe(isMadeOfThinWalls)
  }
})

test('thin walls are named with their location', () => {
  const sound = { printStatus: 'ready', overhang: false, large: false } as const
  const [, , edge = []] = walls
  const verdict = withWalls(publicVerdict(reportOf(sound)), { thin: edge, limitMm: 0.8 }, 24, null)
  expect(verdict).toMatchObject({
    printStatus: 'ready',
    printabilityScore: 95,
    printDetail: 'The model can be printed. Walls of 0.23 mm may come out weak or missing.',
    issues: [
      {
        code: 'thin_walls',
        message: 'A wall is 0.23 mm thick at (1, 2, 3) mm, over 33.01 mm²; 0.8 mm print reliably.',
      },
    ],
    recommendations: [{ message: 'Make the walls that the issues name at least 0.8 mm thick.' }],
  })
})

test('an edge that tapers to nothing is not a wall', () => {
  const sound = { printStatus: 'ready', overhang: false, large: false } as const
  const [, sharp = []] = walls
  expect(
    withWalls(publicVerdict(reportOf(sound)), { thin: sharp, limitMm: 0.8 }, 24, null),
  ).toMatchObject({
    printStatus: 'ready',
    printDetail: 'The model can be printed. Its sharp edges may come out blunt.',
    issues: [
      {
        code: 'thin_walls',
        message:
          'An edge tapers to nothing at (1, 2, 3) mm: 30 mm² are below the 0.8 mm that print reliably.',
      },
    ],
  })
  const wedge = [{ at: [1, 2, 3], thicknessMm: 0.006, areaMm2: 600 }] as const
  expect(
    withWalls(publicVerdict(reportOf(sound)), { thin: wedge, limitMm: 0.8 }, 24, null),
  ).toMatchObject({
    printStatus: 'needs-redesign',
    printabilityScore: 45,
    printDetail: 'Most of the body tapers to sharp edges, below the 0.8 mm that print reliably.',
  })
})
