// A body is declared once, with the route: no handler parses JSON with a separate schema.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ok } from '../../server/domain/base/result.ts'
import type { BodySpec } from '../../server/http/contract/contract.ts'
import { generationBody } from '../../server/http/routes/generation/generation-request.ts'
import { routes } from '../../server/http/routes/routes.ts'

const root = join(import.meta.dir, '../..')

/** Files that read a body themselves, with the reason. */
const readers: Readonly<Record<string, string>> = {
  'generation/generation-body.ts': 'the run in the background parses it',
  'orders/billing-webhook.ts': 'the signature covers the bytes',
  'orders/price.ts': 'it serves tens of thousands of requests a second',
  'slicing/slice-quote.ts': 'the contract has one sentence for every body that names no generation',
  'ucp/checkout-sessions.ts': 'another protocol describes it',
  'ucp/ucp-route.ts': 'the Idempotency-Key covers the bytes',
}
const reading = ['readText', 'readJsonBody', 'readOptionalJson', 'parseShape', 'parseNamedShape']

test('routes leave the reading of JSON to their declared bodies', async () => {
  const found: string[] = []
  for (const path of new Bun.Glob('**/*.ts').scanSync(join(root, 'server/http/routes'))) {
    const source = await Bun.file(join(root, 'server/http/routes', path)).text()
    const names = parseSync(path, source).module.staticImports.flatMap(
      ({ moduleRequest, entries }) =>
        moduleRequest.value.endsWith('/requests/body.ts')
          ? entries.map(({ importName }) => importName.name ?? '')
          : [],
    )
    const isReader = names.some((name) => reading.includes(name))
    if (isReader || /\brequest\.(json|text|formData)\(/.test(source)) found.push(path)
  }
  expect(found.toSorted()).toEqual(Object.keys(readers))
})

const receiveOf = (body: BodySpec | undefined) =>
  body !== undefined && 'receive' in body && typeof body.receive === 'function'
    ? body.receive
    : null
const accept = async (value: unknown) => ok(value)

test('each body accepts its example', async () => {
  const refused: unknown[] = []
  let read = 0
  for (const { contract } of routes) {
    const { id = '', body } = contract ?? {}
    const receive = receiveOf(body)
    // The run of a generation parses its body, which is stored as received.
    if (body?.type !== 'application/json' || receive === null || body === generationBody) continue
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body.example) }
    const outcome = await receive(new Request('http://localhost/', sent), {}, accept)
    if (!outcome.ok) refused.push([id, outcome.failure])
    read += 1
  }
  expect(refused).toEqual([])
  expect(read).toBeGreaterThan(40)
})
