// The quote page with a 25 MB STL in a real browser: the time from choosing the file to its price and verdict, to its faults and to the
// picture, and the tasks of the page's own thread; once with the pointer over the drop zone for two seconds
// before, as someone who drops a file has it, and once without. Needs Chromium and a running service:
//   bun bench/pages/quote-page.ts http://localhost:3000
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath, openChromium } from '../../test/browser/chromium.ts'
import { slabStl } from '../lib/large-stl.ts'
import { type LongestTasks, traceMainThread } from './main-thread.ts'

const [, , baseUrl = 'http://localhost:3000'] = process.argv
const runs = 5

if (chromiumPath === null) throw new Error('No Chromium was found.')
const folder = mkdtempSync(join(tmpdir(), 'svc-quote-bench-'))
const file = join(folder, 'slab.stl')
writeFileSync(file, slabStl(25 * 2 ** 20))
const browser = await openChromium(chromiumPath, { webgl: true })
const { page } = browser
try {
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

type Timed = LongestTasks & {
  readonly priceMs: number
  readonly faultsMs: number
  readonly drawnMs: number
}

async function timeOneFile(isPrepared: boolean): Promise<Timed> {
  await page.mouse.move(0, 0)
  await page.goto(`${baseUrl}/quote`)
  await page.waitForLoadState('networkidle')
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
  const tasks = await traceMainThread(page, async () => {
    await page.setInputFiles('#file', file)
    await page.waitForFunction(
      () => ['faulted', 'drawn'].every((name) => performance.getEntriesByName(name).length > 0),
      null,
      { timeout: 120_000 },
    )
    await page.waitForTimeout(500)
  })
  const [chosen = 0, priced = 0, faulted = 0, drawn = 0] = await page.evaluate(() =>
    ['chosen', 'priced', 'faulted', 'drawn'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0,
    ),
  )
  return {
    priceMs: priced - chosen,
    faultsMs: faulted - chosen,
    drawnMs: drawn - chosen,
    ...tasks,
  }
}
