// Overlapping bodies, at every interface: their shared volume is billed once, and the response reports this
// (decisions.md 45).
import { expect } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, noSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { binaryStl, box, merge } from '../../../testing/models/meshes.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

/**
 * A 20 mm cube twice, the second moved by 1 um: 8.0004 cm3, 4.44 g of pla at 20 %, billed as 5. Their sum would be 9
 * g.
 */
const twice = {
  name: 'twice.stl',
  bytes: binaryStl(merge(box([20, 20, 20]), box([20, 20, 20], [0.001, 0, 0]))),
}
const note = 'Bodies of the model overlap: what they share is billed and printed once.'

verifies(
  'decision.volume-of-plastic',
  'a submitted order bills the shared volume once and states it',
  async () => {
    const fields = { color: 'Black' }
    const order = await placed(submit(service, account, { fields, file: twice }))
    expect(order.breakdown.grams).toBe(5)
    expect(order.note).toBe(note)
    const again = await placed(submit(service, account, { file: twice }))
    expect(again.note).toEndWith(`a stock color bills $0.12/g. ${note}`)
  },
)

verifies(
  'decision.volume-of-plastic',
  'a check measures the shared volume once and states it',
  async () => {
    const body = new FormData()
    body.set('file', new Blob([twice.bytes]), twice.name)
    const response = await service.fetch('/api/printability', { method: 'POST', body })
    const checked = await response.json()
    expect(checked.printability.volumeCm3).toBeCloseTo(8, 1)
    expect(checked.printability.volumeCm3).toBeLessThanOrEqual(8.0004)
    expect(checked.recommendations.join(' ')).toContain('Bodies overlap')
  },
)

verifies(
  'decision.volume-of-plastic',
  'a line of a cart bills the shared volume once and states it',
  async () => {
    const { cookie } = await buyer(service)
    const { modelUrl } = await uploaded(upload(service, cookie, twice))
    const items = [{ modelUrl, color: 'Black' }]
    const response = await service.fetch('/api/cart-reprice', jsonPost({ items }, { cookie }))
    expect((await response.json()).lines).toMatchObject([{ grams: 5, note }])
  },
)

verifies(
  'decision.volume-of-plastic',
  'a quote of an agent bills the shared volume once and states it',
  async () => {
    const web = standInWeb(service.deps)
    const stop = service.replace({
      downloads: web.downloads,
      quoteAllowedHosts: [HOST],
      slicer: noSlicer,
    })
    const model = web.publish(twice.name, twice.bytes)
    const args = { model_url: model, color: 'Black' }
    const { fields, text } = await resultOf(callTool(service, account, 'quote_print', args))
    expect(fields['model']).toMatchObject({ volume_cm3: expect.closeTo(8, 1) })
    expect(text).toContain(note)
    stop()
  },
)
