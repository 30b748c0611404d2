// The bundled scripts and WASM files: precompressed, cached by browsers permanently, and small enough for a first
// visit.
import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { browserBundle } from '../../../server/pages/assets/browser-bundle.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
const get = (path: string, headers: Record<string, string> = {}) => service.fetch(path, { headers })

describe('a bundled file', () => {
  test.each(['quote', 'coreWasm'] as const)('%s has the accepted encoding', async (entry) => {
    const path = (await browserBundle()).urls[entry]
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const bytes = Buffer.from(await plain.arrayBuffer())
    expect(plain.headers.get('content-encoding')).toBeNull()
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    const tags = new Set([plain.headers.get('etag')])
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await get(path, { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toContain('accept-encoding')
      expect(decode(Buffer.from(await response.arrayBuffer())).equals(bytes)).toBe(true)
      tags.add(response.headers.get('etag'))
    }
    expect(tags.size).toBe(3)
  })

  test('is cached for a year without revalidation', async () => {
    const { urls } = await browserBundle()
    const response = await get(urls.quote)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const etag = response.headers.get('etag') ?? ''
    expect((await get(urls.quote, { 'if-none-match': etag })).status).toBe(304)
  })

  test('has the type that lets browsers compile it while it arrives', async () => {
    const { urls } = await browserBundle()
    expect((await get(urls.coreWasm)).headers.get('content-type')).toBe('application/wasm')
    expect((await get(urls.quote)).headers.get('content-type')).toStartWith('text/javascript')
  })

  test('that does not exist is 404', async () => {
    expect((await get('/assets/web/quote-0.js')).status).toBe(404)
    expect((await get('/assets/web/..%2f..%2fpackage.json')).status).toBe(404)
  })
})

test('a first price needs at most 110 kB of WASM, which the page requests with its scripts', async () => {
  const { files, urls, quoteImports } = await browserBundle()
  const measuring = files.get(urls.measuringWasm.split('/').at(-1) ?? '')
  expect(measuring?.br.length).toBeLessThan(110_000)
  const html = await (await get('/quote')).text()
  const hints = [...html.matchAll(/<link rel="(\w+)" href="(\/assets\/web\/[^"]+)"/g)]
  const hinted = (rel: string) => hints.flatMap(([, kind, url]) => (kind === rel ? [url] : []))
  expect(hinted('preload')).toEqual([urls.measuringWasm])
  expect(hinted('modulepreload')).toEqual([...quoteImports])
  // All scripts that the page's script and its imports need before they run.
  const needed = new Set([urls.quote])
  for (const url of needed) {
    const text = await (await get(url)).text()
    for (const [, name] of text.matchAll(/(?:from|import)"\.\/(chunk-\w+\.js)"/g)) {
      needed.add(`/assets/web/${name}`)
    }
  }
  expect(new Set([urls.quote, ...quoteImports])).toEqual(needed)
})

test('the core of the page is the one that the server measures with', async () => {
  const { files, urls } = await browserBundle()
  const served = files.get(urls.coreWasm.split('/').at(-1) ?? '')
  const own = await Bun.file(`${import.meta.dir}/../../../geometry/pkg/geometry_bg.wasm`).bytes()
  expect(Buffer.from(served?.bytes ?? []).equals(Buffer.from(own))).toBe(true)
})

test('the viewer stays under its budget, and the page does not need it', async () => {
  const { files, urls } = await browserBundle()
  const largest = Math.max(
    ...[...files.values()]
      .filter(({ contentType }) => contentType.startsWith('text/javascript'))
      .map(({ gzip }) => gzip.length),
  )
  expect(largest).toBeLessThan(220_000)
  const entry = files.get(urls.quote.split('/').at(-1) ?? '')
  expect(entry?.gzip.length).toBeLessThan(40_000)
})
