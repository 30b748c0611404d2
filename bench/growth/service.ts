// The service in this process on one database, without limits and without a slicer, and with the card
// processor's stand-in, so that only the service's work and its statements are measured. The same account
// and orders are created in each database that is compared.

import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Service } from '../../server/wiring/service.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { createTestAccount, stripeCaller } from '../../testing/service/test-accounts.ts'
import { orderFields } from '../lib/order-fields.ts'
import { modelHost, openBenchService, withoutSlicer } from '../lib/service.ts'

const ownOrders = 20

export type GrowthService = {
  readonly service: Service
  readonly databaseUrl: string
  readonly email: string
  /** Codes of the account's orders, newest last. */
  readonly codes: readonly string[]
  readonly submit: () => Promise<string>
  readonly get: (path: string) => Promise<unknown>
  /** Calls a tool and returns the structured content of its result. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Opens the service. `email`: the address of the account's orders, the same in each database. */
export async function openGrowthService(databaseUrl: string): Promise<GrowthService> {
  const model = cubeStl({ sizeMm: 20 })
  const { service, processor, close } = await openBenchService(databaseUrl, {
    name: 'bench-growth',
    decorate: (deps) => withoutSlicer(deps, () => model),
  })
  const account = await createTestAccount({
    database: service.database,
    ids: { uuid: randomUUID, secretHex: (bytes) => service.deps.ids.secretHex(bytes) },
    stripe: stripeCaller(processor.baseUrl, processor.secretKey),
  })
  const email = account.email
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const request = new Request(`http://localhost${path}`, {
      ...init,
      headers: { ...account.headers, ...init.headers },
    })
    const response = await service.app.handle(request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const submit = async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...orderFields, email })) form.set(name, value)
    form.set('file', new Blob([model]), 'cube.stl')
    const order = v.parse(
      v.object({ code: v.string(), paid: v.literal(true) }),
      await send('/api/print/orders', { method: 'POST', body: form }),
    )
    return order.code
  }
  const codes: string[] = []
  for (let order = 0; order < ownOrders; order++) codes.push(await submit())
  return {
    service,
    databaseUrl,
    email,
    codes,
    submit,
    get: (path) => send(path, {}),
    call: async (name, args) => {
      const { result } = v.parse(
        toolResult,
        await send('/api/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: args },
          }),
        }),
      )
      if (result.structuredContent === undefined) {
        throw new Error(`${name} returned ${JSON.stringify(result)}`)
      }
      return result.structuredContent
    },
    close,
  }
}

const toolResult = v.object({
  result: v.looseObject({ structuredContent: v.optional(v.record(v.string(), v.unknown())) }),
})

export const quotedModel = `https://${modelHost}/cube.stl`
