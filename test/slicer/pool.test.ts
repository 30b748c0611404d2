// The bridge under load: waiting, refusals, order of jobs, cancellation and closing.
import { describe, expect, test } from 'bun:test'
import { FairPool } from '../../slicer-bridge/queue/fair-pool.ts'
import { FairQueue } from '../../slicer-bridge/queue/fair-queue.ts'
import type { Full, Job, PoolOptions } from '../../slicer-bridge/queue/pool-terms.ts'
import { isAlive, makeStage, NOTHING } from '../../testing/slicer/stage.ts'

/**
 * Creates a pool with a test clock and jobs that end when the test says so. The mean run time is 5 s until a job has
 * ended.
 */
function makePool(options: Partial<PoolOptions> = {}) {
  const clock = { ms: 0 }
  const pool = new FairPool<string>({
    workers: 1,
    queueLimit: 10,
    maxWaitMs: 20_000,
    waitLimitMs: 60_000,
    now: () => clock.ms,
    ...options,
  })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (job: string | Job, name: string, signal?: AbortSignal) =>
    pool.run(
      typeof job === 'string' ? { account: job, predictedMs: 10 } : job,
      (jobSignal) => {
        started.push(name)
        return new Promise((resolve, reject) => {
          ends.set(name, () => resolve(name))
          jobSignal.addEventListener('abort', () => reject(jobSignal.reason))
        })
      },
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await Bun.sleep(0)
  }
  /** Ends jobs in the order in which they start until none runs; returns that order. */
  const endAll = async () => {
    for (let at = 0; at < started.length; at++) await end(started[at] ?? '')
    return started
  }
  return { clock, pool, run, end, endAll, started }
}

const lasting = (account: string, predictedMs: number, job: Partial<Job> = {}) => ({
  account,
  predictedMs,
  ...job,
})
const refusal = (scope: Full['scope'], retryAfterSeconds: number): Full => ({
  kind: 'full',
  scope,
  retryAfterSeconds,
})

