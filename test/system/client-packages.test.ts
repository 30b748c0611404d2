// Each client is installed from a running service, as the guide describes, into an empty folder, and places an order.
// Nothing is downloaded from a registry: the dependencies come from this checkout and from the toolchain of the
// Python client.
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { tools } from '../../client/python/generator/tools.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { use, useService } from '../../testing/use.ts'

const root = join(import.meta.dir, '../..')
const service = useService()
const account = use(() => service.account())
const folder = mkdtempSync(join(tmpdir(), 'svc-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the addresses of the guide, by the program that installs from them. */
async function addresses(): Promise<readonly string[]> {
  const guide = await (await service.fetch('/docs/first-order.md')).text()
  return [...guide.matchAll(/^(?:npm|pip) install .*?(http\S+)$/gm)].map(([, url = '']) => url)
}

const addressOf = async (end: string) => {
  const found = (await addresses()).find((url) => url.endsWith(end))
  if (found === undefined) throw new Error(`The guide installs no ${end}.`)
  return found
}

/** Returns the output of a program. Throws with its errors when it fails. */
async function run(command: readonly string[], cwd: string, env = {}): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) === 0) return printed
  throw new Error(`${command.join(' ')}\n${printed}\n${problem}`)
}

function emptyProject(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'part.stl'), cubeStl({ sizeMm: 20 }))
  return path
}

const keyEnv = () => ({ SVC_URL: service.baseUrl, SVC_API_KEY: account.apiKey })

/** A registry that no server answers. */
const npmOptions = [
  '--registry',
  'http://127.0.0.1:9/',
  '--fetch-retries',
  '0',
  '--no-audit',
  '--no-fund',
  '--silent',
  '--no-update-notifier',
]

async function expectPaid(code: string): Promise<void> {
  const response = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
  expect(await response.json()).toMatchObject({ code, paid: true, status: 'RECEIVED' })
}

test('svc-client from npm places an order', async () => {
  const project = emptyProject('typescript')
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const dependencies = await Promise.all(
    ['openapi-fetch', 'openapi-typescript-helpers'].map(async (name) => {
      const from = join(root, 'node_modules', name)
      const packed = await run(['npm', 'pack', '--silent', '--ignore-scripts', from], project)
      return join(project, packed.trim())
    }),
  )
  const address = await addressOf('svc-client.tgz')
  await run(['npm', 'install', ...npmOptions, ...dependencies, address], project)
  const readme = readFileSync(join(project, 'node_modules/svc-client/README.md'), 'utf8')
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? []
  writeFileSync(join(project, 'order.mjs'), program)
  const printed = await run(['node', 'order.mjs'], project, keyEnv())
  const [, code = ''] = /^(SVC-\w+) charged \$8\n$/.exec(printed) ?? [printed]
  await expectPaid(code)
})

test('svc from npm places an order', async () => {
  const project = emptyProject('cli')
  const prefix = join(folder, 'global')
  const address = await addressOf('svc-cli.tgz')
  await run(['npm', 'install', '--global', '--prefix', prefix, ...npmOptions, address], project)
  const place = Object.entries({
    name: 'Ada Example',
    street1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    email: 'ada@example.com',
  })
  const options = place.flatMap(([name, value]) => [`--${name}`, value])
  const env = { ...keyEnv(), PATH: `${prefix}/bin${delimiter}${process.env['PATH'] ?? ''}` }
  const order = ['svc', 'order', 'part.stl', '--color', 'Black', ...options, '--yes', '--json']
  await expectPaid(JSON.parse(await run(order, project, env)).code)
})

test.skipIf(!tools.isInstalled())('svc_client from pip', async () => {
  const project = emptyProject('python')
  const target = join(project, 'packages')
  const pip = [tools.program('pip'), 'install', '--quiet', '--no-index', '--target', target]
  await run([...pip, '--no-deps', await addressOf('.whl')], project)
  await run([...pip, '--find-links', tools.wheels, 'attrs', 'httpx'], project)
  const program = `
import os, svc_client
with svc_client.Client(os.environ["SVC_URL"], os.environ["SVC_API_KEY"]) as client:
    order = client.submit_order("part.stl", material="pla", color="Black", recipient_name="Ada Example",
        street1="1 Main Street", city="Springfield", state="IL", zip="62701")
    print(order.code)
`
  const env = { ...keyEnv(), PYTHONPATH: target }
  await expectPaid((await run([tools.program('python'), '-c', program], project, env)).trim())
  const about = await run([tools.program('pip'), 'show', 'svc-client'], project, env)
  const lines = about.split('\n')
  for (const line of ['Version: 0.2.0', 'Requires: attrs, httpx']) expect(lines).toContain(line)
  const checked = ['-m', 'pip', 'check']
  expect(await run([tools.program('python'), ...checked], project, env)).toContain('No broken')
})
