// The tasks of a page's main thread, from Chromium's trace.
import type { Page } from 'playwright-core'
import * as v from 'valibot'

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

/**
 * Milliseconds. CPU time is the time of the task; wall time also includes the time of other
 * programs.
 */
export type LongestTasks = { readonly longestMs: number; readonly longestCpuMs: number }

/** Returns the longest tasks of the page's main thread while `work` runs. */
export async function traceMainThread(
  page: Page,
  work: () => Promise<void>,
): Promise<LongestTasks> {
  const session = await page.context().newCDPSession(page)
  const events: unknown[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const complete = new Promise<void>((resolve) =>
    session.once('Tracing.tracingComplete', () => resolve()),
  )
  await session.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
    },
    transferMode: 'ReportEvents',
  })
  await work()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return longestOf(v.parse(eventsSchema, events))
}

/**
 * Returns the longest tasks without the scripts of the browser's driver. The trace is in
 * microseconds.
 */
function longestOf(events: TraceEvents): LongestTasks {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((thread) => events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid))
  // Renderers of earlier pages may terminate in the meantime.
  const [own = []] = threads.toSorted((one, other) => other.length - one.length)
  const driver = own.filter(({ args }) => JSON.stringify(args ?? {}).includes('DevToolsSession'))
  const isDriver = (task: TraceEvents[number]) =>
    driver.some(({ ts }) => ts >= task.ts && ts <= task.ts + (task.dur ?? 0))
  const tasks = own.filter((event) => /RunTask/.test(event.name) && !isDriver(event))
  const longest = (key: 'dur' | 'tdur') =>
    tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000
  return { longestMs: longest('dur'), longestCpuMs: longest('tdur') }
}
