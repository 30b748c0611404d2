// The quote page with a 25 MB STL in a real browser: bytes of a first visit, the time from choosing the file to its price and verdict,
// to its faults and to the picture, and the tasks of the page's own thread; once with the pointer over the drop zone for two seconds
// before, as someone who drops a file has it, and once without. Needs Chromium and a running service:
//   bun bench/pages/quote-page.ts http://localhost:3000
// CPU time of a task is from Chromium's trace; wall time also counts what other programs did in between.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { chromiumPath, openChromium } from '../../test/browser/chromium.ts'
import { slabStl } from '../lib/large-stl.ts'

const [, , baseUrl = 'http://localhost:3000'] = process.argv
const runs = 5

const eventsSchema = v.array(
  v.looseObject({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    ts: v.number(),
    dur: v.optional(v.number()),
    tdur: v.optional(v.number()),
    args: v.optional(v.looseObject({ name: v.optional(v.unknown()) })),
  }),
)
type TraceEvents = v.InferOutput<typeof eventsSchema>

if (chromiumPath === null) throw new Error('No Chromium was found.')
const folder = mkdtempSync(join(tmpdir(), 'svc-quote-bench-'))
const file = join(folder, 'slab.stl')
writeFileSync(file, slabStl(25 * 2 ** 20))
const browser = await openChromium(chromiumPath, { webgl: true })
const { page } = browser
try {
  const firstLoad = await firstLoadBytes()
  console.log(`first visit: ${(firstLoad / 1000).toFixed(1)} kB compressed`)
  // Interleaved, so that both meet the same load of the machine.
  const prepared: Timed[] = []
  const unprepared: Timed[] = []
  for (let run = 0; run < runs; run++) {
    prepared.push(await timeOneFile(true))
    unprepared.push(await timeOneFile(false))
  }
  report('with the pointer there before', prepared)
  report('without', unprepared)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}

function report(how: string, times: readonly Timed[]): void {
  const middle = (key: keyof Timed) =>
    Math.round(times.map((time) => time[key]).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0)
  console.log(
    `25 MB STL, ${how}, median of ${runs}: price after ${middle('priceMs')} ms, ` +
      `faults after ${middle('faultsMs')} ms, drawn after ${middle('drawnMs')} ms; ` +
      `longest task of the page's thread: ${middle('longestCpuMs')} ms of CPU, ${middle('longestMs')} ms wall`,
  )
}

async function firstLoadBytes(): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`${baseUrl}/quote`)
  await page.waitForLoadState('networkidle')
  const loaded = await Promise.all(sizes.splice(0))
  page.removeAllListeners('requestfinished')
  return loaded.reduce((sum, size) => sum + size, 0)
}

type Timed = {
  readonly priceMs: number
  readonly faultsMs: number
  readonly drawnMs: number
  readonly longestMs: number
  readonly longestCpuMs: number
}

async function timeOneFile(isPrepared: boolean): Promise<Timed> {
  await page.mouse.move(0, 0)
  await page.goto(`${baseUrl}/quote`)
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  const events: unknown[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const complete = new Promise<void>((resolve) =>
    session.once('Tracing.tracingComplete', () => resolve()),
  )
  await page.evaluate(() => {
    document
      .querySelector('#file')
      ?.addEventListener('change', () => performance.mark('chosen'), { capture: true, once: true })
    const watch = (selector: string, mark: string, isThere: (element: Element) => boolean) => {
      const target = document.querySelector(selector)
      if (target === null) return
      new MutationObserver((_changes, observer) => {
        if (!isThere(target)) return
        performance.mark(mark)
        observer.disconnect()
      }).observe(target, { attributes: true, childList: true, subtree: true })
    }
    watch('#total', 'priced', (element) => element.textContent !== '–')
    watch('#report', 'faulted', (element) => {
      const isDone = element.querySelector('.finding-icon.running') === null
      return isDone && element.querySelector('.figures') !== null
    })
    watch('#stage', 'drawn', (element) => Number(element.getAttribute('data-drawn')) > 0)
  })
  if (isPrepared) {
    await page.hover('#choose')
    await page.waitForTimeout(2000)
  }
  await session.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
    },
    transferMode: 'ReportEvents',
  })
  await page.setInputFiles('#file', file)
  await page.waitForFunction(
    () => ['faulted', 'drawn'].every((name) => performance.getEntriesByName(name).length > 0),
    null,
    {
      timeout: 120_000,
    },
  )
  await page.waitForTimeout(500)
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const [chosen = 0, priced = 0, faulted = 0, drawn = 0] = await page.evaluate(() =>
    ['chosen', 'priced', 'faulted', 'drawn'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0,
    ),
  )
  return {
    priceMs: priced - chosen,
    faultsMs: faulted - chosen,
    drawnMs: drawn - chosen,
    ...longestOf(v.parse(eventsSchema, events)),
  }
}

/** Of the page's main thread, in milliseconds, without the scripts of the browser's driver; the trace is in microseconds. */
function longestOf(events: TraceEvents): Pick<Timed, 'longestMs' | 'longestCpuMs'> {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((thread) => events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid))
  // Renderers of earlier pages end meanwhile.
  const [own = []] = threads.toSorted((one, other) => other.length - one.length)
  const driver = own.filter(({ args }) => JSON.stringify(args ?? {}).includes('DevToolsSession'))
  const isDriver = (task: TraceEvents[number]) =>
    driver.some(({ ts }) => ts >= task.ts && ts <= task.ts + (task.dur ?? 0))
  const tasks = own.filter((event) => /RunTask/.test(event.name) && !isDriver(event))
  const longest = (key: 'dur' | 'tdur') =>
    tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000
  return { longestMs: longest('dur'), longestCpuMs: longest('tdur') }
}
