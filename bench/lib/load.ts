// Closed-loop load. Uses wrk where it is installed, because autocannon saturates before Bun does;
// otherwise autocannon.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'

export type LoadTarget = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * Returns whether the body of a response is correct. A few responses per second are checked
   * during the load.
   */
  readonly check?: (text: string) => boolean
}

export type LoadOptions = { readonly connections: number; readonly seconds: number }

export const loadTool = Bun.which('wrk') === null ? 'autocannon' : 'wrk'

/**
 * Number of responses per second that are read and checked. It is low enough not to affect any
 * figure.
 */
const checksPerSecond = 5

/**
 * Returns requests per second. Throws when any response is not 2xx, because fast refusals are not
 * throughput, and when a response that `check` reads before, during or after the load is wrong.
 */
export async function requestsPerSecond(target: LoadTarget, options: LoadOptions): Promise<number> {
  await checkOnce(target)
  const ended = new AbortController()
  // Handle the rejection immediately. An unhandled rejection before the end of the load would
  // terminate the process.
  const checks = keepChecking(target, ended.signal).then(
    () => null,
    (error: unknown) => error,
  )
  try {
    const load = loadTool === 'wrk' ? runWrk : runAutocannon
    const rate = await load(target, options)
    ended.abort()
    const problem = await checks
    if (problem !== null) throw problem
    return rate
  } finally {
    ended.abort()
  }
}

async function keepChecking(target: LoadTarget, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Bun.sleep(1000 / checksPerSecond)
    await checkOnce(target)
  }
}

async function checkOnce({ url, method, headers = {}, body, check }: LoadTarget) {
  if (check === undefined) return
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (!response.ok || !check(text)) {
    throw new Error(`${url}: wrong response ${response.status}: ${text.slice(0, 300)}`)
  }
}

async function runWrk(target: LoadTarget, { connections, seconds }: LoadOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const script = join(folder, 'request.lua')
    writeFileSync(script, luaOf(target))
    const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, target.url]
    const wrk = Bun.spawn(['wrk', ...load], { stdout: 'pipe', stderr: 'pipe' })
    const output = await new Response(wrk.stdout).text()
    const problem = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(output)
    if (problem !== null) throw new Error(`${target.url}: ${problem[0]}`)
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]
    if (rate === undefined) throw new Error(`wrk reported no figure: ${output}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function luaOf({ method, headers = {}, body }: LoadTarget): string {
  const lines = [`wrk.method = ${JSON.stringify(method)}`]
  if (body !== undefined) lines.push(`wrk.body = ${JSON.stringify(body)}`)
  for (const [name, value] of Object.entries(headers)) {
    lines.push(`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  }
  return lines.join('\n')
}

async function runAutocannon(target: LoadTarget, options: LoadOptions): Promise<number> {
  const { url, method, headers = {}, body } = target
  const result = await autocannon({
    url,
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    connections: options.connections,
    duration: options.seconds,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} non-2xx responses, ${result.errors} errors`)
  }
  return result.requests.average
}
