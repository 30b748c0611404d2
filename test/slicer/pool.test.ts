// The bridge under load: who waits, who is refused, who comes next, and what cancelling and closing do.
import { describe, expect, test } from 'bun:test'
import { FairPool } from '../../slicer-bridge/fair-pool.ts'
import { FairQueue } from '../../slicer-bridge/fair-queue.ts'
import { isAlive, makeStage, NOTHING } from './stage.ts'

/** Jobs that end when the test says so. */
function makePool(options: Partial<ConstructorParameters<typeof FairPool>[0]> = {}) {
  const pool = new FairPool<string>({
    workers: 1,
    queueLimit: 10,
    perAccountLimit: 10,
    waitLimitMs: 60_000,
    ...options,
  })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (account: string, name: string, signal?: AbortSignal) =>
    pool.run(
      account,
      (signal) => {
        started.push(name)
        return new Promise((resolve, reject) => {
          ends.set(name, () => resolve(name))
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      },
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await Bun.sleep(0)
  }
  return { pool, run, end, started }
}

describe('the pool', () => {
  test('two accounts take turns, regardless of which one queued many first', async () => {
    const { run, end, started } = makePool()
    const jobs = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(name[0] ?? '', name))
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']
    for (const name of order) await end(name)
    expect(started).toEqual(order)
    expect(await Promise.all(jobs)).toEqual(
      ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((value) => ({ kind: 'done', value })),
    )
  })

  test('a full queue refuses with advice, and takes jobs again when there is room', async () => {
    const { pool, run, end, started } = makePool({ queueLimit: 1 })
    const [first, second] = [run('a', 'one'), run('b', 'two')]
    const refused = await run('c', 'three')
    expect(refused).toEqual({ kind: 'full', scope: 'queue', retryAfterSeconds: 10 })
    expect(pool.refusal('c')).toMatchObject({ scope: 'queue' })
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 1, full: 2 })
    await end('one')
    const fourth = run('c', 'four')
    await end('two')
    await end('four')
    expect(started).toEqual(['one', 'two', 'four'])
    expect(await Promise.all([first, second, fourth])).toMatchObject([
      { value: 'one' },
      { value: 'two' },
      { value: 'four' },
    ])
    expect(pool.stats()).toMatchObject({ busy: 0, queued: 0, started: 3 })
  })

  test('one account cannot take every place, unless workers are idle', async () => {
    const { run, end } = makePool({ workers: 2, queueLimit: 2, perAccountLimit: 1 })
    const first = run('a', 'one')
    const second = run('a', 'two')
    expect(await run('a', 'three')).toMatchObject({ kind: 'full', scope: 'account' })
    const other = run('b', 'four')
    await end('one')
    await end('two')
    await end('four')
    expect(await Promise.all([first, second, other])).toMatchObject([
      { value: 'one' },
      { value: 'two' },
      { value: 'four' },
    ])
  })

  test('who has waited too long is refused', async () => {
    const { pool, run, end } = makePool({ waitLimitMs: 5 })
    const first = run('a', 'one')
    expect(await run('b', 'two')).toMatchObject({ kind: 'full', scope: 'wait' })
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 0 })
    await end('one')
    expect(await first).toEqual({ kind: 'done', value: 'one' })
  })

  test('cancelling a waiting job takes it out; cancelling a running one ends it', async () => {
    const { pool, run, end, started } = makePool()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = run('a', 'one', running.signal)
    const second = run('a', 'two', waiting.signal)
    const third = run('a', 'three')
    waiting.abort(new Error('not wanted'))
    expect(second).rejects.toThrow('not wanted')
    running.abort(new Error('gone'))
    expect(first).rejects.toThrow('gone')
    await Bun.sleep(0)
    await end('three')
    expect(await third).toEqual({ kind: 'done', value: 'three' })
    expect(started).toEqual(['one', 'three'])
    expect(pool.stats()).toMatchObject({ busy: 0, queued: 0, cancelled: 2 })
  })

  test('a job that throws rejects, and the next one runs', async () => {
    const { pool, run, end } = makePool()
    const broken = pool.run('a', () => Promise.reject(new Error('a bug')))
    const next = run('a', 'two')
    expect(broken).rejects.toThrow('a bug')
    await broken.catch(() => {})
    await end('two')
    expect(await next).toMatchObject({ kind: 'done' })
  })
})

