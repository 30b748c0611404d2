// `npm run first-order`: places a first order in every way, each from an empty folder with only a part, against a
// service in local mode on loopback, and prints the typed commands and the seconds. Packages are installed from
// files, as if they were published. Arguments select ways: `npm run first-order -- python mcp`.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installTools, run, tools } from '../../../client/python/generator/tools.ts'
import { samplePart } from '../../../server/local/demo/sample-part.ts'
import { readCommandLine } from '../../../server/local/launcher/command-line.ts'
import { openRealServer, readDemo } from '../../../testing/service/real-server.ts'
import { install } from '../programs.ts'
import { commandLine, curl, inspector, python, typescript, type Way } from './ways.ts'

const root = join(import.meta.dir, '../../..')
const wayNames = ['curl', 'python', 'typescript', 'svc', 'mcp'] as const
const { positionals: asked, refuse } = readCommandLine(
  `npm run first-order -- [WAY ...]. Ways: ${wayNames.join(', ')}.`,
  { allowPositionals: true },
)
const unknown = asked.filter((name) => !wayNames.some((way) => way === name))
if (unknown.length > 0) refuse(`There is no way ${unknown.join(', ')}.`)

const work = mkdtempSync(join(tmpdir(), 'svc-first-order-'))
const packages = join(work, 'packages')
mkdirSync(packages)

type Prepared = { readonly way: Way; readonly env: Readonly<Record<string, string>> }
type Row = {
  readonly way: string
  readonly commands: number
  readonly lines: number
  readonly seconds: number
  readonly order: string
}

const ways: Readonly<Record<(typeof wayNames)[number], () => Prepared | string>> = {
  curl: () => ({ way: curl, env: {} }),
  python: preparePython,
  typescript: prepareTypescript,
  svc: prepareCommandLine,
  mcp: prepareInspector,
}
const prepared = wayNames.flatMap((name) =>
  asked.length === 0 || asked.includes(name) ? [ways[name]()] : [],
)

const server = await openRealServer({ env: { LOG_LEVEL: 'error' } })
const rows: Row[] = []
try {
  await server.start()
  const { apiKey } = await readDemo(server)
  for (const one of prepared) {
    if (typeof one === 'string') {
      console.log(`Skipped: ${one}`)
    } else {
      rows.push(await place(one, { SVC_URL: server.baseUrl, SVC_API_KEY: apiKey }))
    }
  }
} finally {
  await server.close()
  rmSync(work, { recursive: true, force: true })
}
console.table(rows)
process.exitCode = rows.every(({ order }) => order !== '') ? 0 : 1

async function place(
  { way, env }: Prepared,
  service: Readonly<Record<string, string>>,
): Promise<Row> {
  const folder = mkdtempSync(join(work, 'way-'))
  writeFileSync(join(folder, 'part.stl'), samplePart())
  for (const [name, text] of Object.entries(way.files ?? {})) {
    writeFileSync(join(folder, name), text)
  }
  console.log(`\n${way.name}`)
  for (const command of way.commands) console.log(`  $ ${command}`)
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  const startedAt = performance.now()
  const child = Bun.spawn(['bash', '-c', way.commands.join('\n')], {
    cwd: folder,
    env: { PATH, HOME, LANG, ...service, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const order = /SVC-[A-HJKMNP-Z2-9]{6}/.exec(output)?.[0] ?? ''
  if (order === '') console.log(`${output}\n${errors}`)
  const lines = Object.values(way.files ?? {}).reduce((sum, text) => sum + linesOf(text), 0)
  return { way: way.name, commands: way.commands.length, lines, seconds, order }
}

function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

function preparePython(): Prepared | string {
  const problem = installTools()
  if (problem !== null) return `Python: ${problem}`
  const wheel = ['--no-deps', '--no-build-isolation', '--wheel-dir', packages]
  const built = run([tools.program('pip'), 'wheel', '--quiet', ...wheel, tools.project])
  if (built !== null) return `Python: ${built}`
  return {
    way: python(firstBlock('client/python/README.md', 'python')),
    env: {
      SVC_PYTHON_PACKAGE: wheelOf(packages),
      PIP_OPTIONS: `--no-index --find-links ${tools.wheels}`,
    },
  }
}

function prepareTypescript(): Prepared | string {
  const path = packNpm('client/typescript')
  if (path.startsWith('Error')) return `TypeScript: ${path}`
  return {
    way: typescript(firstBlock('client/typescript/README.md', 'js')),
    env: { SVC_NPM_PACKAGE: path },
  }
}

function prepareCommandLine(): Prepared | string {
  const path = packNpm('client/cli')
  return path.startsWith('Error')
    ? `svc: ${path}`
    : { way: commandLine, env: { SVC_CLI_PACKAGE: path } }
}

/** Returns the path of the package, or a text that begins with `Error`. */
function packNpm(project: string): string {
  if (!existsSync(join(root, project))) return `Error: there is no ${project}.`
  const problem =
    run([process.execPath, join(root, project, 'build.ts')], { cwd: root }) ??
    run(['npm', 'pack', '--silent', '--pack-destination', packages], { cwd: join(root, project) })
  if (problem !== null) return `Error: ${problem}`
  const { name, version } = JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8'))
  return join(packages, `${name}-${version}.tgz`)
}

function prepareInspector(): Prepared | string {
  const folder = join(install(), 'node')
  if (!existsSync(join(folder, 'installed'))) return 'MCP: the Inspector is not installed.'
  // The program needs a newer Node than this project, and includes it.
  const programs = ['node_modules/node/bin', 'node_modules/.bin'].map((name) => join(folder, name))
  const { PATH = '' } = process.env
  return {
    way: inspector,
    env: { PATH: [...programs, PATH].join(delimiter), HOME: work },
  }
}

function wheelOf(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '')
}

function firstBlock(path: string, language: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? ''
}
