// A scripted slicer for whole-service tests, and the two requests for slicing.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecret } from '../../server/domain/accounts/secrets.ts'
import type { TestService } from '../service/service.ts'

const FAKE = join(import.meta.dir, './fake-slicer.sh')

/**
 * 374.18 mm of 1.75 mm filament, which is pi x 0.875^2 x 374.18 / 1000 = 0.900008 cm3, in 10 layers and 6 minutes:
 * see fake-slicer.sh.
 */
export const FAKE_SLICE = {
  filamentCm3: 0.900008,
  seconds: 360,
  layers: 10,
} as const

export type ScriptedSlicer = {
  /** Value of SLICER_PATH. */
  readonly path: string
  /** Returns one entry per start: the first bytes of the received model. */
  readonly runs: () => readonly string[]
  /** Sets shell lines that run before each slice; null for none. */
  readonly script: (lines: string | null) => void
  /** Makes it impossible to start, or possible again. */
  readonly setDown: (down: boolean) => void
  readonly end: () => void
}

export function scriptedSlicer(): ScriptedSlicer {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-slicer-'))
  const path = join(folder, 'slicer')
  const runs = join(folder, 'runs')
  const before = join(folder, 'before.sh')
  writeFileSync(
    path,
    `#!/bin/sh
/usr/bin/head -c 5 model.stl | /usr/bin/od -An -tx1 >>"${runs}"
if [ -f "${before}" ]; then . "${before}"; fi
exec "${FAKE}" "$@"
`,
  )
  chmodSync(path, 0o755)
  return {
    path,
    runs: () =>
      existsSync(runs)
        ? readFileSync(runs, 'utf8')
            .trimEnd()
            .split('\n')
            .filter((line) => line !== '')
        : [],
    script: (lines) =>
      lines === null ? rmSync(before, { force: true }) : writeFileSync(before, `${lines}\n`),
    setDown: (down) => chmodSync(path, down ? 0o644 : 0o755),
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Bytes = Uint8Array<ArrayBuffer> | string

/** Sends POST /api/print-upload. */
export function upload(
  { fetch }: Pick<TestService, 'fetch'>,
  cookie: string,
  file: { readonly name: string; readonly bytes: Bytes } | null,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (file !== null) body.set('file', new Blob([file.bytes]), file.name)
  return fetch('/api/print-upload', { method: 'POST', headers: { cookie }, body })
}

export type Uploaded = {
  readonly generationId: string
  readonly modelUrl: string
  readonly fileName: string
  readonly bytes: number
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
}

/** Returns the body of a 200; throws on anything else. */
export async function uploaded(sending: Promise<Response>): Promise<Uploaded> {
  const response = await sending
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Uploaded
}

/** Sends POST /api/slice-quote. */
export function sliceQuote(
  { fetch }: Pick<TestService, 'fetch'>,
  cookie: string,
  body: unknown,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch('/api/slice-quote', { method: 'POST', headers, body: text })
}

/** Returns a cube in OBJ: vertices, then six quads. */
export function cubeObj({ sizeMm }: { sizeMm: number }): string {
  const s = sizeMm
  const corners = [
    [0, 0, 0],
    [s, 0, 0],
    [s, s, 0],
    [0, s, 0],
    [0, 0, s],
    [s, 0, s],
    [s, s, s],
    [0, s, s],
  ]
  const faces = ['4 3 2 1', '5 6 7 8', '1 2 6 5', '2 3 7 6', '3 4 8 7', '4 1 5 8']
  return [...corners.map((at) => `v ${at.join(' ')}`), ...faces.map((face) => `f ${face}`)].join(
    '\n',
  )
}

/** Creates a signed-in person with an API key, for requests that take no session. */
export async function signInWithKey(
  { signIn, deps }: Pick<TestService, 'signIn' | 'deps'>,
  email: string,
) {
  const cookie = await signIn(email)
  const caller = await deps.sessions.read(new Headers({ cookie }))
  if (caller === null) throw new Error('the session is not valid')
  const { secret, hash, prefix } = await createSecret(deps.ids, 'api_key')
  await deps.accounts.replaceApiKey(caller.accountId, hash, prefix)
  return { cookie, caller, headers: { authorization: `Bearer ${secret}` } }
}
