// A simulated printer and its program: it claims, prints, reports, waits for an operator, and suffers faults.

import { printJobIdOf } from '../../server/domain/base/ids/print-job-id.ts'
import { leaseSeconds } from '../../server/domain/farm/jobs/job.ts'
import { changePrinter } from '../../server/domain/farm/printers/change-printer.ts'
import type { Spool } from '../../server/domain/farm/printers/printer.ts'
import { changeJob } from '../../server/domain/farm/reports/change-job.ts'
import { checkClaim, checkNothing } from './check-claim.ts'
import { packLater } from './desk.ts'
import { type ClaimedJob, jobsOf } from './farm-program.ts'
import type { Counts, Print } from './ledger.ts'
import { type PrinterPlan, spoolGrams } from './plan.ts'
import { readWaiting, spoolFor } from './queue.ts'
import { operator } from './stage.ts'
import { must } from './violation.ts'
import { count, endOfClaim, lapsed, orderOf, tick, unwanted, type World } from './world.ts'

/** `full`: a print has ended and its parts are on the plate. `broken`: a print was interrupted. */
export type SimState = 'idle' | 'printing' | 'paused' | 'full' | 'broken'

/**
 * Seconds between heartbeats. A real program sends more, but each heartbeat costs simulation time, and the lease is
 * longer.
 */
const beatSeconds = 240
/** Seconds between claims while the queue has nothing for this printer; a suitable job wakes the printer. */
const askSeldomSeconds = 900
const gramsPerHour = 11
const heatingSeconds = 240

/** Outcomes of a print, in percent. */
const fates = {
  good: 84,
  fails: 4,
  reset: 1,
  pauses: 4,
  silent: 5,
  forgotten: 1,
  scrap: 5,
} as const
/** How a program learns the count: an operator enters it at the printer, or clears the plate at the desk. */
const waysToCount = { program: 1, person: 1 } as const

export class SimPrinter {
  readonly name: string
  readonly plan: PrinterPlan
  readonly nozzleMm: number
  spools: Spool[]
  profile = ''
  state: SimState = 'idle'
  isConnected = true
  isInMaintenance = false
  /** The printer claims nothing: a spool is being changed, or maintenance begins. */
  isReserved = false
  readonly #world: World
  #print: Print | null = null
  #hasScrap = false
  #isForgotten = false
  #endsMs = 0
  /** Number of the timer that is valid; earlier timers are ignored. */
  #askTimer = 0
  #endTimer = 0

  constructor(world: World, plan: PrinterPlan) {
    this.#world = world
    this.plan = plan
    this.name = plan.name
    this.nozzleMm = plan.nozzleMm
    this.spools = [...plan.spools]
  }

  get print(): Print | null {
    return this.#print
  }

