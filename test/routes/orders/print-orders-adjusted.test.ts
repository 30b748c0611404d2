// Values that the contract clamps without a refusal (contract.md 4.2): the response names them (decisions.md 64).
import { expect, test } from 'bun:test'
import { gcode } from '../../../testing/models/gcode.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account())

const adjustedOf = async (fields: Readonly<Record<string, string>>) =>
  (await placed(submit(service, account, { fields }))).adjusted

test.each([
  ['quantity', '200', 50],
  ['quantity', '0', 1],
  ['quantity', '-3', 1],
  ['quantity', '2.7', 2],
  ['quantity', 'many', 1],
  ['infill', '500', 100],
  ['infill', '5', 10],
  ['nozzleDiameter', '1.2', 0.4],
  ['layerHeight', '5', 0.3],
  ['layerHeight', '0.01', 0.08],
  ['nozzleFlow', 'fast', 'standard'],
] as const)('the response reports %s of %s as %p', async (field, sent, used) => {
  expect(await adjustedOf({ [field]: sent })).toEqual([{ field, sent, used }])
})

test('a truncated text is named with its length', async () => {
  expect(await adjustedOf({ note: 'n'.repeat(1001), color: 'c'.repeat(65) })).toEqual([
    { field: 'color', sent: '65 characters', used: '64 characters' },
    { field: 'note', sent: '1001 characters', used: '1000 characters' },
  ])
})

test('all adjusted values are named, and long ones are cut', async () => {
  expect(await adjustedOf({ quantity: '9'.repeat(80), infill: '101' })).toEqual([
    { field: 'quantity', sent: '9'.repeat(60), used: 50 },
    { field: 'infill', sent: '101', used: 100 },
  ])
})

test('unchanged, blank and absent values are not named', async () => {
  const kept = { quantity: '2.0', infill: '20', nozzleDiameter: '0.40', layerHeight: '.2' }
  expect(await adjustedOf({})).toBeUndefined()
  expect(await adjustedOf({ ...kept, nozzleFlow: 'high' })).toBeUndefined()
  expect(await adjustedOf({ quantity: '', infill: ' ', layerHeight: '' })).toBeUndefined()
})

test('a repeat under the same key returns the same', async () => {
  const send = () =>
    placed(
      submit(service, account, {
        fields: { quantity: '200' },
        headers: { 'idempotency-key': 'adjusted-1' },
      }),
    )
  const [first, again] = [await send(), await send()]
  expect(first.adjusted).toEqual([{ field: 'quantity', sent: '200', used: 50 }])
  expect(again.adjusted).toEqual(first.adjusted)
  expect(again.code).toBe(first.code)
})

test('an already-sliced file is recorded with 100 % infill, and has no size of a mesh', async () => {
  const file = { name: 'part.gcode', bytes: gcode({ grams: 3 }) }
  const order = await placed(submit(service, account, { fields: { infill: '20' }, file }))
  expect(order.adjusted).toEqual([{ field: 'infill', sent: '20', used: 100 }])
  expect([order.dimensionsMm, order.unit]).toEqual([null, null])
})
