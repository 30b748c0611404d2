// The quote page with a 25 MB STL in a real browser: bytes of a first visit, the time from choosing the file to its price and to the
// picture, and the tasks of the page's own thread. Needs Chromium and a running service:
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
    ph: v.string(),
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
  const times: Timed[] = []
  for (let run = 0; run < runs; run++) times.push(await timeOneFile())
  const middle = (key: keyof Timed) =>
    Math.round(times.map((time) => time[key]).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0)
  console.log(`first visit: ${(firstLoad / 1000).toFixed(1)} kB compressed`)
  console.log(
    `25 MB STL, median of ${runs}: price after ${middle('priceMs')} ms, drawn after ${middle('drawnMs')} ms`,
  )
  console.log(
    `longest task of the page's thread: ${middle('longestCpuMs')} ms of CPU, ${middle('longestMs')} ms wall`,
  )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
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
  readonly drawnMs: number
  readonly longestMs: number
  readonly longestCpuMs: number
}

async function timeOneFile(): Promise<Timed> {
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
    watch('#stage', 'drawn', (element) => Number(element.getAttribute('data-drawn')) > 0)
  })
  await session.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
    },
    transferMode: 'ReportEvents',
  })
  await page.setInputFiles('#file', file)
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0, null, {
    timeout: 120_000,
  })
  await page.waitForTimeout(500)
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const [chosen = 0, priced = 0, drawn = 0] = await page.evaluate(() =>
    ['chosen', 'priced', 'drawn'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0,
    ),
  )
  return {
    priceMs: priced - chosen,
    drawnMs: drawn - chosen,
    ...longestOf(v.parse(eventsSchema, events)),
  }
}

/** Of the main threads of pages, in milliseconds; the trace is in microseconds. */
function longestOf(events: TraceEvents): Pick<Timed, 'longestMs' | 'longestCpuMs'> {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(
    ({ ph, pid, tid, name }) =>
      ph === 'X' && threads.has(`${pid} ${tid}`) && /RunTask|ThreadControllerImpl/.test(name),
  )
  const longest = (key: 'dur' | 'tdur') =>
    tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000
  return { longestMs: longest('dur'), longestCpuMs: longest('tdur') }
}
