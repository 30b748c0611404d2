// Submits whose connection closes after each of many numbers of bytes: each ends as one order and one charge.
import { createClientOn } from '../../../client/typescript/src/client.ts'
import { pause } from '../../../client/typescript/src/pause.ts'
import type { OrderInput } from '../../../client/typescript/src/types.ts'
import { binaryStl } from '../../../testing/models/meshes.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import type { Cut, CuttingProxy } from './cutting-proxy.ts'

/** A tetrahedron with edges of 30 mm along the axes: the smallest file with a body. */
const corners: [number, number, number][] = [
  [0, 0, 0],
  [30, 0, 0],
  [0, 30, 0],
  [0, 0, 30],
]
const faces: [number, number, number][] = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
]

export const smallOrder: OrderInput = {
  ...ADDRESS,
  file: binaryStl({ positions: corners, triangles: faces }),
  fileName: 'part.stl',
  color: 'Black',
}

/** Creates a client with real connections and short pauses, because everything runs on this machine. */
export function impatientClient(baseUrl: string, apiKey: string) {
  return createClientOn(
    {
      fetch: (url, init) => fetch(url, init),
      sleep: (ms, signal) => pause(Math.min(ms, 20), signal),
      random: () => 1,
      now: () => 0,
    },
    { baseUrl, retries: 200, credentials: { apiKey, extensionToken: undefined } },
  )
}

/**
 * Interrupts a submit after 0, `step`, 2 x `step`, ... bytes of the request and of the response. Returns the codes of
 * the orders.
 */
export async function cutSubmits(
  proxy: CuttingProxy,
  apiKey: string,
  step: number,
): Promise<string[]> {
  const client = impatientClient(proxy.baseUrl, apiKey)
  proxy.arm(null)
  const codes = [(await client.submitOrder(smallOrder)).code]
  const { request, response } = proxy.passed()
  const cuts: Cut[] = [
    ...upTo(request, step).map((afterBytes) => ({ of: 'request', afterBytes }) as const),
    ...upTo(response, step).map((afterBytes) => ({ of: 'response', afterBytes }) as const),
  ]
  for (const cut of cuts) {
    proxy.arm(cut)
    const order = await client.submitOrder(smallOrder)
    if (!proxy.hasCut() || !order.paid) {
      throw new Error(`${JSON.stringify(cut)}: cut ${proxy.hasCut()}, paid ${order.paid}`)
    }
    codes.push(order.code)
  }
  return codes
}

const upTo = (end: number, step: number) =>
  Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step)
