// What both clients know of the service by heart, compared with the service: the sentences of a 503 after which a call that may act twice
// is repeated, and the POSTs that do nothing twice.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repeatabilityOf } from '../../client/typescript/src/retry-rules.ts'
import { outageOf } from '../../server/http/responses/outage.ts'

const client = join(import.meta.dir, '../../client')
const read = (path: string) => readFileSync(join(client, path), 'utf8')
const python = read('python/src/svc_client/retry.py')

/** A 503 that says so is the refusal of a call that did nothing. */
const words = 'Nothing was'

test('both clients look for the words of a 503 that did nothing', () => {
  for (const source of [python, read('typescript/src/attempt.ts')]) expect(source).toContain(words)
})

test.each(['/api/print/orders', '/api/generate', '/api/generate/start', '/api/retexture'])(
  'POST %s says them only while its body is unread',
  async (path) => {
    const lost = new Error('Connection terminated unexpectedly')
    const request = new Request(`http://localhost${path}`, { method: 'POST', body: '{}' })
    expect(outageOf(request, lost)?.sentence).toContain(words)
    await request.text()
    expect(outageOf(request, lost)?.sentence).not.toContain(words)
  },
)

test('both clients name the same harmless POSTs', () => {
  const [, set = ''] = /HARMLESS_POSTS = frozenset\(\s*\{([^}]*)\}/.exec(python) ?? []
  const named = [...set.matchAll(/"(\/api\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(0)
  const [, list = ''] =
    /harmlessPosts[^[]*\[([^\]]*)\]/.exec(read('typescript/src/retry-rules.ts')) ?? []
  const typed = [...list.matchAll(/'(\/api\/[^']+)'/g)].map(([, path = '']) => path)
  expect(typed.toSorted()).toEqual(named.toSorted())
  expect(named.map((path) => repeatabilityOf('POST', path))).toEqual(named.map(() => 'safe'))
})
