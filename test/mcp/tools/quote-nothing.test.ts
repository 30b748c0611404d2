// quote_print of models that do not print: refused with the reason, with or without a slicer, and no quote is made.
import { beforeAll, expect } from 'bun:test'
import type { SliceOutcome } from '../../../server/domain/slicing/ports.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, noSlicer, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { binaryStl, box, cup, dentedSheet, type Mesh } from '../../../testing/models/meshes.ts'
import { use, useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))
beforeAll(async () => {
  service.replace({ downloads: web.downloads, quoteAllowedHosts: [HOST] })
})

let files = 0
const ask = (mesh: Mesh) => {
  files += 1
  const model_url = web.publish(`part-${files}.stl`, binaryStl(mesh))
  return callTool(service, account, 'quote_print', { model_url, color: 'Black' })
}
const quotes = async () => await service.db.selectFrom('quotes').select('id').execute()

const row = requirement('decision.nothing-prints.quote')
const cases: readonly (readonly [string, Mesh, RegExp])[] = [
  ['a box of 80 mm with walls of 0.1 mm', cup(80, 0.1), /about 0\.100 mm.*under 0\.13 mm/],
  ['an open sheet of 80 mm', dentedSheet(80), /Most of the model is too thin to print/],
  ['a sheet of 0.05 mm', box([80, 80, 0.05]), /0\.050 mm high, too flat/],
]
for (const [name, mesh, words] of cases) {
  for (const slicer of [noSlicer, standInSlicer().slicer]) {
    verifies(row, `${name}, slicer ${slicer.readiness()}`, async () => {
      service.replace({ slicer })
      const sentence = await refusalOf(ask(mesh))
      expect(sentence).toStartWith('This model cannot be printed. ')
      expect(sentence).toMatch(words)
      expect(await quotes()).toEqual([])
    })
  }
}

const refused = (reason: Extract<SliceOutcome, { kind: 'refused' }>['reason']) =>
  standInSlicer({ kind: 'refused', reason, message: 'Nothing of it is thick enough.' }).slicer

for (const reason of ['nothing_printable', 'no_layers'] as const) {
  verifies(row, `a part is refused if the slicer says ${reason}`, async () => {
    service.replace({ slicer: refused(reason) })
    expect(await refusalOf(ask(box([20, 20, 20])))).toBe(
      'This model cannot be printed. Nothing of it is thick enough.',
    )
    expect(await quotes()).toEqual([])
  })
}

verifies(row, 'a part is refused if the slicer prints less than 0.05 g of it', async () => {
  const little = {
    kind: 'sliced',
    // 0.039 cm3 x 1.26 g/cm3 = 0.049 g.
    filamentCm3: 0.039,
    seconds: 60,
    layers: 3,
    warnings: [],
  } as const
  service.replace({ slicer: standInSlicer(little).slicer })
  expect(await refusalOf(ask(box([40, 40, 40])))).toContain(
    'Less than 0.05 g of it would be printed',
  )
  expect(await quotes()).toEqual([])
})

verifies(row, 'the estimate is used when the slicer fails', async () => {
  for (const reason of ['no_first_layer', 'unreadable_model'] as const) {
    service.replace({ slicer: refused(reason) })
    const { fields } = await resultOf(ask(box([20, 20, 21 + files])))
    expect(fields).toMatchObject({ measurement: { source: 'geometry' } })
  }
})
