// The packages that client/farm needs: none, or those of its package.json for Bambu Lab printers.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../testing/service/until.ts'

const root = join(import.meta.dir, '../../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farm-packages-'))
  cpSync(join(root, 'client/farm'), join(folder, 'farm'), {
    recursive: true,
    filter: (path) => !path.includes('client/farm/node_modules'),
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a copy of the client without installed packages. */
const run = (printer: object) =>
  Bun.spawn([process.execPath, '--no-install', join(folder, 'farm/main.ts')], {
    env: {
      FARM_URL: 'http://127.0.0.1:9',
      INTERNAL_KEY: 'key',
      PRINTERS: JSON.stringify([{ name: 'p1', ...printer }]),
      STATE_DIR: join(folder, 'state'),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })

test.each(['moonraker', 'octoprint', 'prusalink'])('%s runs without packages', async (kind) => {
  const client = run({ kind, url: 'http://127.0.0.1:9', apiKey: 'key' })
  let log = ''
  const read = async () => {
    for await (const chunk of client.stdout) log += new TextDecoder().decode(chunk)
  }
  void read()
  await until(() => log.includes('p1: is offline'))
  client.kill('SIGTERM')
  expect(await client.exited).toBe(0)
})

test('a Bambu Lab printer needs a package', async () => {
  const client = run({ kind: 'bambu', host: '127.0.0.1', serial: '01P', accessCode: '1' })
  const text = await new Response(client.stderr).text()
  expect([await client.exited, /Cannot find (package|module)/.test(text)]).toEqual([1, true])
})

test('package.json names the packages that the modules import, in the versions of the repository', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'client/farm/package.json'), 'utf8'))
  const all = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies
  const files = [...new Bun.Glob('**/*.ts').scanSync(join(root, 'client/farm'))].filter(
    (name) => !name.includes('node_modules'),
  )
  const imported = files.flatMap((name) =>
    [
      ...readFileSync(join(root, 'client/farm', name), 'utf8').matchAll(/ from '([^.'][^']*)'/g),
    ].map(([, module = '']) => module),
  )
  const packages = new Set(imported.filter((module) => !module.startsWith('node:')))
  expect(Object.keys(dependencies).sort()).toEqual([...packages].sort())
  for (const [name, version] of Object.entries(dependencies)) {
    expect([name, version]).toEqual([name, all[name]])
  }
})
