// `npm run test:python`: the Python client against the complete service on loopback. Not part of `npm test`, because it
// installs its requirements and interrupts a hundred connections.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installTools, run, tools } from '../../../client/python/generator/tools.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { use } from '../../../testing/use.ts'
import { type Farm, openFarm } from './farm.ts'

const LIMIT_MS = 600_000
const problem = installTools()
if (problem !== null) console.log(`Skipped: the Python client's tests cannot run here. ${problem}`)

describe.skipIf(problem !== null)('the Python client', () => {
  const farm: Farm = use(openFarm)
  const work = mkdtempSync(join(tmpdir(), 'svc-python-test-'))
  afterAll(() => rmSync(work, { recursive: true, force: true }))
  const source = join(tools.project, 'src')
  const here = import.meta.dir

  test('passes type checks and ruff', () => {
    const mypy = [
      '--cache-dir',
      join(work, 'mypy'),
      '--config-file',
      join(tools.project, 'pyproject.toml'),
    ]
    const inSource = { env: { MYPYPATH: source } }
    expect(run([tools.program('mypy'), ...mypy, source, here], inSource)).toBeNull()
    const ruff = ['--no-cache', '--config', join(tools.project, 'pyproject.toml')]
    const ours = [here, source, '--exclude', join(source, 'svc_client/generated')]
    expect(run([tools.program('ruff'), 'check', ...ruff, ...ours])).toBeNull()
    expect(run([tools.program('ruff'), 'format', '--check', ...ruff, ...ours])).toBeNull()
  })

  test(
    'pytest, against the service',
    async () => {
      const child = Bun.spawn(
        [tools.program('pytest'), '-q', '-p', 'no:cacheprovider', '--color=no', here],
        {
          cwd: work,
          env: {
            ...machine(),
            ...farm.env,
            PYTHONPATH: source,
            MYPYPATH: source,
            PYTHONDONTWRITEBYTECODE: '1',
          },
          stdout: 'pipe',
          stderr: 'pipe',
          timeout: LIMIT_MS,
        },
      )
      const [output, errors, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      console.log(output.trim().split('\n').at(-1))
      if (code !== 0) throw new Error(`${output.slice(-8000)}\n${errors.slice(-2000)}`)
    },
    LIMIT_MS,
  )

  describe('as a wheel in a separate environment', () => {
    const python = join(work, 'venv/bin/python')
    beforeAll(() => {
      const wheel = ['--no-deps', '--no-build-isolation', '--wheel-dir', join(work, 'dist')]
      const built = run([tools.program('pip'), 'wheel', '--quiet', ...wheel, tools.project])
      const made = run([tools.program('python'), '-m', 'venv', join(work, 'venv')])
      expect({ built, made }).toEqual({ built: null, made: null })
      const found = readdirSync(join(work, 'dist')).map((name) => join(work, 'dist', name))
      const offline = ['--quiet', '--no-index', '--find-links', tools.wheels]
      expect(run([python, '-m', 'pip', 'install', ...offline, ...found])).toBeNull()
    }, LIMIT_MS)

    test('the first order of the README', async () => {
      writeFileSync(join(work, 'part.stl'), cubeStl({ sizeMm: 20 }))
      writeFileSync(join(work, 'order.py'), await firstOrderOfReadme())
      const child = Bun.spawn([python, 'order.py'], {
        cwd: work,
        env: {
          ...machine(),
          SVC_URL: farm.env['SVC_URL'] ?? '',
          SVC_API_KEY: farm.env['SVC_KEY'] ?? '',
        },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const output = await new Response(child.stdout).text()
      const errors = await new Response(child.stderr).text()
      expect({ output, errors }).toEqual({
        output: expect.stringMatching(/^SVC-[A-HJKMNP-Z2-9]{6} RECEIVED [\d.]+\n$/),
        errors: '',
      })
    })
  })
})

/** Returns the first block of Python in the README. */
async function firstOrderOfReadme(): Promise<string> {
  const readme = await Bun.file(join(tools.project, 'README.md')).text()
  return /```python\n(.*?)```/s.exec(readme)?.[1] ?? ''
}

function machine(): Record<string, string> {
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  return { PATH, HOME, LANG }
}
