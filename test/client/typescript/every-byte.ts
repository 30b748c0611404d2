// Submits that are cut after every single byte, from Bun in this process and from Node.
import { expect, test } from 'bun:test'
import { use, useService } from '../../helpers/use.ts'
import { cutSubmits } from './cut-submits.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

const service = useService()
const proxy = use(() => openCuttingProxy(Number(new URL(service.baseUrl).port)))

test('a connection that is cut after any byte of a submit leaves one order and one charge', async () => {
  const buyer = await service.account()
  const codes = await cutSubmits(proxy, buyer, 1)
  console.log(`${codes.length - 1} cuts, ${codes.length} orders.`)
  expect(new Set(codes).size).toBe(codes.length)
  const customer = buyer.customerId ?? ''
  expect(await service.stripe.charges({ customer })).toMatchObject({ succeeded: codes.length })
}, 3_600_000)