describe('the pool', () => {
  test('two accounts take turns, whichever queued many jobs first', async () => {
    const { run, end, started } = makePool()
    const jobs = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(name[0] ?? '', name))
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']
    for (const name of order) await end(name)
    expect(started).toEqual(order)
    expect(await Promise.all(jobs)).toEqual(
      ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((value) => ({ kind: 'done', value })),
    )
  })

  test('accounts share the worker by time, not by number of jobs', async () => {
    const { run, endAll } = makePool()
    void run('x', 'x')
    for (const name of ['a1', 'a2']) void run(lasting('a', 30), name)
    for (const name of ['b1', 'b2', 'b3', 'b4']) void run(lasting('b', 10), name)
    expect(await endAll()).toEqual(['x', 'a1', 'b1', 'b2', 'b3', 'a2', 'b4'])
  })

  test('a background job yields to others, but not indefinitely', async () => {
    const { clock, run, end, started } = makePool()
    void run(lasting('x', 5000), 'x')
    void run(lasting('operator', 60_000, { priority: 'background' }), 'background')
    for (let at = 0; at < 30; at++) {
      void run(lasting(`account ${at}`, 5000), `job ${at}`)
      clock.ms += 5000
      await end(started.at(-1) ?? '')
    }
    const place = started.indexOf('background')
    expect(place).toBeGreaterThan(3)
    expect(place).toBeLessThan(10)
  })

  test('a job may wait as long as one job takes, and other callers are told when to retry', async () => {
    const { pool, clock, run, end } = makePool()
    const first = run(lasting('a', 4000), 'one')
    const second = run(lasting('b', 4000), 'two')
    // The job would wait 8 s; in 3 s it would wait 5 s.
    expect(await run(lasting('c', 4000), 'three')).toEqual(refusal('queue', 3))
    // The other caller is expected back with a probability of one half, so its 4 s count as 2.
    expect(await run(lasting('d', 4000), 'four')).toEqual(refusal('queue', 5))
    clock.ms = 1000
    expect(await run(lasting('c', 4000), 'three')).toEqual(refusal('queue', 2))
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 1, full: 3, backlogMs: 7000 })
    await end('one')
    await end('two')
    expect(await Promise.all([first, second])).toMatchObject([{ value: 'one' }, { value: 'two' }])
    expect(pool.stats()).toMatchObject({ busy: 0, queued: 0, started: 2, backlogMs: 0 })
  })

  test('a caller that retries at the given time is accepted although new callers fill the queue', async () => {
    const { clock, run, endAll, started } = makePool()
    void run(lasting('a', 4000), 'one')
    void run(lasting('b', 4000), 'two')
    expect(await run(lasting('c', 1000), 'three')).toEqual(refusal('queue', 3))
    clock.ms = 3200
    void run(lasting('d', 2000), 'newcomer')
    // 0.8 s and 6 s are left: too much for another newcomer, but not for a returning caller.
    expect(await run(lasting('e', 1000), 'late')).toMatchObject({ kind: 'full', scope: 'queue' })
    void run(lasting('c', 1000), 'three')
    expect(await run(lasting('c', 1000), 'again')).toMatchObject({ kind: 'full' })
    expect((await endAll()).toSorted()).toEqual(['newcomer', 'one', 'three', 'two'])
    expect(started[0]).toBe('one')
  })

  test('a job that would end after its deadline is refused, unless a worker is idle', async () => {
    const { run, endAll } = makePool()
    void run(lasting('a', 4000, { answerInMs: 100 }), 'one')
    expect(await run(lasting('b', 3000, { answerInMs: 6000 }), 'two')).toMatchObject({
      scope: 'deadline',
    })
    void run(lasting('b', 3000, { answerInMs: 7000 }), 'three')
    expect(await endAll()).toEqual(['one', 'three'])
  })

  test('one account leaves space in the queue for another', async () => {
    const { run, endAll } = makePool()
    for (const name of ['a1', 'a2', 'a3']) void run(lasting('a', 1500), name)
    expect(await run(lasting('a', 1500), 'a4')).toMatchObject({ scope: 'account' })
    void run(lasting('b', 1500), 'b1')
    expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('the queue is limited even for very short jobs', async () => {
    const { run, endAll } = makePool({ queueLimit: 1 })
    for (const account of ['a', 'b']) void run(account, account)
    expect(await run('c', 'c')).toMatchObject({ scope: 'queue' })
    expect(await endAll()).toEqual(['a', 'b'])
  })

  test('a job that has waited too long because another takes longer than predicted is refused', async () => {
    const { pool, run, end } = makePool({ waitLimitMs: 5 })
    const first = run('a', 'one')
    expect(await run('b', 'two')).toMatchObject({ kind: 'full', scope: 'wait' })
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 0 })
    await end('one')
    expect(await first).toEqual({ kind: 'done', value: 'one' })
  })

  test('cancelling removes a waiting job and ends a running one', async () => {
    const { pool, run, end, started } = makePool()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = run('a', 'one', running.signal)
    const second = run('a', 'two', waiting.signal)
    const third = run('a', 'three')
    waiting.abort(new Error('not wanted'))
    await expect(second).rejects.toThrow('not wanted')
    running.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    await Bun.sleep(0)
    await end('three')
    expect(await third).toEqual({ kind: 'done', value: 'three' })
    expect(started).toEqual(['one', 'three'])
    expect(pool.stats()).toMatchObject({ busy: 0, queued: 0, backlogMs: 0, cancelled: 2 })
  })

  test('a job that throws rejects, and the next one runs', async () => {
    const { pool, run, end } = makePool()
    const broken = pool.run({ account: 'a' }, () => Promise.reject(new Error('a bug')))
    const next = run('a', 'two')
    await expect(broken).rejects.toThrow('a bug')
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
        queue.push(account, `${account}${i}`, { work: 1 })
        return `${account}${i}`
      })
      const taken = Array.from({ length: 40 }, () => queue.shift() ?? '')
      expect(taken.toSorted()).toEqual(arrivals.toSorted())
      for (const account of 'abcd') {
        const own = (names: string[]) => names.filter((name) => name.startsWith(account))
        expect(own(taken)).toEqual(own(arrivals))
      }
      // While all accounts wait, any four consecutive jobs belong to four accounts.
      const least = Math.min(...[...'abcd'].map((a) => arrivals.filter((n) => n[0] === a).length))
      for (let turn = 0; turn < least; turn++) {
        const round = taken.slice(4 * turn, 4 * turn + 4).map((name) => name[0])
        expect(new Set(round).size).toBe(4)
      }
      expect(queue.length).toBe(0)
    }
  })

  test('serves the second job of an account although new accounts keep arriving', () => {
    const queue = new FairQueue<string>()
    for (const name of ['a1', 'a2']) queue.push('a', name, { work: 10 })
    const taken = Array.from({ length: 12 }, (_, i) => {
      queue.push(`new ${i}`, `n${i}`, { work: 10 })
      return queue.shift() ?? ''
    })
    expect(taken.indexOf('a2')).toBeGreaterThan(1)
  })

  test('forgets removed jobs', () => {
    const queue = new FairQueue<string>()
    for (const name of ['a1', 'a2', 'b1']) queue.push(name[0] ?? '', name, { work: 2 })
    expect(queue.ahead('b')).toEqual(['a1', 'b1', 'a2'])
    expect(queue.remove('a1')).toBe(true)
    expect(queue.remove('a1')).toBe(false)
    expect([queue.work('a'), queue.work('b'), queue.work(), queue.length]).toEqual([2, 2, 4, 2])
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['b1', 'a2', undefined])
  })
})