describe('the queue of accounts', () => {
  test('gives every account its turn for every random order of arrival', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const queue = new FairQueue<string>()
      let state = seed
      const arrivals = Array.from({ length: 40 }, (_, i) => {
        state = (state * 1103515245 + 12345) % 2 ** 31
        const account = 'abcd'[state % 4] ?? 'a'
        queue.push(account, `${account}${i}`)
        return `${account}${i}`
      })
      const taken = Array.from({ length: 40 }, () => queue.shift() ?? '')
      expect(taken.toSorted()).toEqual(arrivals.toSorted())
      for (const account of 'abcd') {
        const own = (names: string[]) => names.filter((name) => name.startsWith(account))
        expect(own(taken)).toEqual(own(arrivals))
      }
      // While all accounts wait, any four in a row are of four accounts.
      const least = Math.min(...[...'abcd'].map((a) => arrivals.filter((n) => n[0] === a).length))
      for (let turn = 0; turn < least; turn++) {
        const round = taken.slice(4 * turn, 4 * turn + 4).map((name) => name[0])
        expect(new Set(round).size).toBe(4)
      }
      expect(queue.length).toBe(0)
    }
  })

  test('forgets what is removed', () => {
    const queue = new FairQueue<string>()
    queue.push('a', 'a1')
    queue.push('a', 'a2')
    queue.push('b', 'b1')
    expect(queue.remove('a', 'a1')).toBe(true)
    expect(queue.remove('a', 'a1')).toBe(false)
    expect([queue.waiting('a'), queue.waiting('b'), queue.length]).toEqual([1, 1, 2])
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a2', 'b1', undefined])
  })
})

describe('the bridge', () => {
  test('refuses more than it can hold, and does all that it accepted', async () => {
    const stage = makeStage({ queueLimit: 2 })
    const first = await stage.start('hang', { accountId: 'x' })
    const second = await stage.start('hang', { accountId: 'y' })
    const outcomes = Array.from({ length: 20 }, (_, i) =>
      stage.slice('well', { accountId: `account ${i}` }),
    )
    const refused = await Promise.all(outcomes.slice(2))
    expect(new Set(refused.map((outcome) => outcome.kind))).toEqual(new Set(['queue_full']))
    process.kill(first.pid, 'SIGKILL')
    process.kill(second.pid, 'SIGKILL')
    expect(await first.outcome).toMatchObject({ kind: 'crashed', signal: 'SIGKILL' })
    const accepted = await Promise.all(outcomes.slice(0, 2))
    expect(accepted).toMatchObject([{ kind: 'sliced' }, { kind: 'sliced' }])
    await second.outcome
    expect(stage.bridge.stats()).toMatchObject({
      busy: 0,
      queued: 0,
      started: 4,
      full: 18,
      ended: { sliced: 2, crashed: 2 },
    })
    expect(stage.leftOver()).toEqual(NOTHING)
    await stage.end()
  })

  test('a cancelled job has no process and no file when its promise settles', async () => {
    const stage = makeStage()
    for (const behaviour of ['burn', 'fork-and-hang']) {
      const controller = new AbortController()
      const { pid, outcome } = await stage.start(behaviour, { signal: controller.signal })
      controller.abort(new Error('the caller left'))
      expect(await outcome.catch((error) => error.message)).toBe('the caller left')
      expect(isAlive(pid)).toBe(false)
      expect(stage.leftOver()).toEqual(NOTHING)
    }
    expect(await stage.slice('well')).toMatchObject({ kind: 'sliced' })
    const gone = AbortSignal.abort(new Error('gone before'))
    expect(await stage.slice('well', { signal: gone }).catch((error) => error.message)).toBe(
      'gone before',
    )
    await stage.end()
  })

  test('closing ends what runs, rejects what waits and removes everything', async () => {
    const stage = makeStage({ workers: 1 })
    const { pid, outcome } = await stage.start('fork-and-hang')
    const waiting = stage.slice('well')
    await Bun.sleep(0)
    await stage.bridge.close()
    expect(isAlive(pid)).toBe(false)
    expect(await outcome).toMatchObject({ kind: 'unavailable', reason: 'closed' })
    expect(await waiting).toMatchObject({ kind: 'unavailable', reason: 'closed' })
    expect(await stage.slice('well')).toMatchObject({ kind: 'unavailable', reason: 'closed' })
    expect([...new Bun.Glob('**').scanSync({ cwd: stage.workDir, onlyFiles: false })]).toEqual([])
    await stage.end()
  })
})
