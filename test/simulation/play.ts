// Plays the steps of a plan, lets everything come to rest, and says what is wrong then.
import type { Scheduler } from 'fast-check'
import * as v from 'valibot'
import {
  addGiftCard,
  addQuotes,
  buy,
  checkOutCart,
  close,
  deliver,
  generate,
  listLiveJobs,
  listOrders,
  openPaymentPage,
  orderByQuote,
  refund,
  runJob,
  submit,
  work,
} from './operations.ts'
import { findViolations } from './properties.ts'
import type { Buyer, Stage } from './stage.ts'
import type { Action, Plan } from './steps.ts'
import { openWorld, type World } from './world.ts'

/** Sentences; none when all is well. */
export async function play(
  stage: Stage,
  scheduler: Scheduler,
  plan: Plan,
): Promise<readonly string[]> {
  const world = await openWorld(stage, scheduler, plan)
  try {
    await addQuotes(world, quotesOf(plan))
    if (plan.steps.some((step) => step.act === 'check out' && step.withGiftCard)) {
      await addGiftCard(world)
    }
    let hasCopy = false
    for (const step of plan.steps) {
      if (step.act === 'copy rows') hasCopy = true
      // Without a copy there is nothing to go back to.
      if (step.fault !== null && 'host' in step) world.host(step.host).failNextCall(step.fault)
      if (step.act !== 'lose rows' || hasCopy) await perform(world, step)
      await world.letThrough(step.calls)
      await stage.time.advance(1)
    }
    const isSettled = await comeToRest(world)
    const violations = await findViolations(world)
    return isSettled ? violations : [...violations, await describeUnsettled(world)]
  } finally {
    await world.close()
  }
}

function quotesOf({ steps }: Plan): [Buyer, number][] {
  const quotes = new Map<string, [Buyer, number]>()
  for (const step of steps)
    if (step.act === 'order quote')
      quotes.set(`${step.buyer} ${step.quote}`, [step.buyer, step.quote])
  return [...quotes.values()]
}

/** 0 is the newest. */
const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items.at(-1 - (index % Math.max(1, items.length)))

async function perform(world: World, action: Action): Promise<void> {
  switch (action.act) {
    case 'submit':
      return await start(world, action, submit(world, action.buyer, action.key))
    case 'order quote':
      return await start(world, action, orderByQuote(world, action.buyer, action.quote))
    case 'check out':
      return await start(world, action, checkOutCart(world, action.key, action.withGiftCard))
    case 'buy':
      return await start(world, action, buy(world, action.goods))
    case 'generate':
      return await start(world, action, generate)
    case 'work':
      return await start(world, action, work(world))
    case 'open payment':
    case 'refund':
    case 'close':
      return await performOnOrder(world, action)
    case 'run job': {
      const id = pick(await listLiveJobs(world), action.job)
      return id === undefined ? undefined : await start(world, action, runJob(id))
    }
    case 'pay': {
      const url = pick(world.pages, action.page)
      if (url !== undefined) await world.processor.visit(url)
      return
    }
    case 'deliver': {
      const { delivered } = world
      const events = (await world.processor.events()).filter(
        ({ id }) => delivered.has(id) === action.again,
      )
      const event = pick(events, action.event)
      return event === undefined ? undefined : await start(world, action, deliver(world, event))
    }
    default:
      return await breakSomething(world, action)
  }
}

type OnOrder = Extract<Action, { act: 'open payment' | 'refund' | 'close' }>

async function performOnOrder(world: World, action: OnOrder): Promise<void> {
  const order = pick(await listOrders(world), action.order)
  if (order === undefined) return
  const { code, total } = order
  switch (action.act) {
    case 'open payment':
      return await start(world, action, openPaymentPage(world, code))
    case 'close':
      return await start(world, action, close(code, action.withRefund ? total : null))
    case 'refund': {
      const amountCents = action.share === 'all' ? total : Math.ceil(total / 3)
      return await start(world, action, refund({ code, amountCents, key: action.key }))
    }
  }
}

type Fault = Extract<
  Action,
  { act: 'crash' | 'arrive' | 'lose connection' | 'wait' | 'copy rows' | 'lose rows' }
