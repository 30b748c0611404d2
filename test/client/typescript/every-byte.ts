// Submits that are cut after every single byte, with the network of Bun and with that of Node.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { use, useService } from '../../../testing/use.ts'
import { cutSubmits } from './cut-submits.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

const service = useService()
const port = () => Number(new URL(service.baseUrl).port)
const proxy = use(() => openCuttingProxy(port()))
const folder = use(
  () => ({ path: mkdtempSync(join(tmpdir(), 'svc-cuts-')) }),
  ({ path }) => rmSync(path, { recursive: true }),
)

async function submitWithNode(apiKey: string): Promise<string[]> {
  const entry = join(import.meta.dir, 'cut-from-node.ts')
  const built = await Bun.build({ entrypoints: [entry], target: 'node', outdir: folder.path })
  const child = Bun.spawn(['node', built.outputs[0]?.path ?? ''], {
    env: { ...process.env, SVC_PORT: String(port()), SVC_API_KEY: apiKey },
  })
  return JSON.parse(await new Response(child.stdout).text())
}

const runs = [
  ['Bun', (apiKey: string) => cutSubmits(proxy, apiKey, 1)],
  ['Node', submitWithNode],
] as const

test.each(runs)(
  'cut after any byte, a submit of %s leaves one order and one charge',
  async (runtime, submitAll) => {
    const buyer = await service.account()
    const codes = await submitAll(buyer.apiKey)
    console.log(`${runtime}: ${codes.length - 1} cuts, ${new Set(codes).size} orders.`)
    const orders = await service.db
      .selectFrom('orders')
      .select('code')
      .where('account_id', '=', buyer.accountId)
      .execute()
    expect(orders.map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    const customer = buyer.customerId ?? ''
    expect(await service.stripe.charges({ customer })).toMatchObject({ succeeded: codes.length })
  },
  3_600_000,
)
