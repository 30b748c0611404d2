// The example of an order price and a quote price for one file: computed manually, charged by the service, sliced by a
// real slicer, and shown wherever prices are explained.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  exampleParts,
  examplePartsMm,
  twoPrices,
} from '../../../server/domain/quotes/two-prices.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { binaryStl, box, cup } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { makeStage, SETTINGS, type Stage } from '../../../testing/slicer/stage.ts'
import { useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const { size, wall } = examplePartsMm
const cube = binaryStl(box([size, size, size]))
const open = binaryStl(cup(size, wall))
const row = requirement('decision.two-prices')

// Cube: 216 cm3 x 0.44 x 1.26 = 119.75 g, 120 x 0.12 = 14.40; sliced 58.247 cm3 x 1.26 = 73.39 g, 74 x 0.12 = 8.88.
// Box: 60^3 - 56 x 56 x 58 = 34.112 cm3, 18.91 g, 2.28; sliced 32.746 cm3, 41.26 g, 5.04. All with $7 of postage.
const expected = [
  { file: cube, part: exampleParts.cube, order: 21.4, grams: 120, quote: 15.88, sliced: 74 },
  { file: open, part: exampleParts.box, order: 9.28, grams: 19, quote: 12.04, sliced: 42 },
]

test('the example agrees with the formulas', () => {
  expect(
    twoPrices().map(({ order, quote }) => [
      order.totalCents,
      order.grams,
      quote.totalCents,
      quote.grams,
    ]),
  ).toEqual([
    [2140, 120, 1588, 74],
    [928, 19, 1204, 42],
  ])
})

describe('in the service', () => {
  const service = useService()

  verifies(
    row,
    'an order and a quote of the same file cost the amounts of the example',
    async () => {
      const account = await service.account()
      const web = standInWeb(service.deps)
      for (const [index, { file, part, order, grams, quote, sliced }] of expected.entries()) {
        const bytes = { name: 'part.stl', bytes: file }
        const made = await placed(
          submit(service, account, { fields: { color: 'Black' }, file: bytes }),
        )
        expect([made.estimatedCost, made.breakdown.grams]).toEqual([order, grams])
        const { slicer } = standInSlicer({
          kind: 'sliced',
          layers: 300,
          warnings: [],
          ...part.slice,
        })
        service.replace({
          downloads: web.downloads,
          quoteAllowedHosts: [HOST],
          slicer,
        })
        const model_url = web.publish(`part-${index}.stl`, file)
        const { fields } = await resultOf(
          callTool(service, account, 'quote_print', { model_url, color: 'Black' }),
        )
        expect(fields).toMatchObject({ price: { total: quote, billed_grams: sliced } })
      }
    },
  )

  const text = async (path: string) => await (await service.fetch(path)).text()
  const readme = async () => readFileSync(join(import.meta.dir, '../../../README.md'), 'utf8')
  for (const [name, read] of [
    ['/docs/reference', () => text('/docs/reference')],
    ['/llms.txt', () => text('/llms.txt')],
    ['README.md', readme],
  ] as const) {
    verifies(row, `${name} states both prices`, async () => {
      const told = await read()
      for (const amount of ['$21.40', '$15.88', '$9.28', '$12.04']) expect(told).toContain(amount)
    })
  }
})

const slicerPath = Bun.which('prusa-slicer')
describe.skipIf(!slicerPath)('a real slicer', () => {
  let stage: Stage
  beforeAll(() => {
    stage = makeStage({ slicerPath })
  })
  afterAll(() => stage.end())

  test.each(expected)('needs the filament of the example: $part.name', async ({ file, part }) => {
    const stlPath = join(stage.root, `${crypto.randomUUID()}.stl`)
    writeFileSync(stlPath, file)
    const sliced = await stage.bridge.slice({ stlPath, settings: SETTINGS, accountId: 'a' })
    if (sliced.kind !== 'sliced') throw new Error(JSON.stringify(sliced))
    const { filamentCm3, seconds } = part.slice
    expect(Math.abs(sliced.filamentCm3 / filamentCm3 - 1)).toBeLessThan(0.01)
    expect(Math.abs(sliced.seconds / seconds - 1)).toBeLessThan(0.05)
  })
})
