// A day: orders of earlier days wait, printers are switched on, more orders arrive, and the day ends when all of them
// are printed.
import { createAgenda } from './agenda.ts'
import { checkEnd, checkJobs, checkOrders } from './checks.ts'
import { acceptOrders, holdOne, placeOrder, requeueFailed, spoilOne, takeBackOne } from './desk.ts'
import { FarmProgram } from './farm-program.ts'
import { Floor } from './floor.ts'
import { Hours } from './hours.ts'
import { areaOfBed, leastPlates, readPlanned } from './least-plates.ts'
import { Ledger } from './ledger.ts'
import { loadSpools } from './load-spools.ts'
import { openCarriers, Person } from './person.ts'
import { type DayOptions, type DayPlan, dayHours, planDay } from './plan.ts'
import { SimPrinter } from './printer.ts'
import { type Figures, figuresOf } from './report.ts'
import { openStage } from './stage.ts'
import { Violation } from './violation.ts'
import { startWorker, type Worker } from './worker.ts'
import { orderOf, tick, type World } from './world.ts'

/** `violation`: the first violation and its time. */
export type Played = { readonly figures: Figures; readonly violation: string | null }

/** Seconds of earlier days, of which some orders are left. */
const backlogSeconds = 48 * 3600
/**
 * Time between the acceptance of earlier orders and the start of the printers, in seconds; plates are sliced from
 * then on.
 */
const headStartSeconds = 1800
/** Number of printers per operator on the floor. */
const printersPerPerson = 10
const mishapHours = 16
/** A longer day means that something prints forever. */
const longestHours = 4 * dayHours

export async function playDay(options: DayOptions): Promise<Played> {
  const startedAt = performance.now()
  const plan = planDay(options)
  const errors: string[] = []
  const { isOnePerson = false } = options
  const carriers = isOnePerson ? await openCarriers() : null
  const stage = await openStage(plan.dice, {
    env: carriers?.env ?? {},
    onError: (event, facts) => errors.push(`${event} ${Bun.inspect(facts)}`),
  })
  try {
    const agenda = createAgenda(stage.time)
    const world: World = {
      stage,
      agenda,
      dice: plan.dice,
      program: new FarmProgram(stage.handle),
      ledger: new Ledger(),
      floor: new Floor(agenda, isOnePerson ? 1 : Math.ceil(options.printers / printersPerPerson)),
      person: isOnePerson ? new Person(stage.handle, await stage.signIn()) : null,
      orders: new Map(),
      printers: [],
      tally: new Map(),
      queue: { waiting: 0 },
    }
    const hours = new Hours()
    const violation = await play(world, { plan, hours, errors })
    const seconds = (performance.now() - startedAt) / 1000
    const terms = { startedMs: dayBegins(world), seconds, leastPlates: await leastOf(world) }
    const sold = carriers?.sold() ?? null
    return { figures: figuresOf(world, hours, { ...terms, sold }), violation }
  } finally {
    await stage.close()
    await carriers?.close()
  }
}

async function leastOf(world: World): Promise<number> {
  const planOf = (code: string) => orderOf(world, code).plan
  const jobs = await readPlanned(world.stage.pool, (code) => planOf(code).part.sizeMm)
  const beds = world.printers.map(({ plan }) => areaOfBed(plan.bedMm[0], plan.bedMm[1]))
  return leastPlates(jobs, planOf, Math.max(...beds))
}

const begins = new WeakMap<World, number>()
const dayBegins = (world: World): number => begins.get(world) ?? 0

type Parts = { readonly plan: DayPlan; readonly hours: Hours; readonly errors: readonly string[] }

/** Returns the violation that ended the day. */
async function play(world: World, { plan, hours, errors }: Parts): Promise<string | null> {
  const { agenda } = world
  begins.set(world, agenda.nowMs() + backlogSeconds * 1000)
  try {
    await openPrinters(world, plan)
    scheduleOrders(world, plan)
    agenda.after(backlogSeconds - headStartSeconds, () => beginWork(world, { plan, hours, errors }))
    const isOver = () => {
      if (errors.length > 0) throw new Violation(`the service logged ${errors[0]}`)
      const isLate = agenda.nowMs() > dayBegins(world) + longestHours * 3_600_000
      if (isLate) throw new Violation(`not all is printed after ${longestHours} hours`)
      return world.orders.size === plan.orders.length && isAllPrinted(world)
    }
    await agenda.run(isOver)
    await checkEnd(world)
    return null
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    const minutes = Math.round((agenda.nowMs() - dayBegins(world)) / 60_000)
    return `after ${Math.floor(minutes / 60)} h ${minutes % 60} min: ${error.message}`
  }
}

