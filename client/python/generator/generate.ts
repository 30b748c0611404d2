// `npm run build:client:python`: generates client/python/src/svc_client/generated from the API document.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseArguments } from '../../../server/local/launcher/command-line.ts'
import { clientDocument } from './document.ts'
import { installTools, run, tools } from './tools.ts'

export const generatedFolder = join(tools.project, 'src/svc_client/generated')

/** Writes the generated package to a new folder. Throws with the generator's message if it skips anything. */
export function generate(target: string, described: unknown = clientDocument()): void {
  const work = mkdtempSync(join(tmpdir(), 'svc-python-client-'))
  try {
    const document = join(work, 'document.json')
    writeFileSync(document, JSON.stringify(described))
    const ruff = (...args: readonly string[]) =>
      run([tools.program('ruff'), ...args, '--quiet', '--no-cache', '--isolated', target])
    const command = [
      ...[tools.program('openapi-python-client'), 'generate', '--fail-on-warning'],
      ...['--path', document, '--meta', 'none', '--output-path', target],
      ...['--config', join(import.meta.dir, 'config.yml')],
      ...['--custom-template-path', join(import.meta.dir, 'templates')],
    ]
    const problem =
      run(command, { cwd: work }) ??
      importUnset(target) ??
      ruff('check', '--fix', '--target-version', 'py311', '--select', 'F,I,UP') ??
      ruff('format', '--line-length', '100')
    if (problem !== null) throw new Error(`The Python client was not generated:\n${problem}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Adds an import that endpoints with two kinds of body lack. ruff removes it where it is unused. */
function importUnset(target: string): null {
  const api = join(target, 'api')
  for (const name of readdirSync(api, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.py')) continue
    const text = readFileSync(join(api, name), 'utf8')
    const line = 'from ...types import Response, UNSET'
    writeFileSync(join(api, name), text.replace(`${line}\n`, `${line}, Unset\n`))
  }
  return null
}

if (import.meta.main) {
  refuseArguments('npm run build:client:python')
  const problem = installTools()
  if (problem !== null) throw new Error(problem)
  const fresh = `${generatedFolder}.new`
  rmSync(fresh, { recursive: true, force: true })
  generate(fresh)
  rmSync(generatedFolder, { recursive: true, force: true })
  renameSync(fresh, generatedFolder)
}
