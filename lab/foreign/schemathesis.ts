// schemathesis, which makes valid and invalid requests from the OpenAPI document, and checks the responses against
// it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SchemathesisOptions = {
  readonly program: string
  /** Address of the service, which serves the document. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Random requests per operation, in addition to those of examples and of limits. */
  readonly casesEach: number
  readonly maxSeconds: number
}

export type SchemathesisResult = { readonly code: number; readonly output: string }

/** Checks for a 5xx, and for a status, content type or body that the document does not describe. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
/** Seed for the same cases in every run. */
const seed = '20260101'

export async function runSchemathesis(options: SchemathesisOptions): Promise<SchemathesisResult> {
  const { program, baseUrl, headers, casesEach, maxSeconds } = options
  const folder = mkdtempSync(join(tmpdir(), 'svc-schemathesis-'))
  const log = join(folder, 'output')
  try {
    const child = Bun.spawn(
      [
        program,
        'run',
        `${baseUrl}/openapi.json`,
        ...['--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing'],
        ...['--max-examples', String(casesEach), '--seed', seed, '--no-shrink'],
        ...['--request-timeout', '60', '--warnings', 'off', '--continue-on-failure'],
        // Signing out would end the session that the other requests use.
        ...['--exclude-path-regex', '^/api/auth/sign-out'],
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      ],
      {
        cwd: folder,
        env: { ...process.env, NO_COLOR: '1', COLUMNS: '140' },
        stdin: 'ignore',
        stdout: Bun.file(log),
        stderr: 'inherit',
        timeout: maxSeconds * 1000,
      },
    )
    const code = await child.exited
    return { code, output: readFileSync(log, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
