// The launcher on machines with missing programs. npm and Bun are scripts that log their calls, so nothing is
// downloaded; node is the real one.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const LAUNCHER = join(import.meta.dir, '../../server/local/launcher/launch.mjs')
const NODE = spawnSync('node', ['-p', 'process.execPath'], { encoding: 'utf8' }).stdout.trim()
const base = mkdtempSync(join(tmpdir(), 'svc-launch-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(base, 'machine-'))
  mkdirSync(join(root, 'server/local/launcher'), { recursive: true })
  mkdirSync(join(root, 'bin'))
  copyFileSync(LAUNCHER, join(root, 'server/local/launcher/launch.mjs'))
  writeFileSync(join(root, 'package.json'), '{ "devDependencies": { "bun-types": "9.8.7" } }')
  writeFileSync(join(root, 'bun.lock'), '{}')
})

/** Returns a script for a Bun of that version; running anything but `install` ends with code 5. */
function bunScript(version: string): string {
  return `#!/bin/sh
echo "bun $*" >> "${root}/calls"
case "$1" in
  --version) echo ${version} ;;
  install) mkdir -p "${root}/node_modules" ;;
  wait) trap 'echo asked to end >> "${root}/calls"; exit 6' TERM; echo ready >> "${root}/calls"; while :; do sleep 0.05; done ;;
  *) exit 5 ;;
esac
`
}

function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Returns a script for an npm that "installs" a Bun where the real package has it. */
function npmScript(version: string): string {
  writeProgram(join(root, 'package/bun.exe'), bunScript(version))
  return `#!/bin/sh
echo "npm $*" | sed "s#${root}#ROOT#; s#new-[0-9]*#new#" >> "${root}/calls"
mkdir -p node_modules/bun/bin && cp "${root}/package/bun.exe" node_modules/bun/bin/bun.exe
echo "npm notice something noisy"
`
}

const environment = () => ({ PATH: `${join(root, 'bin')}:/usr/bin:/bin` })

function launch(...args: string[]) {
  writeFileSync(join(root, 'calls'), '')
  const run = spawnSync(NODE, [join(root, 'server/local/launcher/launch.mjs'), ...args], {
    encoding: 'utf8',
    env: environment(),
  })
  const calls = readFileSync(join(root, 'calls'), 'utf8').trim().split('\n')
  return { code: run.status, stdout: run.stdout, stderr: run.stderr, calls }
}

test('a Bun of the right version on PATH is used without npm, and its exit code is kept', () => {
  writeProgram(join(root, 'bin/bun'), bunScript('9.8.7'))
  const run = launch('server/main.ts', 'a', 'b c')
  expect(run.calls).toEqual([
    'bun --version',
    'bun install --frozen-lockfile --no-progress',
    'bun server/main.ts a b c',
  ])
  expect(run.code).toBe(5)
  expect(run.stdout).toBe('')
})

test('a Bun of another version is not used: npm installs the pinned one into .tools', () => {
  writeProgram(join(root, 'bin/bun'), bunScript('1.0.0'))
  writeProgram(join(root, 'bin/npm'), npmScript('9.8.7'))
  const run = launch('server/main.ts')
  expect(run.calls).toEqual([
    'bun --version',
    'npm install --no-save --no-package-lock --no-audit --no-fund --include=optional --loglevel=error --prefix ROOT/.tools/new bun@9.8.7',
    'bun --version',
    'bun install --frozen-lockfile --no-progress',
    'bun server/main.ts',
  ])
  expect(run.stderr).not.toContain('noisy')
  expect(readdirSync(join(root, '.tools'))).toEqual(['bun-9.8.7'])
})

test('the second start installs nothing and checks no version', () => {
  writeProgram(join(root, 'bin/npm'), npmScript('9.8.7'))
  launch('server/main.ts')
  const second = launch('server/main.ts')
  expect(second.calls).toEqual(['bun server/main.ts'])
  expect(second.stderr).toBe('')
})

test('a changed lockfile and a removed node_modules each cause one installation', () => {
  writeProgram(join(root, 'bin/npm'), npmScript('9.8.7'))
  launch('server/main.ts')
  writeFileSync(join(root, 'bun.lock'), '{ "changed": true }')
  expect(launch('x').calls).toEqual(['bun install --frozen-lockfile --no-progress', 'bun x'])
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(launch('x').calls).toEqual(['bun install --frozen-lockfile --no-progress', 'bun x'])
  expect(launch('x').calls).toEqual(['bun x'])
})

test('a failing npm is reported with its output, and leaves no partial installation', () => {
  writeProgram(join(root, 'bin/npm'), '#!/bin/sh\necho "npm error code ENOTFOUND" >&2\nexit 1\n')
  const run = launch('server/main.ts')
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('Bun could not be installed. Is the network')
  expect(run.stderr).toContain('npm error code ENOTFOUND')
  expect(run.stderr).not.toContain('at file:')
  expect(existsSync(join(root, '.tools/bun-9.8.7'))).toBe(false)
})

test('a Bun that does not run here is reported with a sentence', () => {
  writeProgram(join(root, 'bin/npm'), npmScript('0.0.1'))
  const run = launch('server/main.ts')
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('npm installed Bun 9.8.7, but it does not run on this system.')
})

test('--test, --check and --run become their Bun commands', () => {
  writeProgram(join(root, 'bin/npm'), npmScript('9.8.7'))
  launch('x')
  expect(launch('--test', 'test/domain').calls).toEqual([
    'bun server/local/launcher/run-tests.ts test/domain',
  ])
  expect(launch('--check').calls).toEqual(['bun server/local/launcher/run-checks.ts'])
  expect(launch('--run', 'biome', 'check').calls).toEqual(['bun run biome check'])
})

test('a signal is forwarded, and the resulting exit code returned', async () => {
  writeProgram(join(root, 'bin/npm'), npmScript('9.8.7'))
  launch('x')
  const child = spawn(NODE, [join(root, 'server/local/launcher/launch.mjs'), 'wait'], {
    env: environment(),
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!readFileSync(join(root, 'calls'), 'utf8').includes('ready')) await Bun.sleep(10)
  child.kill('SIGTERM')
  expect(await ended).toBe(6)
})

test('when npm is killed outright, its child processes end as well', async () => {
  writeProgram(join(root, 'bin/npm'), npmScript('9.8.7'))
  launch('x')
  // Replaces npm: it runs the launcher and sets the variables of npm, then is killed.
  const script = `node "${join(root, 'server/local/launcher/launch.mjs')}" wait; true`
  const npm = spawn('/bin/sh', ['-c', script], {
    env: { PATH: `${dirname(NODE)}:/usr/bin:/bin`, npm_lifecycle_event: 'start' },
  })
  const calls = () => readFileSync(join(root, 'calls'), 'utf8')
  while (!calls().includes('ready')) await Bun.sleep(10)
  npm.kill('SIGKILL')
  while (!calls().includes('asked to end')) await Bun.sleep(10)
  expect(calls()).toContain('asked to end')
})
