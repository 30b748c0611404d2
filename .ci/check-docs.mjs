// Checks the Markdown files: every relative link with its heading, and every path of the repository in backticks, must exist. The front of
// a path may be omitted, for example `http/routes/routes.ts`. Usage: node .ci/check-docs.mjs
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const list = (...args) => execFileSync('git', ['ls-files', ...args], { encoding: 'utf8' })
const tracked = list().split('\n')
const documents = tracked.filter((path) => path.endsWith('.md') && existsSync(path))
const folders = [
  ...new Set(tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0])),
]
const pathInCode = new RegExp(
  `\`((?:${folders.join('|').replaceAll('.', '\\.')})/[\\w./-]+)\``,
  'g',
)
/** A source file, with or without its folders. */
const sourceInCode = /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|rs|mjs))`/g
const link = /\]\((?!https?:|mailto:)([^)\s]+)\)/g

const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (.*)/.exec(line)?.[1] ?? [])
    .map(anchorOf)

/** Not paths: a protocol name that resembles one, the folder that a bench run writes, a reader's file, and a file of a package. */
const notPaths = ['server/discover', 'bench/results/', 'order.mjs', 'types/endpoints.d.ts']

/** Whether a tracked path ends with the name. */
const isKnown = (name) => tracked.some((path) => path === name || path.endsWith(`/${name}`))

const problems = []
for (const path of documents) {
  const text = readFileSync(path, 'utf8')
  for (const [, target] of text.matchAll(link)) {
    const [file, anchor] = target.split('#')
    const full = file === '' ? path : normalize(join(dirname(path), file))
    if (!existsSync(full)) problems.push(`${path}: no file ${target}`)
    else if (anchor && !anchorsOf(full).includes(anchor))
      problems.push(`${path}: no heading ${target}`)
  }
  for (const [, name] of text.matchAll(pathInCode)) {
    if (notPaths.includes(name)) continue
    if (!existsSync(name) && !existsSync(join(dirname(path), name)))
      problems.push(`${path}: no path ${name}`)
  }
  for (const [, name] of text.matchAll(sourceInCode)) {
    if (notPaths.includes(name) || isKnown(name)) continue
    if (!existsSync(join(dirname(path), name))) problems.push(`${path}: no file ${name}`)
  }
}
for (const problem of problems) console.log(problem)
console.log(`${documents.length} documents, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
