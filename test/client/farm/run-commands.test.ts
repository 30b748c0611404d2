// Commands of the desk for one printer: a crash of the client at every step, and the outcome according to the printer's state.
import { describe, expect, test } from 'bun:test'
import { Refused } from '../../../client/farm/http.ts'
import type { Printer, PrinterState } from '../../../client/farm/printer.ts'
import { createInbox } from '../../../client/farm/service/command-inbox.ts'
import type { Command, CommandAction, Outcome } from '../../../client/farm/service/desk.ts'
import { cancelledAtDesk, stepCommand } from '../../../client/farm/work/run-commands.ts'
import { fileNameOf, type RunnerDeps } from '../../../client/farm/work/runner-deps.ts'
import type { Work } from '../../../client/farm/work/state.ts'
import { useSetTime } from '../../../testing/clock.ts'

const job = {
  id: '11111111-0000-4000-8000-000000000000',
  lease: '22222222-0000-4000-8000-000000000000',
  orderCode: 'PF-1',
  plate: 1,
  parts: 1,
  ownParts: 1,
  sha256: '',
  isArchive: false,
}
const file = fileNameOf(job)
const running = (isPaused = false): PrinterState => ({
  kind: 'printing',
  file,
  isPaused,
  progress: 0.4,
  remainingSeconds: 600,
})
const printingWork: Work = {
  job,
  phase: 'printing',
  reason: null,
  isAttempt: true,
  started: true,
  sentBytes: null,
  askedAt: null,
  runsUntil: null,
}

const pass = useSetTime('2026-11-28T12:00:00Z')

type Crash = { readonly at: number; readonly moment: 'before' | 'after' }

/** A farm, a printer and a stored memo that outlive the client, which crashes at one of its effects. */
function open(action: CommandAction, crash: Crash | null = null, ofPrinter: Partial<Printer> = {}) {
  let work: Work | null = printingWork
  let memo: string | null = null
  let taker: string | null = null
  let isTaken = false
  let effects = 0
  let isDead = false
  const seen = {
    state: running(action === 'resume') as PrinterState,
    executed: [] as CommandAction[],
    outcomes: [] as Outcome[],
    log: [] as string[],
    /** Number of 502 responses to each request before the farm accepts it. */
    faults: { take: 0, end: 0 },
    /** Effect of the command at the printer. */
    onCommand: (() => {}) as () => void,
  }
  const effect = <T>(act: () => T): T => {
    if (isDead) throw new Error('dead')
    const isHere = crash !== null && effects === crash.at
    effects += 1
    if (isHere && crash.moment === 'before') {
      isDead = true
      throw new Error('dead')
    }
    const result = act()
    if (isHere) {
      isDead = true
      throw new Error('dead')
    }
    return result
  }
  const carryOut = async (what: CommandAction) =>
    effect(() => {
      seen.onCommand()
      seen.executed.push(what)
      seen.state =
        what === 'cancel' ? { kind: 'cancelled', file, reason: null } : running(what === 'pause')
    })
  const printer: Printer = {
    state: async () => seen.state,
    upload: async () => {},
    start: async () => {},
    cancel: () => carryOut('cancel'),
    pause: () => carryOut('pause'),
    resume: () => carryOut('resume'),
    ...ofPrinter,
  }
  const failFor = (request: 'take' | 'end') => {
    if (seen.faults[request] === 0) return
    seen.faults[request] -= 1
    throw new Refused(502, 'Bad gateway')
  }
  const command: Command = { id: 'c1', printer: 'p1', action, jobId: job.id }
  const commands = {
    inbox: { next: async () => (isTaken ? null : command) },
    memo: {
      read: () => memo,
      write: (text: string) => effect(() => (memo = text === '' ? null : text)),
    },
    desk: {
      take: async (_id: string, by: string) =>
        effect(() => {
          failFor('take')
          if (isTaken && taker !== by) throw new Refused(409, 'taken')
          ;[isTaken, taker] = [true, by]
        }),
      end: async (_id: string, by: string, outcome: Outcome) =>
        effect(() => {
          failFor('end')
          if (taker !== by) throw new Refused(409, 'not yours')
          seen.outcomes.push(outcome)
        }),
    },
  }
  const parts = {
    config: { name: 'p1' },
    printer,
    state: {
      read: () => work,
      write: (_name: string, next: Work | null) => {
        work = next
      },
    },
    log: (line: string) => seen.log.push(line),
  } as unknown as RunnerDeps
  return {
    seen,
    commands,
    work: () => work,
    setWork: (next: Work | null) => {
      work = next
    },
    memo: () => memo,
    setMemo: (text: string) => {
      memo = text
    },
    restart: () => {
      isDead = false
    },
    effects: () => effects,
    isDead: () => isDead,
    step: () => stepCommand(parts, commands, work, seen.state),
  }
}

