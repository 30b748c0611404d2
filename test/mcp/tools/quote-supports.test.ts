// quote_print quotes the actual print (decisions.md 46): its text, the request to the slicer, and the fields of the
// order.
import { beforeAll, expect } from 'bun:test'
import type { Estimated, SupportPlan } from '../../../server/domain/measurement/processing.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, noSlicer, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { crossStl, teeStl } from '../../../testing/models/overhangs.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { ADDRESS } from './ordering.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))
beforeAll(() => {
  service.replace({ downloads: web.downloads, quoteAllowedHosts: [HOST], slicer: noSlicer })
})

async function quote(name: string, bytes: Uint8Array) {
  const args = { model_url: web.publish(name, bytes), color: 'Black' }
  return await resultOf(callTool(service, account, 'quote_print', args))
}

/** 100 cm3 in two hours. Supports are 50/7 cm3, which are 9 g of pla, and take 36 minutes. */
function estimated(decision: SupportPlan['decision']): Estimated {
  const print = { seconds: 7200, plates: [], layers: 250, rangePercent: 0 }
  const turned = { ...print, filamentCm3: 90, seconds: 5400, dimensionsMm: [60, 60, 30] } as const
  return {
    kind: 'estimated',
    ...print,
    filamentCm3: 100,
    supports: {
      decision,
      unsupportedMm2: decision === 'none' ? 0 : 950,
      filamentCm3: decision === 'none' ? 0 : 50 / 7,
      seconds: decision === 'none' ? 0 : 2160,
      turned: decision === 'turn' ? turned : null,
    },
  }
}

/** Stores this estimate and a measurement for every part. */
async function decide(decision: SupportPlan['decision']): Promise<void> {
  await quote('cube.stl', cubeStl({ sizeMm: 60 }))
  service.replace({
    printEstimates: { read: async () => estimated(decision), save: async () => {} },
  })
}

verifies(
  'decision.supports.result',
  'with supports, a quote states their share and the price of both',
  async () => {
    await decide('supports')
    const { slicer, asked } = standInSlicer()
    service.replace({ slicer })
    const sliced = await quote('cube.stl', cubeStl({ sizeMm: 60 }))
    expect(asked).toMatchObject([{ settings: { supports: true } }])
    const supports = { decision: 'supports', grams: 9, print_hours: 0.6 }
    // The slice, with its supports, is 100 cm3: 126 g of pla.
    expect(sliced.fields).toMatchObject({
      measurement: { source: 'slicer', grams: 126, print_hours: 2, supports },
      price: { billed_grams: 126, print: 15.12 },
    })
    expect(sliced.text).toContain('to print in 250 layers, with supports: about 9 g of the 126 g.')
    expect(sliced.text).not.toContain('without supports')
    service.replace({ slicer: noSlicer })
    const guessed = await quote('cube.stl', cubeStl({ sizeMm: 60 }))
    // 126 + 9 g, and 8 % more on the bill: 145.8 g; 2 + 0.6 h.
    expect(guessed.fields).toMatchObject({
      measurement: { source: 'geometry', grams: 135, print_hours: 2.6, supports },
      price: { billed_grams: 146, print: 17.52 },
    })
    expect(guessed.text).toContain('with supports: about 9 g of the 146 g.')
  },
)

verifies(
  'decision.supports.result',
  'a rotated part is sliced in the better pose, without supports',
  async () => {
    await decide('turn')
    const { slicer, asked } = standInSlicer()
    service.replace({ slicer })
    const sliced = await quote('cube.stl', cubeStl({ sizeMm: 60 }))
    expect(asked).toMatchObject([{ orient: true, report: { dimensionsMm: [60, 60, 30] } }])
    expect(asked[0]?.settings.supports).toBeUndefined()
    const supports = { decision: 'turn', grams: 0, print_hours: 0 }
    expect(sliced.fields).toMatchObject({ measurement: { grams: 126, supports } })
    expect(sliced.text).toContain('in 250 layers, turned, so that it needs no supports.')
    service.replace({ slicer: noSlicer })
    // 90 cm3 of pla are 113.4 g.
    expect((await quote('cube.stl', cubeStl({ sizeMm: 60 }))).fields).toMatchObject({
      measurement: { source: 'geometry', grams: 113.4, print_hours: 1.5, supports },
      price: { billed_grams: 114 },
    })
  },
)

verifies(
  'decision.supports.result',
  'a quote of an unrotated part does not mention rotation',
  async () => {
    await decide('none')
    const { fields, text } = await quote('cube.stl', cubeStl({ sizeMm: 60 }))
    const supports = { decision: 'none', grams: 0, print_hours: 0 }
    expect(fields).toMatchObject({ measurement: { grams: 126, supports } })
    expect(text.replaceAll(JSON.stringify(fields), '')).not.toMatch(/with supports|turned/)
  },
)

verifies('decision.supports.slice', 'the core decides about supports of real parts', async () => {
  const files = { cube: cubeStl({ sizeMm: 20 }), tee: teeStl(), cross: crossStl() }
  const decisions = { cube: 'none', tee: 'turn', cross: 'supports' }
  for (const [name, bytes] of Object.entries(files)) {
    const { fields } = await quote(`${name}.stl`, bytes)
    const decision = Reflect.get(decisions, name)
    expect([name, fields['measurement']]).toMatchObject([name, { supports: { decision } }])
  }
})

verifies(
  'decision.supports.order',
  'the order keeps the decision of its quote, whatever is estimated later',
  async () => {
    await decide('supports')
    const { fields } = await quote('cube.stl', cubeStl({ sizeMm: 60 }))
    service.replace({
      printEstimates: { read: async () => estimated('none'), save: async () => {} },
    })
    const args = { quote_id: fields['quote_id'], confirm: true, ...ADDRESS }
    const placed = await resultOf(callTool(service, account, 'create_print_order', args))
    const order = await service.deps.orders.readByCode(String(placed.fields['order_code']))
    expect(order?.supports).toEqual({
      decision: 'supports',
      filamentCm3: 50 / 7,
      seconds: 2160,
      unsupportedMm2: 950,
      turnedMm: null,
    })
    expect(order?.price.gramsPerPart).toBe(146)
  },
)
