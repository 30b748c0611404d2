// Runs Stryker on one part and reads its report.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Part } from './parts.ts'
import { isSampled, type Trial, trialVariable } from './trial.ts'

export type Mutant = {
  readonly file: string
  readonly line: number
  /** Source line on which the mutant begins, trimmed: it identifies the place even when lines above it change. */
  readonly source: string
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  readonly status: string
}

const position = v.object({ line: v.number(), column: v.number() })
const reportSchema = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.string(),
      mutants: v.array(
        v.object({
          id: v.string(),
          mutatorName: v.string(),
          replacement: v.optional(v.string(), ''),
          status: v.string(),
          location: v.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
})

export type PartRun = {
  readonly root: string
  /** Folder of Stryker's package. */
  readonly stryker: string
  readonly clusterUrl: string
  readonly sample: Trial['sample']
  /** Files that replace those of the part. */
  readonly mutate: readonly string[] | null
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs the part and returns its mutants. */
export async function runPart(part: Part, run: PartRun): Promise<readonly Mutant[]> {
  const { root, stryker, clusterUrl, sample } = run
  const folder = mkdtempSync(join(tmpdir(), 'svc-mutants-'))
  const report = join(folder, 'report.json')
  const config = join(folder, 'stryker.json')
  writeFileSync(config, JSON.stringify(configOf(part, run, { folder, report })))
  const trial: Trial = { quick: [...part.quick], thorough: [...part.thorough], sample }
  try {
    const child = Bun.spawn([process.execPath, join(stryker, 'bin/stryker.js'), 'run', config], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        TEST_CLUSTER_URL: clusterUrl,
        [trialVariable]: JSON.stringify(trial),
      },
    })
    // Stryker ends its processes and removes its copy.
    const stop = () => child.kill('SIGTERM')
    for (const signal of endSignals) process.once(signal, stop)
    const code = await child.exited
    for (const signal of endSignals) process.off(signal, stop)
    if (code !== 0) throw new Error(`Stryker failed on ${part.name}`)
    return readMutants(readFileSync(report, 'utf8'), sample)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function configOf(
  part: Part,
  { mutate, root }: PartRun,
  { folder, report }: { folder: string; report: string },
) {
  return {
    testRunner: 'command',
    commandRunner: { command: `"${process.execPath}" lab/mutations/stryker/try-mutant.ts` },
    mutate: mutate ?? part.mutate,
    concurrency: 1,
    tempDirName: join(folder, 'copy'),
    // Folders that the tests do not read are not copied.
    ignorePatterns: ['.tools', '.svc', 'target', '/bench/results', '/docs/*.png', '/geometry/fuzz'],
    // Stryker cannot create its link when node_modules is itself a link.
    symlinkNodeModules: false,
    buildCommand: `ln -s ${join(root, 'node_modules').replaceAll(' ', '\\ ')} node_modules`,
    coverageAnalysis: 'off',
    // Otherwise Stryker would read it with the project's TypeScript, whose version 7 has no such interface.
    tsconfigFile: 'none.json',
    checkers: [],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    // Above the limits of try-mutant.ts.
    timeoutMS: 400_000,
    allowConsoleColors: false,
  }
}

function readMutants(report: string, sample: Trial['sample']): Mutant[] {
  const { files } = v.parse(reportSchema, JSON.parse(report))
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ id }) => isSampled(id, sample))
      .map(({ mutatorName, replacement, status, location }) => ({
        file,
        line: location.start.line,
        source: (lines[location.start.line - 1] ?? '').trim(),
        mutator: mutatorName,
        original: textAt(lines, location),
        replacement,
        status,
      }))
  })
}

type Position = v.InferOutput<typeof position>

/** Returns the text of a range. Lines and columns count from 1; the end is exclusive. */
function textAt(
  lines: readonly string[],
  { start, end }: { start: Position; end: Position },
): string {
  const chosen = lines.slice(start.line - 1, end.line)
  const last = chosen.pop() ?? ''
  return [...chosen, last.slice(0, end.column - 1)].join('\n').slice(start.column - 1)
}
