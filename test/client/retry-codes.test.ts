// Rules built into both clients, compared with the service: the codes of a 503 after which a call with effects is
// repeated, and the POSTs that are idempotent.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createdKindOf,
  getsNewKey,
  keyedPosts,
  repeatabilityOf,
} from '../../client/typescript/src/retry-rules.ts'
import { errorSections } from '../../server/http/docs/error-rows.ts'
import { buildDocument } from '../../server/http/openapi/document.ts'
import { referenceOf } from '../../server/http/openapi/reference.ts'
import { outageOf } from '../../server/http/responses/outage.ts'
import recorded from '../../testing/service/error-codes.json'
import { verifies } from '../helpers/verifies.ts'

const client = join(import.meta.dir, '../../client')
const read = (path: string) => readFileSync(join(client, path), 'utf8')
const python = read('python/src/svc_client/retry.py')
const rows = errorSections(referenceOf(buildDocument('https://example.com'))).flatMap(
  (section) => section.rows,
)

const listed = (source: string, list: RegExp): readonly string[] => {
  const [, items = ''] = list.exec(source) ?? []
  return [...items.matchAll(/["']([a-z_]+)["']/g)].map(([, code = '']) => code).toSorted()
}
const typescript = read('typescript/src/retry-rules.ts')
const codes = listed(typescript, /nothingDone[^[]*\[([^\]]*)\]/)

test('both clients have the same codes for a 503 that did nothing, and the service uses each', () => {
  expect(codes.length).toBeGreaterThan(0)
  expect(listed(python, /NOTHING_DONE = frozenset\(\s*\{([^}]*)\}/)).toEqual(codes)
  const statuses: Readonly<Record<string, readonly (number | string)[]>> = recorded
  for (const code of codes) {
    expect({ code, is503: statuses[code]?.includes(503) }).toEqual({ code, is503: true })
  }
})

test('a 503 of the tables whose sentence says that nothing was done has such a code', () => {
  const said = rows.flatMap(({ code, texts }) =>
    texts
      .filter(({ status, sentence }) => status === 503 && /Nothing was/.test(sentence ?? ''))
      .map(() => code),
  )
  expect(said.filter((code) => !codes.includes(code))).toEqual([])
})

test.each(['/api/print/orders', '/api/generate', '/api/generate/start', '/api/retexture'])(
  'POST %s has such a code only while its body is unread',
  async (path) => {
    const lost = new Error('Connection terminated unexpectedly')
    const request = new Request(`http://localhost${path}`, { method: 'POST', body: '{}' })
    expect(codes).toContain(outageOf(request, lost)?.code ?? '')
    await request.text()
    expect(codes).not.toContain(outageOf(request, lost)?.code ?? '')
  },
)

const endedCodes = listed(typescript, /const ended[^[]*\[([^\]]*)\]/)

test('both clients have the same codes for a 502 after which a repeat would create another object', () => {
  expect(endedCodes.length).toBeGreaterThan(0)
  expect(listed(python, /ENDED = frozenset\(\s*\{([^}]*)\}/)).toEqual(endedCodes)
  const statuses: Readonly<Record<string, readonly (number | string)[]>> = recorded
  expect(endedCodes.map((code) => statuses[code])).toEqual(endedCodes.map(() => [502]))
})

verifies('client.keyed', () => {
  const { paths } = buildDocument('https://example.com')
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) =>
        JSON.stringify(parameters).includes('"name":"Idempotency-Key"'),
      )
      .map(([method]) => `${method} ${path}`),
  )
  expect(declared.length).toBeGreaterThan(10)
  const named = Object.keys(keyedPosts).map((path) => `post ${path}`)
  expect(named.toSorted()).toEqual(declared.toSorted())

  const [, table = ''] = /KEYED_POSTS[^{]*\{([^;]*?)\n {4}\}/.exec(python) ?? []
  const entries = [...table.matchAll(/"(\/api\/[^"]+)": "(\w+)"/g)]
  expect(entries.map(([, path = '', made = '']) => [path, made])).toEqual(
    Object.entries(keyedPosts),
  )

  const ofPath = (path: string) => repeatabilityOf('POST', path.replace(/\{\w+\}/g, 'AB-1'))
  expect(Object.keys(keyedPosts).map(ofPath)).toEqual(Object.keys(keyedPosts).map(() => 'keyed'))
  const withoutNewKey = Object.keys(keyedPosts).filter(
    (path) => !getsNewKey('POST', path.replace(/\{\w+\}/g, 'AB-1')),
  )
  expect(withoutNewKey).toEqual([
    '/api/operator/orders/{code}/refund',
    '/api/operator/orders/{code}/messages',
  ])
  const [, content = ''] = /KNOWN_BY_CONTENT = frozenset\(\s*\{([^;]*?)\}\n/.exec(python) ?? []
  const ofPython = [...content.matchAll(/"(\/api\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(ofPython.toSorted()).toEqual(withoutNewKey.toSorted())
  const others = ['/api/print/orders/status', '/api/models/1/2/change', '/api/generate/starts']
  expect(others.map(createdKindOf)).toEqual([null, null, null])
})

test('both clients list the same idempotent POSTs', () => {
  const [, set = ''] = /HARMLESS_POSTS = frozenset\(\s*\{([^}]*)\}/.exec(python) ?? []
  const named = [...set.matchAll(/"(\/api\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(0)
  const [, list = ''] =
    /harmlessPosts[^[]*\[([^\]]*)\]/.exec(read('typescript/src/retry-rules.ts')) ?? []
  const typed = [...list.matchAll(/'(\/api\/[^']+)'/g)].map(([, path = '']) => path)
  expect(typed.toSorted()).toEqual(named.toSorted())
  expect(named.map((path) => repeatabilityOf('POST', path))).toEqual(named.map(() => 'safe'))
})
