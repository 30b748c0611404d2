// quote_print without a slicer: for a known model, and for a new one of 100,000 triangles, with and
// without its picture. Measures the complete request, from the JSON to the row of the quote, without
// the download. Also reports the CPU time of the process, threads included, which distinguishes a
// slow machine from a busy one.
import type { Deps } from '../../server/wiring/deps.ts'
import { binaryStl, sphere } from '../../testing/models/meshes.ts'
import { median, type Row } from '../lib/compare.ts'
import { makePayingAccount } from '../lib/paying-account.ts'
import type { Bench } from '../lib/scenario.ts'
import { modelHost, openBenchService, withoutSlicer } from '../lib/service.ts'

const aims = { knownMs: 10, freshCpuMs: 45 }
/** The model has 2 x 224 x 223 = 99,904 triangles. */
const [segments, rings] = [224, 224]
/** Returns the radius of a model. The largest of 80 models fits the build volume. */
const radiusOf = (index: number) => 20 + index / 8

export async function benchQuotes({ databaseUrl, choose, step }: Bench): Promise<readonly Row[]> {
  const quotes = choose(40, 12)
  let download: Spent = nothing
  // Create the models before the first quote. A serving process creates no models, and collecting
  // their garbage costs as much as a quote.
  const models = Array.from({ length: 2 * quotes + 1 }, (_, index) =>
    binaryStl(sphere({ radius: radiusOf(index), segments, rings })),
  )
  Bun.gc(true)
  let model = new Uint8Array()
  const { service, processor, close } = await openBenchService(databaseUrl, {
    name: 'bench-quote',
    decorate: (deps) =>
      timeDownloads(
        withoutSlicer(deps, () => model),
        (spent) => {
          download = spent
        },
      ),
  })
  try {
    const key = await makePayingAccount(service, processor)
    const timed = async (index: number, pictures: 'on' | 'off' = 'on'): Promise<Spent> => {
      download = nothing
      const request = requestFor(index, key, pictures)
      model = models[index] ?? model
      const stop = startTiming()
      const response = await service.app.handle(request)
      const body = await response.json()
      const whole = stop()
      check(body, radiusOf(index))
      return { ms: whole.ms - download.ms, cpuMs: whole.cpuMs - download.cpuMs }
    }
    await timed(0)
    const fresh: Spent[] = []
    const plain: Spent[] = []
    const cached: Spent[] = []
    for (let index = 1; index <= quotes; index++) {
      fresh.push(await timed(index))
      cached.push(await timed(index))
      plain.push(await timed(quotes + index, 'off'))
      step(index, quotes)
    }
    return [
      rowOf('quote_print of a known model', cached, { judged: 'ms', aimMs: aims.knownMs }),
      rowOf(
        'processor time of quote_print of a new model of 100,000 triangles by geometry',
        fresh,
        {
          judged: 'cpuMs',
          aimMs: aims.freshCpuMs,
        },
      ),
      rowOf('the same without a picture (x-pictures: off)', plain, {
        judged: 'cpuMs',
        aimMs: aims.freshCpuMs,
      }),
    ]
  } finally {
    await close()
  }
}

type Spent = { readonly ms: number; readonly cpuMs: number }
const nothing: Spent = { ms: 0, cpuMs: 0 }

/** Starts a measurement. The returned function stops it. */
function startTiming(): () => Spent {
  const at = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - at, cpuMs: (user + system) / 1000 }
  }
}

function rowOf(
  name: string,
  spent: readonly Spent[],
  { judged, aimMs }: { readonly judged: keyof Spent; readonly aimMs: number },
): Row {
  const ms = median(spent.map((one) => one.ms))
  const cpuMs = median(spent.map((one) => one.cpuMs))
  const figure = { ms, cpuMs }[judged]
  return {
    name,
    figure: `${figure.toFixed(1)} ms`,
    aim: `at most ${aimMs} ms`,
    met: figure <= aimMs,
    detail: `${spent.length} quotes, ${ms.toFixed(1)} ms in all, ${cpuMs.toFixed(1)} ms of CPU, without the download`,
    samples: spent.map((one) => one[judged]),
    sides: {
      name: 'Time for a quote',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'wall time', value: ms },
        { name: 'processor time', value: cpuMs },
      ],
    },
  }
}

function requestFor(index: number, key: string, pictures: 'on' | 'off'): Request {
  const model_url = `https://${modelHost}/${index}.stl`
  return new Request('http://localhost/api/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...(pictures === 'off' && { 'x-pictures': 'off' }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quote_print', arguments: { model_url, color: 'Black' } },
    }),
  })
}

/**
 * Checks a quote: a ball at 20 % infill weighs more than its infill alone and less than a solid
 * ball, and its size is that of the model.
 */
function check(body: unknown, radius: number): void {
  const { result } = body as { result?: { structuredContent?: Quoted } }
  const quoted = result?.structuredContent
  const solidGrams = ((4 / 3) * Math.PI * radius ** 3 * 1.26) / 1000
  const grams = quoted?.price.billed_grams ?? 0
  const [width = 0] = quoted?.model.dimensions_mm ?? []
  const right =
    quoted?.measurement.source === 'geometry' &&
    grams > 0.2 * solidGrams &&
    grams < solidGrams &&
    Math.abs(width - 2 * radius) < 0.02
  if (!right) throw new Error(`wrong quote: ${JSON.stringify(body)}`)
}

type Quoted = {
  readonly measurement: { readonly source: string }
  readonly model: { readonly dimensions_mm: readonly number[] }
  readonly price: { readonly billed_grams: number }
}

function timeDownloads(deps: Deps, downloaded: (spent: Spent) => void): Deps {
  const fetch: Deps['downloads']['fetch'] = async (request) => {
    const stop = startTiming()
    const outcome = await deps.downloads.fetch(request)
    downloaded(stop())
    return outcome
  }
  return { ...deps, downloads: { fetch } }
}
