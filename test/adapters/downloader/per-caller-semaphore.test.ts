// The order of downloads: slots for each caller, turns between callers, and no caller waits indefinitely.
import { expect, test } from 'bun:test'
import { createPerCallerSemaphore } from '../../../server/adapters/downloader/per-caller-semaphore.ts'

const patient = new AbortController().signal
const limits = { running: 2, runningPerCaller: 2, waiting: 10, waitingPerCaller: 4 }

/** Every promise that can settle by then has settled. */
const nextTurn = () => new Promise((turn) => setImmediate(turn))

async function taken(slots: ReturnType<typeof createPerCallerSemaphore>, caller: string) {
  const release = await slots.acquire(caller, patient)
  if (release === null) throw new Error('refused')
  return release
}

test('callers take turns, however many downloads of one caller wait', async () => {
  const slots = createPerCallerSemaphore(limits)
  const running = [await taken(slots, 'a'), await taken(slots, 'a')]
  const order: string[] = []
  const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(async (name) => {
    const release = await taken(slots, name.slice(0, 1))
    order.push(name)
    running.push(release)
  })
  while (running.length > 0) {
    running.shift()?.()
    await nextTurn()
  }
  await Promise.all(waiting)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one caller uses at most its share while places are free', async () => {
  const slots = createPerCallerSemaphore({ ...limits, running: 10 })
  const first = await taken(slots, 'a')
  await taken(slots, 'a')
  let third = false
  const waiting = taken(slots, 'a').then(() => {
    third = true
  })
  await taken(slots, 'b')
  await nextTurn()
  expect(third).toBe(false)
  first()
  await waiting
})

test('one caller cannot fill the queue, and a release counts once', async () => {
  const slots = createPerCallerSemaphore({ ...limits, running: 1, waiting: 6 })
  const release = await taken(slots, 'a')
  const leaving = new AbortController()
  const wait = (caller: string) => slots.acquire(caller, leaving.signal)
  const queued = [wait('a'), wait('a'), wait('a'), wait('a')]
  expect(await wait('a')).toBeNull()
  queued.push(wait('b'), wait('c'))
  expect(await wait('d')).toBeNull()
  leaving.abort(new Error('left'))
  const ends = await Promise.allSettled(queued)
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'rejected'))
  release()
  release()
  await taken(slots, 'd')
  let second = false
  void taken(slots, 'e').then(() => {
    second = true
  })
  await nextTurn()
  expect(second).toBe(false)
})
