// Runs scenarios of the public conformance suite against a server, as its command line does, and parses its output.
import { join } from 'node:path'

/** `checks` counts the executed checks: a scenario that does not apply passes with none. */
export type Verdict = {
  readonly passed: number
  readonly checks: number
  /** Ids of failed checks. */
  readonly failures: readonly string[]
  readonly exitCode: number
  readonly output: string
}

const command = join(
  import.meta.dir,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

export async function runScenario(
  url: string,
  scenario: string,
  version: string,
): Promise<Verdict> {
  const child = Bun.spawn(
    [
      process.execPath,
      command,
      ...['server', '--url', url, '--scenario', scenario, '--spec-version', version],
    ],
    { stdout: 'pipe', stderr: 'pipe', env: { ...process.env, NO_COLOR: '1' } },
  )
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const output = Bun.stripANSI(`${out}\n${err}`)
  const total = /Passed: (\d+)\/(\d+)/.exec(output)
  return {
    passed: Number(total?.[1] ?? 0),
    checks: Number(total?.[2] ?? 0),
    failures: [...output.matchAll(/\[([\w-]+)\s*\]\s+FAILURE/g)].map((match) => match[1] ?? ''),
    exitCode,
    output,
  }
}
