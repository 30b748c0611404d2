// Restores bugs one by one, each in a copy of the sources, and runs a script there that has to find them: a script
// that finds nothing would be useless.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { testClusterUrl } from '../../testing/database/cluster.ts'
import { type Bug, runsOf } from './bug.ts'

const root = join(import.meta.dir, '../..')
const folders = [
  'server',
  'mcp',
  'geometry',
  'slicer-bridge',
  'test',
  'testing',
  'lab',
  'docs',
  'deploy',
]
const files = ['package.json', 'tsconfig.json', 'bunfig.toml', 'CHANGELOG.md']
/** Large folders that a simulation does not read. */
const leftOut = new Set(['node_modules', 'target', '.git'])

/** Returns names for messages, one per line. */
export const listOf = (named: readonly { readonly name: string }[]): string =>
  named.map(({ name }) => `  ${name}`).join('\n')

/** Returns the part of a name given to a command; refuses every other positional, and a part that matches no bug. */
export function partOf(
  bugs: readonly Bug[],
  {
    positionals,
    asksForBugs,
  }: { readonly positionals: readonly string[]; readonly asksForBugs: boolean },
  refuse: (problem: string) => never,
): string {
  const [part = '', ...others] = positionals
  if (others.length > 0 || (part !== '' && !asksForBugs)) {
    refuse(`Unexpected argument '${positionals.at(-1)}'.`)
  }
  if (asksForBugs && !bugs.some(({ name }) => name.includes(part))) {
    refuse(`No bug is named like '${part}'. The bugs are:\n${listOf(bugs)}`)
  }
  return part
}

export type Search = {
  readonly bugs: readonly Bug[]
  /** Part of the names of the bugs to run. */
  readonly part: string
  readonly seed: number
  /** Script that prints `run 7 failed:` or `story 7 failed:` and the reason in the next line. */
  readonly script: string
  readonly args: (bug: Bug) => readonly string[]
}

/** Returns whether every bug was found within its runs. */
export async function putBugsBack(search: Search): Promise<boolean> {
  const chosen = search.bugs.filter(({ name }) => name.includes(search.part))
  if (chosen.length === 0) throw new Error(`no bug is named like '${search.part}'`)
  const cluster = await testClusterUrl()
  let found = 0
  for (const bug of chosen) {
    const outcome = await tryBug(bug, search, cluster)
    if (outcome.isFound) found += 1
    console.log(`${outcome.isFound ? 'found' : 'NOT FOUND'}: ${bug.name}: ${outcome.how}`)
  }
  console.log(`${found} of ${chosen.length} bugs found, seed ${search.seed}`)
  return found === chosen.length
}

type Outcome = { readonly isFound: boolean; readonly how: string }

async function tryBug(
  bug: Bug,
  { script, args }: Pick<Search, 'script' | 'args'>,
  cluster: string,
): Promise<Outcome> {
  const copy = mkdtempSync(join(tmpdir(), 'svc-bug-'))
  try {
    copySources(copy)
    if (!putBack(copy, bug)) return { isFound: false, how: 'its text does not occur once' }
    const run = Bun.spawn([process.execPath, script, ...args(bug)], {
      cwd: copy,
      env: { ...process.env, TEST_CLUSTER_URL: cluster },
      stderr: 'pipe',
    })
    const [output, errors] = await Promise.all([
      new Response(run.stdout).text(),
      new Response(run.stderr).text(),
    ])
    // A copy that does not start has found nothing.
    const failed = /^((?:run|story) \d+) failed:\n(.*)/m.exec(output)
    if (failed !== null) return { isFound: true, how: `${failed[1]}, ${failed[2]}` }
    return {
      isFound: false,
      how: `${runsOf(bug)} runs passed, or none began\n${errors.slice(-2000)}`,
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function copySources(to: string): void {
  for (const folder of folders) {
    cpSync(join(root, folder), join(to, folder), {
      recursive: true,
      filter: (path) => !leftOut.has(basename(path)),
    })
  }
  for (const file of files) cpSync(join(root, file), join(to, file))
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}

/** Returns false when a text to be replaced does not occur exactly once. */
function putBack(copy: string, bug: Bug): boolean {
  for (const { file, search, replace } of bug.also === undefined ? [bug] : [bug, bug.also]) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    if (text.split(search).length !== 2) return false
    writeFileSync(
      path,
      text.replace(search, () => replace),
    )
  }
  return true
}
