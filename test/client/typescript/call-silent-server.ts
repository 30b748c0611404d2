// Bundled and run with each runtime by silent-server.test.ts: makes every kind of call to a server that never
// responds, collects garbage meanwhile, and prints how each call ended as JSON.
import { createToolCaller } from '../../../client/cli/src/service/agent-tools.ts'
import { createClient } from '../../../client/typescript/src/index.ts'

const baseUrl = process.env['SVC_URL'] ?? ''
const timeoutMs = 1_500
const client = createClient({ baseUrl, apiKey: `svc_live_${'0'.repeat(48)}`, timeoutMs })
const file = new File([new Uint8Array(64)], 'part.stl')
const address = { recipientName: 'A', street1: 'B', city: 'C', state: 'NY', zip: '10001' }
const callTool = createToolCaller(baseUrl, null, fetch)
const ownSignal = new AbortController()

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  getOrder: () => client.getOrder('SVC-AAAAAA'),
  getOrderWithSignal: () => client.getOrder('SVC-AAAAAA', { signal: ownSignal.signal }),
  price: () => client.price({ bboxMm: { x: 20, y: 20, z: 20 } }),
  checkPrintability: () => client.checkPrintability({ file }),
  uploadModel: () => client.uploadModel({ file }),
  submitOrder: () => client.submitOrder({ ...address, file }),
  tool: async () => {
    const outcome = await callTool('list_materials', {}, timeoutMs)
    throw new DOMException(outcome.kind, outcome.kind === 'lost' ? 'TimeoutError' : 'Error')
  },
}

const collector = setInterval(() => collectGarbage(), 50)
const pending = new Promise<string>((resolve) => setTimeout(resolve, 6 * timeoutMs, 'pending'))
const endings = Object.entries(calls).map(async ([name, call]) => {
  const ending = call().then(
    () => 'a response',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  )
  return [name, await Promise.race([ending, pending])]
})
console.log(JSON.stringify(Object.fromEntries(await Promise.all(endings))))
clearInterval(collector)
process.exit()

/** Collects garbage. Throws when the runtime does not expose its collector: the test would prove nothing. */
function collectGarbage(): void {
  if (typeof Bun === 'object') {
    Bun.gc(true)
    return
  }
  const collect: unknown = Reflect.get(globalThis, 'gc')
  if (typeof collect !== 'function') throw new Error('Run with --expose-gc.')
  collect()
}
