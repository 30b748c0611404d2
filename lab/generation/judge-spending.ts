// Spending: the counted calls equal the made ones, and nothing begins beyond the daily limit.
import type { Evidence } from './evidence.ts'
import type { Rows } from './rows.ts'
import type { CreateCall } from './vendors.ts'

export function judgeSpending(evidence: Evidence, { spend }: Rows): string[] {
  const { plan, vendors } = evidence
  const wrong: string[] = []
  for (const { day, engine, calls, cents } of spend) {
    const price = Object.entries(plan.callCents).find(([name]) => name === engine)?.[1] ?? 0
    if (cents !== calls * price) {
      wrong.push(`${engine} on ${day}: ${calls} calls are ${cents} cents`)
    }
  }
  const days = new Set([...spend.map(({ day }) => day), ...vendors.calls.map(dayOf)])
  for (const day of days) {
    const today = vendors.calls.filter((call) => dayOf(call) === day)
    const counted = spend.filter((row) => row.day === day)
    const sum = counted.reduce((total, { calls }) => total + calls, 0)
    const made = today.filter(({ taskId }) => taskId !== null).length
    if (sum < made) wrong.push(`${day}: ${made} tasks were made, and ${sum} calls counted`)
    wrong.push(...beyondCeiling(evidence, today))
  }
  return wrong
}

const dayOf = ({ atMs }: CreateCall): string => new Date(atMs).toISOString().slice(0, 10)

/** First steps only: steps that finish a paid job are made in any case. */
function beyondCeiling({ plan, standIns }: Evidence, today: readonly CreateCall[]): string[] {
  const engines = ['engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'] as const
  return engines.flatMap((engine) => {
    const own = today.filter((call) => call.engine === engine && call.taskId !== null)
    const firsts = own.filter(
      ({ taskId }) => standIns.made.find(({ id }) => id === taskId)?.step === 0,
    ).length
    const { ceiling, callCents } = plan
    const most = Math.min(ceiling.calls, Math.floor(ceiling.cents / callCents[engine]))
    return firsts > most ? [`${engine} has begun ${firsts} jobs on a day of ${most} calls`] : []
  })
}