  async report(): Promise<void> {
    const state = {
      idle: 'ready',
      printing: 'printing',
      paused: 'paused',
      full: 'finished',
      broken: 'error',
    } as const
    const [x, y, z] = this.plan.bedMm
    const { profile } = await this.#world.program.report(this.name, {
      state: state[this.state],
      ...(this.#print !== null && !this.#isForgotten && { jobId: this.#print.jobId }),
      bedMm: { x, y, z },
      nozzleDiameter: this.nozzleMm,
      files: ['gcode'],
      spools: this.spools.map(({ slot, material, color }) => ({ slot, material, color })),
    })
    this.profile = profile
  }

  askIn(seconds: number): void {
    this.#askTimer += 1
    const timer = this.#askTimer
    this.#world.agenda.after(seconds, async () => {
      if (timer === this.#askTimer) await this.#ask()
    })
  }

  /** Claims soon, after at most the 15 seconds of a polling program, because a suitable job has arrived. */
  wake(): void {
    const isFree = this.state === 'idle' && this.isConnected && !this.isReserved
    if (isFree && !this.isInMaintenance) this.askIn(this.#world.dice.between(1, 15))
  }

  async #ask(): Promise<void> {
    if (this.state !== 'idle' || !this.isConnected || this.isReserved) return
    const { program, stage } = this.#world
    const waiting = await readWaiting(stage.pool)
    const { job, reason } = await program.claim(this.name)
    if (this.isInMaintenance) {
      must(job === null && reason !== null, () => `${this.name} is in maintenance and got a job`)
      return this.askIn(askSeldomSeconds)
    }
    must(reason === null, () => `${this.name} is idle and gets no job: ${reason}`)
    if (job !== null) {
      checkClaim(this.#world, this, job, waiting)
      return await this.#begin(job)
    }
    checkNothing(this, waiting)
    this.askIn(askSeldomSeconds)
  }

  async #begin(job: ClaimedJob): Promise<void> {
    const { agenda, dice, ledger } = this.#world
    const print: Print = {
      printer: this.name,
      jobId: job.id,
      lease: job.lease,
      jobs: jobsOf(job),
      outcome: 'running',
      leasedUntilMs: agenda.nowMs() + leaseSeconds * 1000,
      takenBack: null,
      isComplete: false,
    }
    ledger.begin(print)
    tick(this.#world, 'prints begun')
    if (print.jobs.length > 1) tick(this.#world, 'prints of shared plates')
    this.#print = print
    this.#hasScrap = false
    this.#isForgotten = false
    this.state = 'printing'
    await this.report()
    const planned = job.file.printSeconds ?? job.printHours * 3600
    const seconds = heatingSeconds + (planned * dice.between(96, 108)) / 100
    this.#endsMs = agenda.nowMs() + seconds * 1000
    this.#endLater(print)
    this.#beatLater(print)
    this.#useSpool(job, print, seconds)
    this.#drawFate(print, seconds)
  }

  #endLater(print: Print): void {
    const { agenda } = this.#world
    this.#endTimer += 1
    const timer = this.#endTimer
    agenda.after((this.#endsMs - agenda.nowMs()) / 1000, async () => {
      if (timer === this.#endTimer && this.#print === print) await this.#complete(print)
    })
  }

  /** Pauses the print when the filament of the spool runs out, until another spool is loaded. */
  #useSpool(job: ClaimedJob, print: Print, seconds: number): void {
    const spool = spoolFor(this.spools, job)
    must(spool !== undefined, () => `${this.name} has no spool for ${job.id}`)
    const grams = Math.ceil((seconds / 3600) * gramsPerHour)
    const left = spool.gramsLeft ?? spoolGrams
    const after = left >= grams ? left - grams : left + spoolGrams - grams
    this.spools = this.spools.map((known) =>
      known.slot === spool.slot ? { ...known, gramsLeft: after } : known,
    )
    if (left >= grams) return
    this.#while(print, (seconds * left) / grams, async () => {
      const { floor, dice } = this.#world
      tick(this.#world, 'spools that ran out')
      const resume = await this.#pause(print)
      floor.ask(dice.between(180, 420), resume)
    })
  }

  #drawFate(print: Print, seconds: number): void {
    const { dice, agenda } = this.#world
    const fate = dice.weighted(fates)
    if (fate === 'good') return
    tick(this.#world, `faults: ${fate}`)
    if (fate === 'scrap') {
      this.#hasScrap = true
      return
    }
    this.#while(print, (seconds * dice.between(10, 90)) / 100, async () => {
      switch (fate) {
        case 'fails':
          return await this.#breakOff(print, {
            reason: 'The print came off the plate.',
            attempt: true,
          })
        case 'reset':
          return await this.#breakOff(print, {
            reason: 'The printer was restarted.',
            attempt: false,
          })
        case 'pauses': {
          const resume = await this.#pause(print)
          return agenda.after(dice.between(300, 1800), resume)
        }
        case 'silent':
          // Some connections are lost for longer than a lease.
          return this.loseContact(dice.between(120, 1600))
        case 'forgotten':
          // The program has lost its state file: the print continues, and its job is unknown.
          this.#isForgotten = true
          return await this.report()
      }
    })
  }

  /** Runs `run` that many seconds after the print began, if the print is still running. */
  #while(print: Print, seconds: number, run: () => Promise<void>): void {
    this.#world.agenda.after(seconds, async () => {
      if (this.#print === print && this.state === 'printing') await run()
    })
  }

  async #pause(print: Print): Promise<() => Promise<void>> {
    const { agenda } = this.#world
    const leftMs = this.#endsMs - agenda.nowMs()
    this.#endTimer += 1
    this.state = 'paused'
    if (this.isConnected) await this.report()
    return async () => {
      if (this.#print !== print || this.state !== 'paused') return
      this.state = 'printing'
      this.#endsMs = agenda.nowMs() + leftMs
      this.#endLater(print)
      if (this.isConnected) await this.report()
    }
  }

  #beatLater(print: Print): void {
    this.#world.agenda.after(beatSeconds, async () => {
      if (this.#print !== print || print.outcome !== 'running' || this.state === 'broken') return
      if (this.isConnected && !this.#isForgotten) await this.#beat(print)
      this.#beatLater(print)
    })
  }

  async #beat(print: Print): Promise<void> {
    const { program, agenda } = this.#world
    const end = endOfClaim(this.#world, print)
    const answer = await program.heartbeat(print.jobId, { lease: print.lease, printing: true })
    const goesOn = 'ok' in answer && answer.ok.stop === null
    must(goesOn === (end === null), () =>
      goesOn
        ? `${this.name} prints job ${print.jobId} on although ${end}`
        : `${this.name} has to stop job ${print.jobId} for nothing: ${JSON.stringify(answer)}`,
    )
    if (goesOn) {
      print.leasedUntilMs = agenda.nowMs() + leaseSeconds * 1000
      return
    }
    // Until the worker has noticed an expired lease, the plate may be cleared at the desk.
    if (end !== lapsed) print.takenBack ??= end
    // A finished print cannot be stopped.
    if (this.state === 'full') return
    tick(this.#world, 'prints stopped')
    await this.#stop(print)
  }

  /** Stops the print and leaves its partial result on the plate. */
  async #stop(print: Print): Promise<void> {
    this.#endTimer += 1
    this.state = 'broken'
    await this.report()
    this.#world.floor.ask(this.#world.dice.between(180, 420), () => this.#clean(print))
  }

  async #breakOff(print: Print, fault: { reason: string; attempt: boolean }): Promise<void> {
    this.#endTimer += 1
    this.state = 'broken'
    await this.#reportFault(print, fault)
  }

  async #reportFault(print: Print, fault: { reason: string; attempt: boolean }): Promise<void> {
    const { program, agenda, floor, dice } = this.#world
    if (!this.isConnected) {
      return agenda.after(60, () => this.#reportFault(print, fault))
    }
    if (!this.#isForgotten) {
      const end = endOfClaim(this.#world, print)
      const answer = await program.fail(print.jobId, { lease: print.lease, ...fault })
      must(
        'ok' in answer || end !== null,
        () => `a live claim cannot fail: ${JSON.stringify(answer)}`,
      )
      print.takenBack ??= 'it failed'
    }
    await this.report()
    floor.ask(dice.between(240, 900), () => this.#clean(print))
  }

  /** Removes an interrupted print from the plate: it made no parts. */
  async #clean(print: Print): Promise<void> {
    const { agenda, ledger } = this.#world
    if (!this.isConnected) return agenda.after(60, () => this.#clean(print))
    tick(this.#world, 'plates cleared')
    ledger.discard(print)
    await this.#free()
  }

  async #free(): Promise<void> {
    this.#print = null
    this.state = 'idle'
    await this.report()
    this.askIn(5)
  }

  async #complete(print: Print): Promise<void> {
    const { floor, dice } = this.#world
    this.state = 'full'
    print.isComplete = true
    if (this.isConnected) await this.#reportFull(print)
    floor.ask(dice.between(90, 300), () => this.#takeOff(print))
  }

  async #reportFull(print: Print): Promise<void> {
    const { dice, program } = this.#world
    await this.report()
    if (print.outcome !== 'running' || !dice.chance(0.1)) return
    // The program was restarted, and requests a claim.
    const { job, reason } = await program.claim(this.name)
    must(job === null && reason !== null, () => `${this.name} got a job while its plate is full`)
  }

  /** An operator removes the parts and counts them. */
  async #takeOff(print: Print): Promise<void> {
    const { agenda, ledger, dice } = this.#world
    // The desk does not show the full plate yet, and no report reaches the program.
    if (!this.isConnected) return agenda.after(60, () => this.#takeOff(print))
    tick(this.#world, 'plates cleared')
    tick(this.#world, 'plates taken off')
    const spoiled = dice.between(0, print.jobs.length - 1)
    const counts = print.jobs.map(({ jobId, parts }, at) => {
      const scrap = this.#hasScrap && at === spoiled ? dice.between(1, parts) : 0
      return { jobId, good: parts - scrap, scrap }
    })
    const isByPerson = this.#isForgotten || this.#world.person !== null
    const way = isByPerson ? 'person' : dice.weighted(waysToCount)
    // A refused report leaves the plate full at the desk.
    const isReported =
      (way === 'program' && (await this.#done(print, counts))) || (await this.#clear(print, counts))
    const isCounted = isReported || (await this.#countByHand(print, counts))
    if (isCounted) {
      count(this.#world, print, counts)
      for (const { orderCode } of print.jobs) this.#packWhenDone(orderCode)
    } else {
      ledger.discard(print)
    }
    await this.#free()
  }

  #packWhenDone(code: string): void {
    const order = orderOf(this.#world, code)
    if (order.doneAtMs !== null) packLater(this.#world, order)
  }

  /** Returns whether the report was accepted. */
  async #done(print: Print, counts: readonly Counts[]): Promise<boolean> {
    const { program, dice } = this.#world
    const end = endOfClaim(this.#world, print)
    const { jobId, lease } = print
    const body = { lease, ...countsOf(counts, dice.chance(0.5)) }
    const answer = await program.done(jobId, body)
    const isCounted = 'ok' in answer
    // Parts that were finished before their order was held are counted.
    const mayCount = end === null || end === unwanted
    must(!isCounted || mayCount, () => `a report on job ${jobId} was counted although ${end}`)
    must(isCounted || end !== null, () => `the report on job ${jobId}: ${JSON.stringify(answer)}`)
    if (isCounted && dice.chance(0.1)) {
      const repeated = await program.done(jobId, body)
      must('ok' in repeated, () => `a repeated report was refused: ${JSON.stringify(repeated)}`)
    }
    return isCounted
  }

  /**
   * Returns whether the job was counted. An expired lease may still be counted until the worker has noticed it: the
   * parts are on this plate.
   */
  async #clear(print: Print, counts: readonly Counts[]): Promise<boolean> {
    const { program, dice, person } = this.#world
    const end = endOfClaim(this.#world, print)
    const { scrap, jobs } = countsOf(counts, dice.chance(0.5))
    let isCounted: boolean
    if (person === null) {
      const answer = await program.clear(this.name, jobs === undefined ? { scrap } : { jobs })
      must('ok' in answer, () => `${this.name} cannot be cleared: ${JSON.stringify(answer)}`)
      isCounted = answer.ok.job !== null
    } else {
      const before = await this.#doneJobs(print)
      await person.clear(this.name, counts)
      isCounted = (await this.#doneJobs(print)) > before
    }
    must(
      !isCounted || print.takenBack === null,
      () => `job ${print.jobId} was counted although ${end}`,
    )
    must(isCounted || end !== null || this.#isForgotten, () => `job ${print.jobId} was not counted`)
    return isCounted
  }

  async #doneJobs({ jobs }: Print): Promise<number> {
    const { rows } = await this.#world.stage.pool.query<{ done: number }>(
      `select count(*)::int as done from print_jobs where state = 'done' and id = any($1)`,
      [jobs.map(({ jobId }) => jobId)],
    )
    return rows[0]?.done ?? 0
  }

  /** Counts the parts at the desk while no printer prints the job again. Half of the operators remember to do so. */
  async #countByHand(print: Print, counts: readonly Counts[]): Promise<boolean> {
    const { stage, dice } = this.#world
    const job = await stage.deps.printJobs.read(printJobIdOf(print.jobId))
    const isWaiting = job?.state === 'queued' || job?.state === 'failed'
    if (!isWaiting || print.jobs.length > 1 || this.#isForgotten || dice.chance(0.5)) return false
    const [{ scrap } = { scrap: 0 }] = counts
    const { id, version } = job
    const counted = await changeJob(stage.deps, operator, { id, version, action: 'finish', scrap })
    must(counted.ok, () => `job ${id} cannot be counted manually: ${JSON.stringify(counted)}`)
    tick(this.#world, 'prints counted manually')
    return true
  }

  loseContact(seconds: number): void {
    this.isConnected = false
    this.#world.agenda.after(seconds, async () => {
      if (this.isConnected) return
      this.isConnected = true
      await this.report()
      const print = this.#print
      if (
        print !== null &&
        print.outcome === 'running' &&
        !this.#isForgotten &&
        this.state !== 'broken'
      ) {
        return await this.#beat(print)
      }
      if (this.state === 'idle') this.askIn(5)
    })
  }

  /** Loads the material that most of the remaining work needs. */
  async loadSpool(slot: number, spool: Pick<Spool, 'material' | 'color'>): Promise<void> {
    this.spools = this.spools.map((known) =>
      known.slot === slot ? { slot, ...spool, gramsLeft: spoolGrams } : known,
    )
    tick(this.#world, 'spools loaded for other work')
    await this.#change({ action: 'spools', spools: this.spools })
    this.isReserved = false
    this.askIn(5)
  }

  async setMaintenance(note: string | null): Promise<void> {
    await this.#change({ action: 'maintenance', note })
    this.isInMaintenance = note !== null
    this.askIn(5)
  }

  async #change(
    change:
      | { readonly action: 'spools'; readonly spools: readonly Spool[] }
      | { readonly action: 'maintenance'; readonly note: string | null },
  ): Promise<void> {
    const { deps } = this.#world.stage
    const version = (await deps.printers.read(this.name))?.version ?? 0
    const changed = await changePrinter(deps, this.name, { by: operator, version, ...change })
    must(changed.ok, () => `${this.name} cannot be changed: ${JSON.stringify(changed)}`)
  }
}

/**
 * Returns counts for a report: by job for a shared plate, or as totals if all parts have the same outcome and the
 * program reports totals.
 */
function countsOf(
  counts: readonly Counts[],
  inTotals: boolean,
): { readonly good?: number; readonly scrap?: number; readonly jobs?: readonly Counts[] } {
  const good = counts.reduce((sum, job) => sum + job.good, 0)
  const scrap = counts.reduce((sum, job) => sum + job.scrap, 0)
  if (counts.length === 1 || (inTotals && (good === 0 || scrap === 0))) return { good, scrap }
  return { jobs: counts }
}