/** Number of effects: memo, take, memo, command, state (next step), memo, end, memo. */
const effectsOfCommand = 7

describe.each(['pause', 'resume', 'cancel'] as const)('%s', (action) => {
  test('is carried out in two steps', async () => {
    const client = open(action)
    await client.step()
    expect(client.seen.executed).toEqual([action])
    await client.step()
    expect(client.seen.outcomes).toEqual([{ outcome: 'done', reason: null }])
    expect([client.memo(), client.effects()]).toEqual([null, effectsOfCommand])
    await client.step()
    expect(client.seen.executed).toEqual([action])
  })

  const crashes = Array.from({ length: effectsOfCommand }, (_, at) =>
    (['before', 'after'] as const).map((moment): Crash => ({ at, moment })),
  ).flat()
  test.each(crashes)(
    'is carried out at most once after a crash $moment effect $at',
    async (crash) => {
      const client = open(action, crash)
      for (let step = 0; step < 3 && !client.isDead(); step += 1) await client.step()
      expect(client.isDead()).toBe(true)
      client.restart()
      for (let step = 0; step < 20; step += 1) {
        await client.step()
        pass(5)
      }
      const { executed, outcomes } = client.seen
      expect(executed.length).toBeLessThanOrEqual(1)
      // The desk shows the outcome, even when the command never reached the printer.
      const expected = executed.length === 1 ? 'done' : 'failed'
      expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set([expected]))
      expect(client.memo()).toBeNull()
    },
  )
})

test('a cancelled print ends its job with the reason of the desk', async () => {
  const client = open('cancel')
  await client.step()
  await client.step()
  expect(client.work()).toMatchObject({
    phase: 'stopping',
    reason: cancelledAtDesk,
    isAttempt: true,
    started: true,
  })
})

test('a print that was complete before it could be cancelled is not cancelled', async () => {
  const client = open('cancel')
  client.seen.onCommand = () => {
    throw new Error('socket hang up')
  }
  await client.step()
  client.seen.state = { kind: 'complete', file }
  await client.step()
  expect(client.seen.outcomes).toEqual([{ outcome: 'failed', reason: 'The print ended before.' }])
  expect(client.work()).toMatchObject({ phase: 'printing' })
})

test('a fault of the farm is not a refusal: the command is taken and its outcome is reported later', async () => {
  const client = open('pause')
  client.seen.faults = { take: 2, end: 2 }
  for (let step = 0; step < 8; step += 1) {
    await client.step()
    pass(5)
  }
  expect(client.seen.executed).toEqual(['pause'])
  expect(client.seen.outcomes).toEqual([{ outcome: 'done', reason: null }])
  expect(client.memo()).toBeNull()
})

test('a damaged stored command is dropped, and the next one carried out', async () => {
  const client = open('pause')
  client.setMemo('{"id":"c')
  await client.step()
  await client.step()
  expect(client.seen.log[0]).toContain('its stored command is not readable, and is dropped.')
  expect(client.seen.outcomes).toEqual([{ outcome: 'done', reason: null }])
})

