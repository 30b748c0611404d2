// The texts of --list and --help.
import type { Scenario } from '../lib/scenario.ts'

export function listText(scenarios: readonly Scenario[]): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 2)
  const entries = scenarios.map((scenario) => {
    const { name, title, baseline, minutes, quickMinutes, onlyNamed, needs = [] } = scenario
    const times = [
      `${minutes} min`,
      ...(quickMinutes === undefined ? [] : [`quick ${quickMinutes} min`]),
      ...(onlyNamed ? ['only when named'] : []),
    ]
    const needed = needs.map(({ name: need, missing }) =>
      missing() === null ? need : `${need} (missing)`,
    )
    return [
      `${name.padEnd(width)}  ${title}`,
      `${indent}beside ${baseline}`,
      `${indent}${times.join(', ')}${needed.length > 0 ? `; needs ${needed.join(', ')}` : ''}`,
    ].join('\n')
  })
  const whole = scenarios.filter(({ onlyNamed }) => !onlyNamed)
  const sum = (minutes: readonly number[]) => minutes.reduce((all, one) => all + one, 0)
  const full = sum(whole.map(({ minutes }) => minutes))
  const quick = sum(whole.map(({ quickMinutes }) => quickMinutes ?? 0))
  return `${entries.join('\n\n')}\n\nAll: ${Math.round(full)} min. With --quick: ${Math.ceil(quick)} min.`
}

export const helpText = `npm run bench                     every scenario beside its baseline
npm run bench -- NAME ...         only these
npm run bench -- --quick          the rows that matter, in about 3 minutes: fewer and shorter pairs
npm run bench -- --list           the scenarios: minutes, what they need, what they are compared with
npm run bench:compare -- A B      two runs row by row; A and B are files or commits, B is the latest run unless given
npm run bench:report              bench/results/report.html: charts of every row, its peers and its history
npm run bench:peers               installs the peers of the comparisons into .tools/peers

Each row is printed and saved in bench/results when it is done; Ctrl-C keeps the rows so far. Without a row no file is written.
Exit codes: 0, also when nothing was judged or measured; 1 when an aim is missed or a scenario fails; 2 for wrong arguments; 130 when interrupted.
A row is not judged when the machine was busy with something else.`
