// A real OctoPrint with its virtual printer, as a separate process. Every feature that would connect to other
// machines is off.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort, waitUntil } from '../../testing/service/real-server.ts'
import type { FloorPrinter } from './floor.ts'

const version = '1.11.8'
const folder = join(import.meta.dir, `../../.tools/octoprint-${version}`)
/** Started as a module: the installed script names its original folder, which may have been moved since. */
const command = [join(folder, 'bin/python'), '-m', 'octoprint'] as const

/** Installs OctoPrint into `.tools` when it is missing. Throws with pip's output when the installation fails. */
export function installOctoPrint(): void {
  if (existsSync(join(folder, 'bin/octoprint'))) return
  console.log(`Installing OctoPrint ${version} ...`)
  mkdirSync(join(folder, '..'), { recursive: true })
  const run = (installCommand: readonly string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([...installCommand], {
      stdout: 'ignore',
      stderr: 'pipe',
    })
    if (exitCode !== 0) {
      rmSync(folder, { recursive: true, force: true })
      throw new Error(`${installCommand[0]} failed: ${stderr.toString().slice(-2000)}`)
    }
  }
  run([Bun.which('python3') ?? 'python3', '-m', 'venv', folder])
  run([join(folder, 'bin/pip'), 'install', '--quiet', `OctoPrint==${version}`])
}

const off = [
  'achievements',
  'announcements',
  'backup',
  'corewizard',
  'discovery',
  'errortracking',
  'file_check',
  'firmware_check',
  'health_check',
  'pi_support',
  'pluginmanager',
  'softwareupdate',
  'tracking',
]

const configuration = (apiKey: string) => `api: {key: ${apiKey}}
server:
  firstRun: false
  onlineCheck: {enabled: false}
  pluginBlacklist: {enabled: false}
plugins:
  _disabled: [${off.join(', ')}]
  virtual_printer: {enabled: true}
serial: {autoconnect: true, port: VIRTUAL}
`

const jobSchema = v.object({
  state: v.string(),
  job: v.object({ file: v.object({ name: v.nullable(v.string()) }) }),
  progress: v.object({ completion: v.nullable(v.number()) }),
})
const filesSchema = v.object({
  files: v.array(
    v.object({
      name: v.string(),
      prints: v.optional(v.object({ success: v.number(), failure: v.number() })),
    }),
  ),
})

export type OctoPrint = FloorPrinter & {
  readonly command: (
    path: '/api/job' | '/api/connection',
    body: Readonly<Record<string, unknown>>,
  ) => Promise<void>
}

type Options = {
  readonly name: string
  readonly volumeMm: Readonly<Record<'x' | 'y' | 'z', number>>
  /** Speed of the moves in percent; the virtual printer executes them in a tenth of their time. */
  readonly speedPercent: number
}

export async function startOctoPrint({
  name,
  volumeMm,
  speedPercent,
}: Options): Promise<OctoPrint> {
  const base = mkdtempSync(join(tmpdir(), 'octoprint-'))
  const apiKey = crypto.randomUUID().replaceAll('-', '')
  writeFileSync(join(base, 'config.yaml'), configuration(apiKey))
  const scripts = join(base, 'scripts/gcode')
  mkdirSync(scripts, { recursive: true })
  writeFileSync(join(scripts, 'beforePrintStarted'), `M220 S${speedPercent}\n`)
  // Without a user its API refuses everything.
  const user = ['user', 'add', 'farm', '--password', crypto.randomUUID(), '--admin']
  Bun.spawnSync([...command, '--basedir', base, ...user], { stdout: 'ignore', stderr: 'ignore' })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const serve = ['serve', '--host', '127.0.0.1', '--port', String(port), '--iknowwhatimdoing']
  const server = Bun.spawn([...command, '--basedir', base, ...serve], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const read = async <T>(path: string, schema: v.GenericSchema<unknown, T>) => {
    const response = await fetch(`${url}${path}`, { headers })
    if (!response.ok) throw new Error(`OctoPrint responded to ${path} with ${response.status}`)
    return v.parse(schema, await response.json())
  }
  const job = () => read('/api/job', jobSchema)
  await waitUntil(
    'OctoPrint is connected to its printer',
    async () => (await job().catch(() => null))?.state === 'Operational',
  )
  return {
    name,
    settings: { kind: 'octoprint', url, apiKey, firmware: 'marlin', volumeMm },
    progress: async () => {
      const { completion } = (await job()).progress
      return completion === null ? null : completion / 100
    },
    command: async (path, body) => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (!response.ok) {
        throw new Error(`OctoPrint responded to ${JSON.stringify(body)} with ${response.status}`)
      }
    },
    prints: async () => {
      const { files } = await read('/api/files?recursive=true', filesSchema)
      return files.map((file) => ({
        name: file.name,
        success: file.prints?.success ?? 0,
        failure: file.prints?.failure ?? 0,
      }))
    },
    close: async () => {
      server.kill('SIGKILL')
      await server.exited
      rmSync(base, { recursive: true, force: true })
    },
  }
}
