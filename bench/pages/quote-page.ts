// The quote page with a 25 MB STL in a real browser. Measures the time from choosing the file to
// its price and verdict, to its faults and to the picture, and the tasks of the page's main thread.
// Runs once with the pointer over the drop zone for two seconds before, like a user who drops a
// file, and once without.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openChromium } from '../../testing/browser/chromium.ts'
import { median, type Row } from '../lib/compare.ts'
import { slabStl } from '../lib/large-stl.ts'
import type { Bench } from '../lib/scenario.ts'
import { requireChromium } from './chromium-need.ts'
import { type LongestTasks, traceMainThread } from './main-thread.ts'

export async function benchQuotePage({
  server,
  choose,
  step,
}: Pick<Bench, 'server' | 'choose' | 'step'>): Promise<readonly Row[]> {
  const runs = choose(5, 3)
  const folder = mkdtempSync(join(tmpdir(), 'svc-quote-bench-'))
  const file = join(folder, 'slab.stl')
  writeFileSync(file, slabStl(25 * 2 ** 20))
  const browser = await openChromium(requireChromium(), { webgl: true })
  const prepared: Timed[] = []
  const unprepared: Timed[] = []
  const time = (isPrepared: boolean) =>
    timeOneFile(browser.page, { baseUrl: server.baseUrl, file, isPrepared })
  try {
    // Interleave the runs, so that both have the same load of the machine.
    for (let run = 0; run < runs; run++) {
      prepared.push(await time(true))
      unprepared.push(await time(false))
      step(run + 1, runs)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    priceRow('with the pointer there before', prepared, unprepared),
    priceRow('without', unprepared, prepared),
    taskRow([...prepared, ...unprepared]),
  ]
}

function priceRow(how: string, times: readonly Timed[], others: readonly Timed[]): Row {
  const middle = (all: readonly Timed[], key: keyof Timed) => median(all.map((time) => time[key]))
  const ms = (key: keyof Timed) => `${middle(times, key).toFixed(0)} ms`
  return {
    name: `the quote page with a 25 MB STL, ${how}: from the file to its price`,
    figure: ms('priceMs'),
    aim: 'reported',
    met: null,
    detail: `faults after ${ms('faultsMs')}, drawn after ${ms('drawnMs')}`,
    better: 'less',
    samples: times.map(({ priceMs }) => priceMs),
    sides: {
      name: 'Time to the price',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: how, value: middle(times, 'priceMs') },
        { name: 'the other way', value: middle(others, 'priceMs') },
      ],
    },
  }
}

function taskRow(times: readonly Timed[]): Row {
  const samples = times.map(({ longestCpuMs }) => longestCpuMs)
  return {
    name: "the quote page with a 25 MB STL: the longest task of the page's thread",
    figure: `${median(samples).toFixed(0)} ms`,
    aim: 'reported',
    met: null,
    detail: `processor time; ${median(times.map(({ longestMs }) => longestMs)).toFixed(0)} ms on the clock`,
    better: 'less',
    samples,
  }
}

type Timed = LongestTasks & {
  readonly priceMs: number
  readonly faultsMs: number
  readonly drawnMs: number
}

type OneFile = { readonly baseUrl: string; readonly file: string; readonly isPrepared: boolean }

async function timeOneFile(page: Page, { baseUrl, file, isPrepared }: OneFile): Promise<Timed> {
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
