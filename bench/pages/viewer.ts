// Turning a part of 1.1 million triangles in a real browser, beside one of 1,200: frames a second, tasks of the page's own thread, and
// how long a key press waits for its handler and for the next paint. Needs Chromium and a running service:
//   bun bench/pages/viewer.ts http://localhost:3000
// WebGL is drawn by the processor (SwiftShader), so the frames say nothing about a graphics card; what is judged is that the page
// stays usable: no task of more than 50 ms of CPU, and a key press that reaches its handler within 100 ms. Ends with 1 otherwise.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { chromiumPath, openChromium } from '../../test/browser/chromium.ts'
import { bumpySphere } from '../geometry/cases.ts'
import { type LongestTasks, traceMainThread } from './main-thread.ts'

const [, , baseUrl = 'http://localhost:3000'] = process.argv
const rounds = 3
const turningMs = 8000
const keyEveryMs = 400
const aims = { taskCpuMs: 50, inputDelayMs: 100 }

type Model = { readonly name: string; readonly path: string; readonly triangles: number }
type Turned = LongestTasks & {
  readonly framesPerSecond: number
  /** Of the page beside the stage. */
  readonly pageFramesPerSecond: number
  /** From the press of a key to its handler, and to the page's next paint: 16 ms where the browser reports none. */
  readonly delayMs: readonly number[]
  readonly paintMs: readonly number[]
}

const countedSchema = v.object({
  frames: v.number(),
  delays: v.array(v.number()),
  paints: v.array(v.number()),
})

if (chromiumPath === null) throw new Error('No Chromium was found.')
const folder = mkdtempSync(join(tmpdir(), 'svc-viewer-bench-'))
const models = [
  ['small', { rings: 25, segments: 25 }] as const,
  ['large', { rings: 746, segments: 747 }] as const,
].map(([name, size]): Model => {
  const { bytes, expected } = bumpySphere(size)
  const path = join(folder, `${name}.stl`)
  writeFileSync(path, bytes)
  return { name, path, triangles: expected.triangles }
})
const browser = await openChromium(chromiumPath, { webgl: true })
const { page } = browser
const found = new Map(models.map((model): [Model, Turned[]] => [model, []]))
try {
  for (let round = 0; round < rounds; round++) {
    for (const [model, all] of found) all.push(await turn(model))
  }
  if (browser.complaints.length > 0) throw new Error(browser.complaints.join('\n'))
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}

let isMissed = false
for (const [{ triangles }, all] of found) {
  const delays = all.flatMap(({ delayMs }) => delayMs)
  const paints = all.flatMap(({ paintMs }) => paintMs)
  const task = Math.max(...all.map(({ longestCpuMs }) => longestCpuMs))
  const rate = (of: (each: Turned) => number) => middle(all.map(of)).toFixed(1)
  const times = (ms: readonly number[]) =>
    `${middle(ms).toFixed(0)} ms (at most ${Math.max(...ms).toFixed(0)})`
  console.log(
    `${triangles.toLocaleString('en-US').padStart(9)} triangles: ${rate((each) => each.framesPerSecond)} frames a second, ` +
      `${rate((each) => each.pageFramesPerSecond)} of the page; longest task ${task.toFixed(0)} ms of CPU; ` +
      `${delays.length} keys handled after ${times(delays)}, painted after ${times(paints)}`,
  )
  if (task > aims.taskCpuMs || middle(delays) > aims.inputDelayMs) isMissed = true
}
process.exit(isMissed ? 1 : 0)

/** Drags in circles and presses keys that come closer and go back. */
async function turn({ path, triangles }: Model): Promise<Turned> {
  await page.goto(`${baseUrl}/quote`, { waitUntil: 'networkidle' })
  await page.setInputFiles('#file', path)
  await page.waitForSelector(`#stage[data-drawn="${triangles}"]`, { timeout: 120_000 })
  await page.waitForTimeout(1500)
  const canvas = page.locator('#stage canvas')
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('The stage has no canvas.')
  await canvas.focus()
  await page.evaluate(() => {
    // The types of the DOM do not know the threshold.
    const eventsFrom16Ms: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    }
    const delays: number[] = []
    const paints: number[] = []
    const counted = { frames: 0, pageFrames: 0, delays, paints }
    const countFrame = () => {
      counted.pageFrames += 1
      requestAnimationFrame(countFrame)
    }
    requestAnimationFrame(countFrame)
    const stage = document.querySelector('#stage')
    if (stage === null) throw new Error('no stage')
    // The page writes it after every frame, the same number each time.
    new MutationObserver((changes) => {
      counted.frames += changes.length
    }).observe(stage, { attributes: true, attributeFilter: ['data-drawn'] })
    addEventListener('keydown', (event) => delays.push(performance.now() - event.timeStamp), true)
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') paints.push(duration)
      }
    }).observe(eventsFrom16Ms)
    Object.assign(window, { counted })
  })
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  let turnedMs = 0
  const tasks = await traceMainThread(page, async () => {
    const start = performance.now()
    let keys = 0
    for (let now = 0; now < turningMs; now = performance.now() - start) {
      const angle = now / 300
      await page.mouse.move(x + 80 * Math.cos(angle), y + 50 * Math.sin(angle))
      if (now > (keys + 1) * keyEveryMs) await page.keyboard.press(keys++ % 2 === 0 ? '+' : '-')
      await page.waitForTimeout(16)
    }
    turnedMs = performance.now() - start
  })
  const pageFrames = v.parse(
    v.number(),
    await page.evaluate(() => Reflect.get(Reflect.get(window, 'counted'), 'pageFrames')),
  )
  await page.mouse.up()
  // A paint is reported once it is on the screen.
  await page.waitForTimeout(3000)
  const counted = v.parse(countedSchema, await page.evaluate(() => Reflect.get(window, 'counted')))
  // Otherwise nothing was drawn, or no key was seen.
  if (counted.frames < 2 || counted.delays.length < 1) throw new Error(JSON.stringify(counted))
  return {
    ...tasks,
    framesPerSecond: (1000 * counted.frames) / turnedMs,
    pageFramesPerSecond: (1000 * pageFrames) / turnedMs,
    delayMs: counted.delays,
    // The browser does not report faster ones.
    paintMs: counted.delays.map((_delay, key) => counted.paints[key] ?? 16),
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
