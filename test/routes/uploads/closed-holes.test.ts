// Holes of a surface that were closed to measure it: every interface that states a price says how many.
import { expect, test } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, noSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { binaryStl, box, withoutTriangles } from '../../../testing/models/meshes.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account())

/** The bottom (triangles 0 and 1) and the top (2 and 3) of a box each have two triangles. */
const oneHole = {
  name: 'one.stl',
  bytes: binaryStl(withoutTriangles(box([20, 20, 20]), 0)),
}
const twoHoles = {
  name: 'two.stl',
  bytes: binaryStl(withoutTriangles(box([20, 20, 20]), 0, 2)),
}
const note =
  'The surface of the model has a hole, which was closed to measure it: check that nothing is missing.'
const notes =
  'The surface of the model has 2 holes, which were closed to measure it: check that nothing is missing.'
const fields = { color: 'Black' }

test('a submit, its dry run and the price of a stored model have the note', async () => {
  expect(await placed(submit(service, account, { fields, file: oneHole }))).toMatchObject({ note })
  const order = await placed(submit(service, account, { fields, file: twoHoles }))
  expect(order.note).toBe(notes)
  const dry = await submit(service, account, {
    fields: { ...fields, dryRun: 'true' },
    file: twoHoles,
  })
  expect(await dry.json()).toMatchObject({ dryRun: true, note: notes })
  const body = new FormData()
  body.set('file', new Blob([oneHole.bytes]), oneHole.name)
  const { headers } = account
  const stored = await service.fetch('/api/print-upload', rawPost(body, headers))
  const { modelUrl } = (await stored.json()) as { modelUrl: string }
  const price = await service.fetch('/api/price', jsonPost({ modelUrl, color: 'Black' }, headers))
  expect(await price.json()).toMatchObject({ note })
})

test('a line of a cart has the note', async () => {
  const { cookie } = await buyer(service)
  const { modelUrl } = await uploaded(upload(service, cookie, twoHoles))
  const items = [{ modelUrl, color: 'Black' }]
  const response = await service.fetch('/api/cart-reprice', jsonPost({ items }, { cookie }))
  expect((await response.json()).lines).toMatchObject([{ note: notes }])
})

test('a quote of an agent and its order have the note', async () => {
  const web = standInWeb(service.deps)
  const stop = service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: noSlicer,
  })
  const model = web.publish(twoHoles.name, twoHoles.bytes)
  const args = { model_url: model, color: 'Black' }
  const { text } = await resultOf(callTool(service, account, 'quote_print', args))
  expect(text).toContain(notes)
  stop()
})

test('a closed surface has no note', async () => {
  const file = { name: 'closed.stl', bytes: binaryStl(box([20, 20, 20])) }
  expect(await placed(submit(service, account, { fields, file }))).not.toHaveProperty('note')
})