describe('a printer with its own screen', () => {
  test.each<[PrinterState]>([
    [{ kind: 'idle' }],
    [{ kind: 'cancelled', file: 'vase.gcode', reason: null }],
    [{ ...running(), file: 'vase.gcode' } as PrinterState],
  ])('that shows %j has not shown that it cancelled', async (state) => {
    const client = open('cancel', null, { hasOwnScreen: true })
    await client.step()
    client.seen.state = state
    await client.step()
    expect(client.seen.outcomes).toMatchObject([{ outcome: 'failed' }])
    expect([client.work(), client.memo()]).toEqual([printingWork, null])
  })

  test('that shows its print as cancelled counts as having cancelled it', async () => {
    const client = open('cancel', null, { hasOwnScreen: true })
    await client.step()
    await client.step()
    expect(client.seen.outcomes).toEqual([{ outcome: 'done', reason: null }])
    expect(client.work()).toMatchObject({ phase: 'stopping', reason: cancelledAtDesk })
  })
})

test.each([
  ['a job that does not print yet', { ...printingWork, phase: 'uploading', started: false }],
  ['a job that is starting', { ...printingWork, phase: 'starting' }],
] as const)('cancel stops %s without a command to the printer', async (_name, work) => {
  const client = open('cancel')
  client.setWork(work)
  client.seen.state = { kind: 'idle' }
  await client.step()
  expect(client.work()).toMatchObject({ phase: 'stopping', reason: cancelledAtDesk })
  expect([client.seen.executed, client.seen.outcomes]).toEqual([
    [],
    [{ outcome: 'done', reason: null }],
  ])
})

test.each([
  ['has another job', { ...printingWork, job: { ...job, id: 'other' } }, running()],
  ['has no job', { ...printingWork, phase: 'uncleared' as const }, running()],
  ['prints another file', printingWork, { ...running(), file: 'vase.gcode' } as PrinterState],
  ['is offline', printingWork, { kind: 'offline', reason: 'away' } as PrinterState],
])('a printer that %s gets no command', async (_name, work, state) => {
  for (const action of ['pause', 'cancel'] as const) {
    const client = open(action)
    client.setWork(work)
    client.seen.state = state
    await client.step()
    expect(client.seen.executed).toEqual([])
    expect(client.seen.outcomes).toMatchObject([{ outcome: 'failed' }])
  }
})

test('a print that is already paused is not paused again', async () => {
  const client = open('pause')
  client.seen.state = running(true)
  await client.step()
  expect([client.seen.executed, client.seen.outcomes]).toEqual([
    [],
    [{ outcome: 'done', reason: null }],
  ])
})

test('a refusal of the printer is the reason', async () => {
  const client = open('pause')
  client.seen.onCommand = () => {
    throw new Refused(409, 'The printer is heating up.')
  }
  await client.step()
  expect(client.seen.outcomes).toMatchObject([{ outcome: 'failed' }])
  expect(client.seen.outcomes[0]?.reason).toContain('The printer is heating up.')
})

test('a printer that accepts the command but continues has not carried it out', async () => {
  const client = open('pause')
  client.seen.onCommand = () => {
    throw new Error('timeout')
  }
  await client.step()
  for (let step = 0; step < 13; step += 1) {
    pass(5)
    await client.step()
  }
  expect(client.seen.outcomes).toEqual([
    {
      outcome: 'failed',
      reason: 'The printer was told to pause, but did not within a minute. timeout',
    },
  ])
  expect(client.seen.executed).toEqual([])
})

test('the farm is asked once for all printers, and rarely after a refusal', async () => {
  let asked = 0
  let isRefused = false
  const commands: Command[] = [{ id: 'c1', printer: 'p2', action: 'pause', jobId: job.id }]
  const desk = {
    commands: async () => {
      asked += 1
      if (isRefused) throw new Refused(404, 'Not found')
      return commands
    },
  }
  const inbox = createInbox(desk, 5_000, () => {})
  expect(await Promise.all(['p1', 'p2', 'p3'].map((name) => inbox.next(name)))).toEqual([
    null,
    commands[0] ?? null,
    null,
  ])
  expect(asked).toBe(1)
  pass(5)
  isRefused = true
  expect(await inbox.next('p2')).toBeNull()
  pass(55)
  expect(await inbox.next('p2')).toBeNull()
  expect(asked).toBe(2)
  pass(6)
  isRefused = false
  expect(await inbox.next('p2')).not.toBeNull()
})