describe('the bridge', () => {
  test('refuses more than it can hold, and completes everything that it accepted', async () => {
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

  test('reports its predictions and refusals, and forgets a killed job', async () => {
    const runs: { predictedMs: number; ranMs: number }[] = []
    const away: string[][] = []
    const stage = makeStage({
      workers: 1,
      observer: {
        onWait: () => {},
        onRun: () => {},
        onRefusal: () => {},
        predicted: (run) => runs.push(run),
        turnedAway: (scope, priority) => away.push([scope, priority]),
      },
    })
    const facts = { heightMm: 20, triangles: 12, surfaceCm2: 24, volumeCm3: 8, components: 1 }
    expect(await stage.slice('well', { facts })).toMatchObject({ kind: 'sliced' })
    // 213 ms: test/slicer/predict-duration.test.ts.
    expect(runs).toMatchObject([{ predictedMs: expect.closeTo(213, 0) }])
    const { pid, outcome } = await stage.start('hang', { facts: { ...facts, heightMm: 10_000 } })
    // 50,000 layers of 1 ms.
    expect(stage.bridge.stats().backlogMs).toBeGreaterThan(10_000)
    expect(await stage.slice('well', { facts, accountId: 'b' })).toMatchObject({
      kind: 'queue_full',
      scope: 'queue',
    })
    process.kill(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({ kind: 'crashed' })
    expect(stage.bridge.stats()).toMatchObject({ busy: 0, queued: 0, backlogMs: 0 })
    // A killed run does not train the predictor.
    expect([runs.length, away]).toEqual([1, [['queue', 'normal']]])
    expect(await stage.slice('well', { facts, accountId: 'b' })).toMatchObject({ kind: 'sliced' })
    await stage.end()
  })

  test('a cancelled job has no process and no file when its promise settles', async () => {
    const stage = makeStage()
    for (const behavior of ['burn', 'fork-and-hang']) {
      const controller = new AbortController()
      const { pid, outcome } = await stage.start(behavior, { signal: controller.signal })
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

  test('closing ends running jobs, rejects waiting ones and removes everything', async () => {
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
