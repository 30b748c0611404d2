// tools/call of estimate_price: compares the complete service with a bare Bun.serve and with the
// official SDK's handler, in alternation. Measured twice: with one caller and raised limits, and
// with many callers within the real limits, 250 calls each.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Row } from '../lib/compare.ts'
import { type LoadOptions, loadTool, requestsPerSecond } from '../lib/load.ts'
import { type BenchServer, startBaseline } from '../lib/processes.ts'
import type { Sides } from '../lib/row.ts'
import type { Bench } from '../lib/scenario.ts'
import { body, checkResult, expectedText, headers, targetOf } from './call.ts'

const connections = 32
/** Number of calls per caller. One caller may make 300 reading calls an hour. */
const callsPerCaller = 250
const concurrentCallers = 64
const bareAim = 0.65
const sdkAim = 5

type Figures = { ours: number; bare: number; sdk: number; many: number | null }

export async function benchAgentCalls({
  databaseUrl,
  choose,
  step,
}: Bench): Promise<readonly Row[]> {
  const rounds = choose(7, 3)
  const load = { connections, seconds: choose(3, 1) }
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-agent-'))
  const env = { DATABASE_URL: databaseUrl, STATE_DIR: stateDir }
  const started: BenchServer[] = []
  const start = async (script: string, extra: Record<string, string> = {}) => {
    const server = await startBaseline(script, extra)
    started.push(server)
    await checkResult(server.baseUrl)
    return server.baseUrl
  }
  try {
    const ours = await start('mcp/agent-service.ts', { ...env, RAISED_LIMITS: '1' })
    const real = await start('mcp/agent-service.ts', { ...env, TRUSTED_PROXIES: '127.0.0.1' })
    const bare = await start('mcp/bare-estimate.ts')
    const sdk = await start('mcp/sdk-estimate.ts')
    for (const base of [ours, bare, sdk]) await requestsPerSecond(targetOf(base), load)
    const figures: Figures[] = []
    for (let round = 0; round < rounds; round += 1) {
      const rate = (base: string) => requestsPerSecond(targetOf(base), load)
      figures.push({
        bare: await rate(bare),
        ours: await rate(ours),
        sdk: await rate(sdk),
        many: loadTool === 'wrk' ? await manyCallers(real, { round, load }) : null,
      })
      step(round + 1, rounds)
    }
    return rowsOf(figures)
  } finally {
    for (const server of started) await server.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

function rowsOf(figures: readonly Figures[]): readonly Row[] {
  const compared = (
    what: string,
    aim: number | null,
    ratioOf: (figure: Figures) => number,
    sides: readonly Side[] = [own, bare, sdk],
  ): Row => {
    const ratios = figures.map(ratioOf)
    const ratio = median(ratios)
    return {
      name: `tools/call of estimate_price ${what}`,
      figure: ratio.toFixed(2),
      aim: aim === null ? 'reported' : `at least ${aim}`,
      met: aim === null ? null : ratio >= aim,
      detail: barsOf(figures, sides)
        .map(({ name, value }) => `${Math.round(value)}/s ${name}`)
        .join(', '),
      better: 'more',
      samples: ratios,
      sides: { name: 'Calls', unit: '/s', better: 'more', bars: barsOf(figures, sides) },
    }
  }
  const rows = [
    compared('/ bare Bun.serve', bareAim, (figure) => figure.ours / figure.bare),
    compared('/ the SDK’s handler', sdkAim, (figure) => figure.ours / figure.sdk),
    // For comparison: the same ratio for a server that does nothing else.
    compared(
      'of the bare Bun.serve / the SDK’s handler',
      null,
      (figure) => figure.bare / figure.sdk,
      [bare, sdk],
    ),
  ]
  if (figures.some(({ many }) => many === null)) return rows
  const byManyCallers = `by many callers, ${callsPerCaller} calls each within the real limits, / bare Bun.serve`
  return [
    ...rows,
    compared(byManyCallers, null, (figure) => (figure.many ?? 0) / figure.bare, [
      manyCallersSide,
      bare,
    ]),
  ]
}

type Side = { readonly name: string; readonly of: (figure: Figures) => number }

const own: Side = { name: 'ours', of: (figure) => figure.ours }
const bare: Side = { name: 'bare Bun.serve', of: (figure) => figure.bare }
const sdk: Side = { name: 'the official SDK', of: (figure) => figure.sdk }
const manyCallersSide: Side = { name: 'ours, many callers', of: (figure) => figure.many ?? 0 }

const barsOf = (figures: readonly Figures[], sides: readonly Side[]): Sides['bars'] =>
  sides.map(({ name, of }) => ({ name, value: median(figures.map(of)) }))

/**
 * Returns requests per second. Throws when any response is not 2xx or has no price, for example
 * because an allowance is used up.
 */
async function manyCallers(
  base: string,
  { round, load }: { round: number; load: LoadOptions },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-agent-'))
  try {
    const script = join(folder, 'callers.lua')
    writeFileSync(script, luaOf(round))
    const args = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '-s', script]
    const wrk = Bun.spawn(['wrk', ...args, `${base}/api/mcp`], { stdout: 'pipe', stderr: 'pipe' })
    const output = await new Response(wrk.stdout).text()
    const problem = /Non-2xx or 3xx responses: \d+|Socket errors: .*|wrong=[1-9]\d*/.exec(output)
    if (problem !== null) throw new Error(`${base}: ${problem[0]}`)
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]
    if (rate === undefined || !output.includes('wrong=0')) {
      throw new Error(`wrk reported no figure: ${output}`)
    }
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns a script that alternates between 64 addresses, then between 64 others after 250 requests
 * each. No address occurs in two rounds.
 */
function luaOf(round: number): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  return `
wrk.method = "POST"
wrk.body = ${JSON.stringify(body)}
${lines.join('\n')}
local sent = 0
wrong = 0
function setup(thread) one = thread end
function request()
  local caller = math.floor(sent / ${callsPerCaller * concurrentCallers}) * ${concurrentCallers} + sent % ${concurrentCallers}
  sent = sent + 1
  wrk.headers["x-forwarded-for"] = string.format("10.${round}.%d.%d", math.floor(caller / 256), caller % 256)
  return wrk.format()
end
function response(status, _, text)
  if not string.find(text, ${JSON.stringify(expectedText)}, 1, true) then wrong = wrong + 1 end
end
function done() print("wrong=" .. one:get("wrong")) end
`
}