>

async function breakSomething(world: World, action: Fault): Promise<void> {
  const { stage } = world
  switch (action.act) {
    case 'crash':
      return world.crash(action.host)
    case 'arrive':
      return world.arrive(action.call)
    case 'lose connection':
      return world.host(action.host).gate.breakNext(action.when)
    case 'wait':
      return await wait(world, action.seconds)
    case 'copy rows':
      return await stage.tables.copy()
    case 'lose rows':
      world.loss.happened = true
      return await stage.tables.putBack()
  }
}

/** No call is on its way for a day: everything has long timed out by then. */
async function wait(world: World, seconds: number): Promise<void> {
  if (seconds > 3600) {
    await world.arriveAll()
    await world.drain()
    world.day.number += 1
  }
  await world.stage.time.advance(seconds)
}

async function start(
  world: World,
  { act, host }: { readonly act: string; readonly host: number },
  run: Parameters<World['start']>[2],
): Promise<void> {
  await world.start(world.host(host), act, run)
}

/** Seconds between the rounds of the end: as the reconciler's intervals grow. */
const restSeconds = [3, 9, 21, 45, 61, 61, 121, 601, 1_801, 3_601, 3_601, 3_601]

/** Faults end, callers repeat what got no response, events arrive, workers work. False when something stays unsettled. */
async function comeToRest(world: World): Promise<boolean> {
  for (let index = 0; index < 3; index += 1) {
    world.host(index).failNextCall(null)
    world.host(index).gate.breakNext(null)
  }
  await world.drain()
  await world.arriveAll()
  await world.drain()
  for (const repeat of [...world.unanswered.values()]) {
    await world.start(world.host(0), 'repeat', repeat)
    await world.drain()
  }
  if (!(await settle(world))) return false
  // A review without an event comes after an hour, and an unpaid order of the website is cancelled after a day.
  if (world.loss.happened) {
    for (const seconds of [3_601, 3_601]) {
      await world.stage.time.advance(seconds)
      if (!(await settle(world))) return false
    }
  }
  if ((await count(world, unpaidWebOrders)) === 0) return true
  await world.stage.time.advance(25 * 3_600)
  return (await settle(world)) && (await count(world, unpaidWebOrders)) === 0
}

async function settle(world: World): Promise<boolean> {
  for (const [round, seconds] of restSeconds.entries()) {
    const host = world.host(round)
    await deliverAll(world)
    await world.start(host, 'work', work(world))
    await world.drain()
    for (const id of await listLiveJobs(world)) await world.start(host, 'run job', runJob(id))
    await world.drain()
    const isDelivered = await deliverAll(world)
    if (isDelivered && (await count(world, unsettled)) === 0) return true
    await world.stage.time.advance(seconds)
  }
  return false
}

/** False when some event was refused. */
async function deliverAll(world: World): Promise<boolean> {
  let isComplete = true
  for (const event of await world.processor.events()) {
    if (world.delivered.has(event.id)) continue
    await world.start(world.host(0), 'deliver', deliver(world, event))
    await world.drain()
    isComplete &&= world.delivered.has(event.id)
  }
  return isComplete
}

const unpaidWebOrders = `select 'unpaid order of the website ' || code as what from orders
  where source = 'web' and status = 'PENDING_PAYMENT'`

const unsettled = `
  select 'order ' || code || ' is ' || charge_state as what from orders
    where (charge_state in ('started', 'unknown') or payment_pending) and not paid
  union all select 'refund ' || id || ' is ' || state from refunds where state in ('started', 'unknown')
  union all select 'job ' || id || ' is ' || status from generation_jobs where status in ('queued', 'running')`

async function count(world: World, query: string): Promise<number> {
  const { rowCount } = await world.stage.pool.query(query)
  return rowCount ?? 0
}

async function describeUnsettled({ stage }: World): Promise<string> {
  const { rows } = await stage.pool.query(`${unsettled} union all ${unpaidWebOrders}`)
  const found = v.parse(v.array(v.object({ what: v.string() })), rows).map(({ what }) => what)
  return `never settled: ${found.join(', ') || 'an event that is always refused'}`
}
