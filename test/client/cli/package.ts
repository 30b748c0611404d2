// svc as a package: packed, installed into an empty folder without a registry, and run under Node and Bun.
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleCli } from '../../../client/cli/bundle.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
const source = join(import.meta.dir, '../../../client/cli')

test('the packed command line runs from a fresh folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cli-package-'))
  const [made, fresh] = [join(folder, 'made'), join(folder, 'fresh')]
  try {
    for (const path of [made, fresh]) mkdirSync(path)
    await bundleCli(join(made, 'dist'))
    for (const file of ['package.json', 'README.md']) {
      copyFileSync(join(source, file), join(made, file))
    }
    npm(made, ['pack', '--pack-destination', fresh])
    npm(fresh, ['install', '--offline', '--no-audit', '--no-fund', './svc-cli-0.2.0.tgz'])
    const program = join(fresh, 'node_modules/.bin/svc')
    for (const through of [[], [process.execPath]]) {
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_URL: service.baseUrl }
      const run = Bun.spawn([...through, program, 'materials'], { cwd: fresh, env, stdout: 'pipe' })
      expect(await new Response(run.stdout).text()).toContain('Stock colors: Black, White, Red')
      expect(await run.exited).toBe(0)
    }
    const { size } = statSync(join(fresh, 'svc-cli-0.2.0.tgz'))
    console.log(`svc-cli-0.2.0.tgz: ${Math.round(size / 1000)} kB`)
    expect(size).toBeLessThan(900_000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function npm(cwd: string, args: readonly string[]): void {
  const run = Bun.spawnSync(['npm', ...args], { cwd, stdout: 'ignore', stderr: 'pipe' })
  if (run.exitCode !== 0) throw new Error(`npm ${args[0]}: ${run.stderr.toString()}`)
}
