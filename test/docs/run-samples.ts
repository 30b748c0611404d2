// Runs the samples of a guide as a reader would: in one folder with a model, with the key in the environment, one
// after the other.
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GuidePart, partsOf, type SampleLanguage } from '../../server/pages/docs/parts.ts'
import { differenceOfJson, type Found, matchesText } from './expected-output.ts'

export type GuideSource = { readonly name: string; readonly markdown: string }

export type SampleEnvironment = {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

type Step = {
  readonly code: string
  /** The guide's expected output. */
  readonly output: Extract<GuidePart, { kind: 'code' }> | null
}

/** Returns the samples in one language, in order, with the output below them. */
export function stepsOf(markdown: string, language: SampleLanguage): readonly Step[] {
  const parts = partsOf(markdown)
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    const sample =
      part.kind === 'samples' ? part.samples.find((one) => one.language === language) : undefined
    if (sample === undefined) return []
    return [{ code: sample.code, output: next?.kind === 'code' && next.isOutput ? next : null }]
  })
}

/** Returns one sentence for each command whose output differs from the guide. */
export async function runShell(
  { name, markdown }: GuideSource,
  place: SampleEnvironment,
  language: 'sh' | 'svc' = 'sh',
): Promise<string[]> {
  const found: Found = new Map()
  const problems: string[] = []
  for (const { code, output } of stepsOf(markdown, language)) {
    // The reader's secrets are already in the environment.
    if (code.startsWith('export ')) continue
    const printed = await run(['bash', '-euo', 'pipefail', '-c', filled(code, found)], place)
    if (output === null) continue
    const actual = printed.trim()
    const difference =
      output.language === 'json'
        ? differenceOfJson(output.code, actual, found)
        : matchesText(output.code, actual, found)
          ? null
          : `${actual}\nis not\n${output.code}`
    if (difference !== null) problems.push(`${name}: ${difference}\nof ${code}\nin ${actual}`)
  }
  return problems
}

/** Replaces the values that the guide shows with values of an earlier response of this run. */
function filled(code: string, found: Found): string {
  let text = code
  for (const [written, actual] of found) text = text.replaceAll(written, actual)
  return text
}

/** Separator between the output of one guide and that of the next. */
const marker = '--- '

const programs = {
  ts: {
    extension: 'ts',
    comment: /console\.log\(.*\) \/\/ (.+)$/,
    main: (files: readonly string[]) =>
      files.map((file) => `console.log('${marker}')\nawait import('./${file}')`).join('\n'),
  },
  python: {
    extension: 'py',
    comment: /print\(.*\) {2}# (.+)$/,
    main: (files: readonly string[]) =>
      `import runpy\n${files.map((file) => `print('${marker}')\nrunpy.run_path('${file}')`).join('\n')}`,
  },
} as const

/**
 * Runs the samples of each guide as one program; a comment next to each sample shows its output. They run one after
 * the other in one process, because loading the client takes most of the time.
 */
export async function runPrograms(
  language: keyof typeof programs,
  guides: readonly GuideSource[],
  { command, place }: { readonly command: readonly string[]; readonly place: SampleEnvironment },
): Promise<string[]> {
  const { extension, comment, main } = programs[language]
  const written = guides
    .map(({ name, markdown }) => ({
      name,
      file: `${name.replaceAll('-', '_')}.${extension}`,
      code: stepsOf(markdown, language)
        .map((step) => step.code)
        .join('\n\n'),
    }))
    .filter(({ code }) => code !== '')
  for (const { file, code } of written) await writeFile(join(place.folder, file), `${code}\n`)
  const all = join(place.folder, `all.${extension}`)
  await writeFile(all, main(written.map(({ file }) => file)))
  const [, ...outputs] = (await run([...command, all], place)).split(`${marker}\n`)
  return written.flatMap(({ name, code }, index) => {
    const expected = code.split('\n').flatMap((line) => comment.exec(line)?.[1] ?? [])
    const printed = (outputs[index] ?? '').trim().split('\n')
    return Array.from({ length: Math.max(expected.length, printed.length) }, (_, lineIndex) => ({
      line: expected[lineIndex] ?? 'nothing',
      actual: printed[lineIndex] ?? 'nothing',
    }))
      .filter(({ line, actual }) => !matchesText(line, actual, new Map()))
      .map(({ line, actual }) => `${name}: ${actual} is not ${line}`)
  })
}

/** Puts the command on the PATH of the folder's programs. */
export async function installCli(folder: string, source: string): Promise<void> {
  const program = join(folder, 'bin/svc')
  await mkdir(join(folder, 'bin'), { recursive: true })
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${source}" "$@"\n`, {
    mode: 0o755,
  })
}

/** Puts the command on the PATH of the folder's programs. */
export async function installClient(folder: string, source: string): Promise<void> {
  const target = join(folder, 'node_modules/svc-client')
  await mkdir(target, { recursive: true })
  await writeFile(
    join(target, 'package.json'),
    JSON.stringify({ name: 'svc-client', type: 'module', exports: './src/index.ts' }),
  )
  await symlink(source, join(target, 'src'))
}

async function run(
  command: readonly string[],
  { folder, env }: SampleEnvironment,
): Promise<string> {
  const child = Bun.spawn([...command], { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
  const [printed, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (status === 0) return printed
  throw new Error(`${command.join(' ')}\nended with ${status}:\n${errors}\n${printed}`)
}
