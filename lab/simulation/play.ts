// Plays the steps of a plan, waits until everything has settled, and reports violations.
import type { Scheduler } from 'fast-check'
import { actAtProcessor } from './bank.ts'
import { deskWork } from './desk.ts'
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
  runWorker,
  submit,
} from './operations.ts'
import { pick } from './pick.ts'
import { findViolations } from './properties.ts'
import { comeToRest, describeUnsettled } from './rest.ts'
import type { Buyer, Stage } from './stage.ts'
import type { Action, Plan, Step } from './steps.ts'
import { openWorld, type World } from './world.ts'

/** Returns sentences; empty when there are no violations. */
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
      // Without a copy there is nothing to restore.
      if (step.act !== 'lose rows' || hasCopy) await performWithFault(world, step)
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

async function performWithFault(world: World, step: Step): Promise<void> {
  const { tally } = world.stage
  if (step.fault !== null && 'host' in step) {
    tally.processorFaults += 1
    world.host(step.host).failNextCall(step.fault)
  }
  if (step.act === 'crash') tally.crashes += 1
  if (step.act === 'lose rows') tally.lossesOfRows += 1
  if (step.act === 'lose connection') tally.lostConnections += 1
  if (step.act === 'wait') tally.leapsOfTime += 1
  await perform(world, step)
}

function quotesOf({ steps }: Plan): [Buyer, number][] {
  const quotes = new Map<string, [Buyer, number]>()
  for (const step of steps) {
    if (step.act === 'order quote') {
      quotes.set(`${step.buyer} ${step.quote}`, [step.buyer, step.quote])
    }
  }
  return [...quotes.values()]
}

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
      return await start(world, action, runWorker(world))
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
    case 'dispute':
    case 'decide dispute':
    case 'warn of fraud':
    case 'refund elsewhere':
    case 'return refund':
    case 'delete customer':
      return await actAtProcessor(world, action)
    case 'refund lines':
    case 'release hold':
    case 'queue':
    case 'reprint':
    case 'refund purchase':
    case 'void card':
    case 'close debt':
    case 'pay back': {
      const work = await deskWork(world, action)
      return work === null ? undefined : await start(world, action, work)
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
      return await start(
        world,
        action,
        openPaymentPage(world, code, action.order % 2 === 0 ? 'guest' : 'paying'),
      )
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
      if (world.loss.isExcluded) return
      world.loss.happened = true
      return await stage.tables.putBack()
  }
}

/** Waits. No call is pending for a day: everything has timed out long before. */
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
