// A story: a buyer, an agent, the service, and the faults between them.
import { Agent, type Errand, type Report } from './agent.ts'
import { openBuyer } from './buyer.ts'
import type { Plan } from './plan.ts'
import type { Stage, World } from './stage.ts'
import { openTranscript, type Transcript } from './transcript.ts'
import { wrongsOf } from './verdict.ts'
import { openClient } from './wire.ts'

export type StoryResult = {
  readonly plan: Plan
  readonly report: Report
  /** Empty when nothing is wrong. */
  readonly wrongs: readonly string[]
  /** Faults that occurred, by kind. */
  readonly struck: readonly string[]
  readonly transcript: readonly string[]
}

export type RunAgent = (errand: Errand) => Promise<Report>

const scripted: RunAgent = (errand) => new Agent(errand).run()

export async function tellStory(
  stage: Stage,
  plan: Plan,
  runAgent: RunAgent = scripted,
): Promise<StoryResult> {
  const world = await stage.openWorld(plan)
  try {
    return await tellAt(world, plan, runAgent)
  } finally {
    await world.close()
  }
}

async function tellAt(world: World, plan: Plan, runAgent: RunAgent): Promise<StoryResult> {
  const transcript = openTranscript()
  const { faults: _, ...rest } = plan
  transcript.note(JSON.stringify(rest))
  const client = openClient(world, plan, transcript)
  const buyer = openBuyer(world, plan, transcript)
  const report = await runAgent({
    plan,
    client,
    buyer,
    email: world.account.email,
    link: plan.fileName === null ? null : world.publish(plan.fileName),
    wait: (seconds) => waitInStory(world, transcript, seconds),
    note: transcript.note,
  })
  transcript.note(`agent reports ${JSON.stringify(report)}`)
  const unsettled = await world.rest()
  const wrongs = await wrongsOf(world, {
    report,
    buyer,
    mayGiveUp: plan.habits.givesUp === true || plan.limited,
  })
  return {
    plan,
    report,
    wrongs: unsettled === null ? wrongs : [...wrongs, unsettled],
    struck: client.struck,
    transcript: transcript.lines,
  }
}

async function waitInStory(world: World, { note }: Transcript, seconds: number): Promise<void> {
  note(`  ${seconds} seconds pass`)
  await world.wait(seconds)
}
