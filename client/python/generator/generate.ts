// `npm run build:client:python`: generates client/python/src/svc_client/generated from the API's document.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { clientDocument } from './document.ts'
import { installTools, run, tools } from './tools.ts'

export const generatedFolder = join(tools.project, 'src/svc_client/generated')

/** Writes the generated package into a folder that does not exist yet. Throws with the generator's words when it leaves anything out. */
export function generate(target: string): void {
  const work = mkdtempSync(join(tmpdir(), 'svc-python-client-'))
  try {
    const document = join(work, 'document.json')
    writeFileSync(document, JSON.stringify(clientDocument()))
    const problem = run(
      [
        tools.program('openapi-python-client'),
        'generate',
        ...['--path', document, '--meta', 'none', '--output-path', target],
        ...['--config', join(import.meta.dir, 'config.yml')],
        ...['--custom-template-path', join(import.meta.dir, 'templates'), '--fail-on-warning'],
      ],
      // For ruff, which its hooks call by name.
      { cwd: work, env: { PATH: [dirname(tools.program('ruff')), process.env['PATH']].join(delimiter) } },
    )
    if (problem !== null) throw new Error(`The Python client was not generated:\n${problem}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const problem = installTools()
  if (problem !== null) throw new Error(problem)
  const fresh = `${generatedFolder}.new`
  rmSync(fresh, { recursive: true, force: true })
  generate(fresh)
  rmSync(generatedFolder, { recursive: true, force: true })
  renameSync(fresh, generatedFolder)
}
