// All wishes with every habit, and their results as a table.
import type { Stage } from '../stage.ts'
import { type WeakHabit, weakHabits } from './agent.ts'
import { moreWishes } from './more-wishes.ts'
import { reportWishes } from './report-wishes.ts'
import { tellWish, type WishResult, wrongsOfWish } from './tell-wish.ts'

export const wishes = [...reportWishes, ...moreWishes]

type TellOptions = { readonly stops?: boolean; readonly part?: string; readonly every?: number }

/**
 * Runs the wishes. `stops`: ends with the first story that fails. `part`: only wishes that contain it. `every`: 10 =
 * only each tenth wish.
 */
export async function tellWishes(
  stage: Stage,
  { stops = false, part = '', every = 1 }: TellOptions = {},
): Promise<readonly WishResult[]> {
  const results: WishResult[] = []
  for (const [number, wish] of wishes.entries()) {
    if (!wish.words.includes(part) || number % every !== 0) continue
    for (const habit of weakHabits) {
      const result = await tellWish(stage, { wish, habit, number })
      results.push(result)
      if (stops && wrongsOfWish(result).length > 0) return results
    }
  }
  return results
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
const spread = (values: readonly number[]): string =>
  `${median(values)}, at most ${Math.max(0, ...values)}`

/**
 * Returns a Markdown table with a row for each habit. Tokens are rounded to hundreds, because ids make them differ a
 * little.
 */
export function wishTable(results: readonly WishResult[]): string {
  const head = [
    '| an agent that | ordered | no order, rightly | not done | wrong charges | dead ends | calls | tokens |',
    '|---|---|---|---|---|---|---|---|',
  ]
  return [...head, ...weakHabits.map((habit) => row(habit, results))].join('\n')
}

function row(habit: WeakHabit, results: readonly WishResult[]): string {
  const own = results.filter((result) => result.habit === habit)
  const ended = (how: WishResult['ended']) => own.filter((result) => result.ended === how).length
  const cells = [
    habit,
    ended('ordered'),
    ended('no order, rightly'),
    ended('not done'),
    own.reduce((sum, { wrongCharges }) => sum + wrongCharges.length, 0),
    own.reduce((sum, { deadEnds }) => sum + deadEnds.length, 0),
    spread(own.map(({ calls }) => calls)),
    spread(own.map(({ tokens }) => Math.ceil(tokens / 100) * 100)),
  ]
  return `| ${cells.join(' | ')} |`
}

export const describeWish = (result: WishResult): string =>
  [...wrongsOfWish(result), ...result.transcript].join('\n')