/** Whether everything is printed and, by one person, shipped. */
const isAllPrinted = ({ orders, person, printers }: World): boolean =>
  printers.every(({ print }) => print === null) &&
  [...orders.values()].every(
    ({ doneAtMs, isCancelled, isShipped }) =>
      isCancelled || (doneAtMs !== null && (isShipped || person === null)),
  )

/** Opens the printers two days earlier, so that due dates are promised for these printers. */
async function openPrinters(world: World, { printers }: DayPlan): Promise<void> {
  for (const plan of printers) {
    const printer = new SimPrinter(world, plan)
    world.printers.push(printer)
    await printer.report()
    // The service learns a program's abilities from its claims, some of which it made while nothing waited.
    await world.program.claim(printer.name)
  }
}

function scheduleOrders(world: World, { orders }: DayPlan): void {
  for (const plan of orders) {
    world.agenda.after(backlogSeconds + plan.atHours * 3600, () => placeOrder(world, plan))
  }
}

async function beginWork(world: World, { plan, hours }: Parts): Promise<void> {
  await acceptOrders(world)
  const worker = startWorker(world)
  world.agenda.after(headStartSeconds, async () => {
    for (const printer of world.printers) {
      await printer.report()
      printer.askIn(world.dice.between(5, 600))
    }
    every(world, 60, async () => {
      await stayInTouch(world)
      const waiting = await hours.note(world)
      world.queue.waiting = waiting.length
      loadSpools(world, waiting)
    })
    scheduleMishaps(world, { orders: plan.orders.length, worker })
  })
  every(world, 600, async () => {
    await checkOrders(world)
    await checkJobs(world)
  })
  every(world, world.person === null ? 1200 : 3600, () => acceptOrders(world))
  every(world, 1800, () => requeueFailed(world))
}

/**
 * Simulates contact: programs report every 30 seconds. Reports without news are skipped, because each costs
 * simulation time.
 */
async function stayInTouch({ printers, stage }: World): Promise<void> {
  const connected = printers.filter(({ isConnected }) => isConnected).map(({ name }) => name)
  await stage.pool.query('update printers set last_heard_at = now() where name = any($1)', [
    connected,
  ])
}

/** Schedules faults that end before the day does, so that everything can be printed. */
function scheduleMishaps(
  world: World,
  { orders, worker }: { readonly orders: number; readonly worker: Worker },
): void {
  const { agenda, printers } = world
  const endMs = agenda.nowMs() + mishapHours * 3_600_000
  const timesADay = (times: number, run: () => Promise<void>) => {
    const seconds = Math.round((dayHours * 3600) / Math.max(1, times))
    every(world, seconds, async () => {
      if (agenda.nowMs() < endMs) await run()
    })
  }
  timesADay(4 + orders * 0.02, () => takeBackOne(world))
  timesADay(4 + orders * 0.02, () => spoilOne(world))
  timesADay(4 + orders * 0.02, () => holdOne(world))
  timesADay(printers.length * 0.5, async () => restartSomething(world, worker))
  timesADay(printers.length * 0.3, () => maintainOne(world))
}

function every(world: World, seconds: number, run: () => Promise<void>): void {
  world.agenda.after(seconds, async () => {
    await run()
    every(world, seconds, run)
  })
}

/** Stops the worker for some minutes, or the program of five printers, or cuts both off for longer than a lease. */
function restartSomething(world: World, worker: Worker): void {
  const { dice, printers } = world
  const what = dice.weighted({ 'worker down': 3, 'program killed': 4, 'network away': 3 })
  tick(world, `faults: ${what}`)
  if (what !== 'program killed') {
    worker.stopFor(what === 'worker down' ? dice.between(120, 900) : dice.between(1000, 1500))
  }
  if (what === 'worker down') return
  const { program } = dice.pick(printers).plan
  const seconds = what === 'program killed' ? dice.between(60, 900) : dice.between(600, 950)
  for (const printer of printers) {
    if (printer.plan.program === program && printer.isConnected) printer.loseContact(seconds)
  }
}

async function maintainOne(world: World): Promise<void> {
  const { dice, printers, agenda } = world
  const idle = printers.filter(
    ({ state, isConnected, isReserved, isInMaintenance }) =>
      state === 'idle' && isConnected && !isReserved && !isInMaintenance,
  )
  if (idle.length === 0) return
  const printer = dice.pick(idle)
  tick(world, 'printers maintained')
  await printer.setMaintenance('The nozzle is changed.')
  agenda.after(dice.between(1800, 5400), () => printer.setMaintenance(null))
}
