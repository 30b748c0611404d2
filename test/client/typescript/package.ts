// The packed package in an empty folder: the first order of its README under each runtime, its declarations, and its size in browsers.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemblePackage } from '../../../client/typescript/build.ts'
import { cubeStl } from '../../helpers/meshes.ts'
import { use, useService } from '../../helpers/use.ts'

const root = join(import.meta.dir, '../../..')
const readme = readFileSync(join(root, 'client/typescript/README.md'), 'utf8')

const service = useService()
const account = use(() => service.account())
const folder = use(installed, ({ path }) => rmSync(path, { recursive: true }))

/** An empty project with the client and its dependency, each from a packed file: nothing is fetched. */
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

/** The first snippet of the README. */
function firstOrder(): string {
  const [, snippet = ''] = /```js\n([^`]*submitOrder[\s\S]*?)```/.exec(readme) ?? []
  return snippet
}

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

test('the declarations compile in a project of their own, as Node resolves them', () => {
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] }
  const options = { ...strict, module: 'NodeNext', target: 'ES2022', lib: ['ES2022', 'DOM'] }
  writeFileSync(join(project(), 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
  writeFileSync(
    join(project(), 'code.mts'),
    `import { createClient } from 'svc-client'
export const { submitOrder } = createClient({ baseUrl: 'http://localhost' })
// @ts-expect-error -- a material that is not sold
submitOrder({ modelUrl: '', material: 'wood', recipientName: '', street1: '', city: '', state: '', zip: '' })
`,
  )
  run(process.execPath, ['run', join(root, 'node_modules/.bin/tsc'), '-p', '.'], project())
})

test('a bundle for browsers has no file system in it and stays small', async () => {
  const entry = join(project(), 'page.mjs')
  writeFileSync(entry, "import * as client from 'svc-client'\nglobalThis.client = client\n")
  const built = await Bun.build({ entrypoints: [entry], target: 'browser', minify: true })
  const text = (await Promise.all(built.outputs.map((output) => output.text()))).join('')
  const gzipBytes = Bun.gzipSync(text).length
  console.log(`A bundle has ${text.length} bytes, ${gzipBytes} compressed.`)
  expect(text).not.toContain('node:fs')
  expect(text).toContain('browsers have no files by path')
  expect(readme).toContain('has less than 9 kB, compressed')
  expect(gzipBytes).toBeLessThan(9_000)
})
