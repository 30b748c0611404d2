// Reads deploy/Dockerfile and creates the /app folder of the image accordingly, without a container engine and
// without base images: executes the COPY and RUN lines of the build stage on the files that .dockerignore includes.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')

type Instruction = { readonly name: string; readonly text: string }

export type ImageSettings = {
  /** Variables of the ENV lines. */
  readonly env: Readonly<Record<string, string>>
  /** User id of the process. */
  readonly uid: number
  readonly command: readonly string[]
}

/** Returns the instructions of each stage, with continuation lines joined. */
export function readStages(): readonly (readonly Instruction[])[] {
  const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [name = '', ...rest] = line.trim().split(/\s+/)
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, text: rest.join(' ') })
  }
  return stages
}

/** Returns the settings of the process in the last stage. */
export function imageSettings(): ImageSettings {
  const last = readStages().at(-1) ?? []
  const textsOf = (name: string) =>
    last.filter((each) => each.name === name).map(({ text }) => text)
  const pairs = textsOf('ENV').flatMap((text) => text.split(' '))
  const command: unknown = JSON.parse(textsOf('CMD')[0] ?? '[]')
  if (!Array.isArray(command)) throw new Error('CMD must be a list.')
  return {
    env: Object.fromEntries(pairs.map((pair) => pair.split('=')).map(([k = '', v = '']) => [k, v])),
    uid: Number(/--uid (\d+)/.exec(textsOf('RUN').join(' '))?.[1]),
    command: command.map(String),
  }
}

/**
 * Returns the files of the checkout that reach the build, by the rules of Dockerfile.dockerignore: the last matching
 * rule decides.
 */
export function contextFiles(): readonly string[] {
  const rules = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: line.replace(/^!/, '') }))
  const matches = (pattern: string, path: string) =>
    path
      .split('/')
      .some((_, index, parts) => new Bun.Glob(pattern).match(parts.slice(0, index + 1).join('/')))
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter((path) => path !== '' && rules.findLast((rule) => matches(rule.pattern, path))?.keeps)
}

/** Creates /app below `folder`, and Bun next to it: the running Bun, whose version the image installs. */
export function buildApp(folder: string): { readonly app: string; readonly bun: string } {
  const app = join(folder, 'app')
  const bun = join(folder, 'bin/bun')
  mkdirSync(dirname(bun))
  copyFileSync(process.execPath, bun)
  chmodSync(bun, 0o755)
  const [build = []] = readStages()
  mkdirSync(app, { recursive: true })
  for (const { name, text } of build) {
    if (name === 'COPY') copy(text, app)
    else if (name === 'RUN') run(text, app, dirname(bun))
    else if (name !== 'FROM' && name !== 'WORKDIR') throw new Error(`${name} is not known here.`)
  }
  // The process can write none of it, as in a container with a read-only file system.
  spawnSync('chmod', ['-R', 'a-w,a+rX', app])
  chmodSync(folder, 0o755)
  return { app, bun }
}

function copy(text: string, app: string): void {
  const sources = text.split(' ').slice(0, -1)
  const files = contextFiles()
  for (const source of sources) {
    for (const file of source === '.' ? files : files.filter((each) => each === source)) {
      cpSync(join(root, file), join(app, file))
    }
  }
}

function run(text: string, app: string, bin: string): void {
  // The line installs Bun, which already exists.
  const command = text.replace(/^npm install --global .*?&& /, '')
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
  })
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`)
}
