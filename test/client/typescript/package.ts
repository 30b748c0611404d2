// The packed package in an empty folder: the first order of its README in each runtime, its declarations, and its
// bundle in a browser.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemblePackage } from '../../../client/typescript/assemble.ts'
import type * as SvcClient from '../../../client/typescript/src/index.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { useBrowser } from '../../browser/use-browser.ts'

const root = join(import.meta.dir, '../../..')
const readme = readFileSync(join(root, 'client/typescript/README.md'), 'utf8')

const service = useService()
const account = use(() => service.account())
const browser = useBrowser()
const htmlHeaders = { headers: { 'content-type': 'text/html' } }
const folder = use(installed, ({ path }) => rmSync(path, { recursive: true }))

/** Creates an empty project with the client and its dependency, each from a packed file: nothing is downloaded. */
function installed(): { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'svc-package-'))
  const source = join(path, 'source')
  mkdirSync(source)
  assemblePackage(source)
  const packages = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
    join(root, 'node_modules', name),
  )
  const files = [source, ...packages].map((from) =>
    run('npm', ['pack', '--silent', '--ignore-scripts', from], path).trim(),
  )
  const project = join(path, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent']
  run('npm', ['install', ...quiet, ...files.map((file) => join(path, file))], project)
  writeFileSync(join(project, 'part.stl'), cubeStl({ sizeMm: 20 }))
  writeFileSync(join(project, 'order.mjs'), firstOrder())
  return { path }
}

const project = () => join(folder.path, 'project')

/** Returns the JavaScript of the README; the first snippet is a complete program. */
const snippets = () => [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)
const firstOrder = () => snippets()[0] ?? ''

/** Declarations that the other snippets assume. */
const given = `import { createClient, OutcomeUnknownError, type OrderInput, type SubmittedOrder } from 'svc-client'
declare const process: { readonly env: { readonly SVC_URL: string; readonly SVC_API_KEY: string } }
declare const client: ReturnType<typeof createClient>
declare const order: SubmittedOrder
declare const input: OrderInput
const address = { recipientName: '', street1: '', city: '', state: '', zip: '' }
// @ts-expect-error -- a material that is not sold
client.submitOrder({ ...address, modelUrl: '', material: 'wood' })
`
const asFunction = (snippet: string, index: number) =>
  `export async function snippet${index}() {\n${snippet.replace(/^import .*$/m, '')}}\n`

function run(command: string, args: readonly string[], cwd: string, env = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

const runtimes = [
  ['Node', 'node', []],
  ['Bun', process.execPath, ['run']],
  ['Deno', 'deno', ['run', '--allow-read', '--allow-env', '--allow-net']],
] as const

describe('the first order of the README', () => {
  for (const [name, command, args] of runtimes) {
    test.skipIf(Bun.which(command) === null)(`runs with ${name}`, async () => {
      const env = { SVC_URL: service.baseUrl, SVC_API_KEY: account.apiKey }
      // Asynchronous, because the service runs in this process.
      const child = Bun.spawn([command, ...args, 'order.mjs'], {
        cwd: project(),
        env: { ...process.env, ...env },
        stderr: 'pipe',
      })
      const printed = await new Response(child.stdout).text()
      const problems = await new Response(child.stderr).text()
      // 8 cm3 x 0.44 x 1.27 = 4.5 g, billed as 5: the minimum of $1.00, and $7.00 postage.
      expect([await child.exited, printed, problems]).toEqual([
        0,
        expect.stringMatching(/^SVC-[A-Z2-9]{6} charged \$8\n$/),
        '',
      ])
    })
  }
})

test('the snippets of the README compile in a separate project, as Node resolves it', () => {
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] }
  expect(snippets().length).toBeGreaterThan(4)
  const options = { ...strict, module: 'NodeNext', target: 'ES2022', lib: ['ES2022', 'DOM'] }
  writeFileSync(join(project(), 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
  writeFileSync(join(project(), 'code.mts'), `${given}${snippets().map(asFunction).join('')}`)
  run(process.execPath, ['run', join(root, 'node_modules/.bin/tsc'), '-p', '.'], project())
})

test('a bundle for browsers contains no file system module and stays small', async () => {
  const text = await pageScript()
  const gzipBytes = Bun.gzipSync(text).length
  console.log(`A bundle has ${text.length} bytes, ${gzipBytes} compressed.`)
  expect(text).not.toContain('node:fs')
  expect(text).toContain('browsers have no files by path')
  expect(readme).toContain('is smaller than 10 kB, compressed')
  expect(gzipBytes).toBeLessThan(10_000)
})

/** Returns a bundle of the package that exposes its exports on the page. */
async function pageScript(): Promise<string> {
  const entry = join(project(), 'page.mjs')
  writeFileSync(entry, "import * as client from 'svc-client'\nglobalThis.svcClient = client\n")
  const built = await Bun.build({ entrypoints: [entry], target: 'browser', minify: true })
  return (await Promise.all(built.outputs.map((output) => output.text()))).join('')
}

test.skipIf(chromiumPath === null)(
  'a page of another origin checks, prices and orders',
  async () => {
    const script = await pageScript()
    await using pages = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response('<!doctype html><title>Shop</title>', htmlHeaders),
    })
    await browser.page.goto(`http://127.0.0.1:${pages.port}/`)
    await browser.page.addScriptTag({ content: script })
    const { baseUrl } = service
    const seen = await browser.page.evaluate(orderFromPage, {
      baseUrl,
      apiKey: account.apiKey,
      cube: [...cubeStl({ sizeMm: 20 })],
      address: ADDRESS,
    })
    expect(seen).toEqual({
      total: 8,
      printStatus: 'ready',
      charged: 8,
      replayed: true,
      sentAll: true,
      refused: [404, 'string'],
      path: 'TypeError',
    })
  },
)

type PageInput = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly cube: readonly number[]
  readonly address: typeof ADDRESS
}

/** Runs in the page. */
async function orderFromPage({ baseUrl, apiKey, cube, address }: PageInput) {
  const { createClient } = (globalThis as unknown as { svcClient: typeof SvcClient }).svcClient
  const client = createClient({ baseUrl, apiKey })
  const file = new File([new Uint8Array(cube)], 'cube.stl')
  const estimate = await client.price({ bboxMm: { x: 20, y: 20, z: 20 } })
  const { printStatus } = await client.checkPrintability({ file })
  const sent: number[] = []
  const order = { ...address, file, color: 'Black' } as const
  const placed = await client.submitOrder(order, {
    onUploadProgress: ({ sentBytes, totalBytes }) => sent.push(sentBytes / totalBytes),
  })
  const { idempotencyKey } = placed
  const { replayed } = await client.submitOrder(order, { idempotencyKey })
  const unknown = await client.getOrder('SVC-AAAAAA').catch((error) => error)
  const path = await client.submitOrder({ ...order, file: 'part.stl' }).catch((error) => error)
  return {
    total: estimate.total,
    printStatus,
    charged: placed.charged,
    replayed,
    sentAll: sent.at(-1) === 1,
    refused: [unknown.status, typeof unknown.requestId],
    path: path.name,
  }
}
