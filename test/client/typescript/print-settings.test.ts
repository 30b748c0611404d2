// Numbers that the service would clamp (contract.md 4.2) are refused before anything is sent (decisions.md 64).
import { expect, test } from 'bun:test'
import type { OrderInput } from '../../../client/typescript/src/types.ts'
import { scriptedClient } from '../scripted-client.ts'

const order: OrderInput = {
  file: new Uint8Array([1, 2, 3]),
  fileName: 'part.stl',
  recipientName: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}
type Settings = Pick<OrderInput, 'quantity' | 'infill' | 'nozzleDiameter' | 'layerHeight'>

const kept: readonly Settings[] = [
  {},
  { quantity: 1, infill: 10 },
  { quantity: 50, infill: 100 },
  // 20 and 75 % of each nozzle.
  { nozzleDiameter: 0.2, layerHeight: 0.04 },
  { nozzleDiameter: 0.2, layerHeight: 0.15 },
  { layerHeight: 0.08 },
  { layerHeight: 0.3 },
  { nozzleDiameter: 0.6, layerHeight: 0.45 },
  { nozzleDiameter: 0.8, layerHeight: 0.6 },
]
const clamped: readonly (readonly [Settings, string])[] = [
  [{ quantity: 0 }, 'quantity'],
  [{ quantity: -3 }, 'quantity'],
  [{ quantity: 51 }, 'quantity'],
  [{ quantity: 200 }, 'quantity'],
  [{ quantity: 2.7 }, 'quantity'],
  [{ quantity: Number.NaN }, 'quantity'],
  [{ infill: 9 }, 'infill'],
  [{ infill: 500 }, 'infill'],
  [{ infill: 20.5 }, 'infill'],
  [{ layerHeight: 0.07 }, 'layerHeight'],
  [{ layerHeight: 0.31 }, 'layerHeight'],
  [{ layerHeight: 5 }, 'layerHeight'],
  [{ layerHeight: 0 }, 'layerHeight'],
  [{ nozzleDiameter: 0.6, layerHeight: 0.46 }, 'layerHeight'],
]

test.each(kept)('%o is sent', async (settings) => {
  const { client, sent } = scriptedClient([
    { status: 201, body: { code: 'SVC-7KQ2ZM', paid: true } },
  ])
  await client.submitOrder({ ...order, ...settings })
  expect(sent).toHaveLength(1)
})

test.each(clamped)('%o is not sent', async (settings, field) => {
  const { client, sent } = scriptedClient([])
  const error: unknown = await client
    .submitOrder({ ...order, ...settings })
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).toContain(`${field} has to be`)
  expect(sent).toEqual([])
})
