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
      `${indent}compared with ${baseline}`,
      `${indent}${times.join(', ')}${needed.length > 0 ? `; needs ${needed.join(', ')}` : ''}`,
    ].join('\n')
  })
  const whole = scenarios.filter(({ onlyNamed }) => !onlyNamed)
  const sum = (minutes: readonly number[]) => minutes.reduce((all, one) => all + one, 0)
  const full = sum(whole.map(({ minutes }) => minutes))
  const quick = sum(whole.map(({ quickMinutes }) => quickMinutes ?? 0))
  return `${entries.join('\n\n')}\n\nAll: ${Math.round(full)} min. With --quick: ${Math.ceil(quick)} min.`
}

export const helpText = `npm run bench                     every scenario with its baseline
npm run bench -- NAME ...         only these scenarios
npm run bench -- --quick          the most important rows, in about 3 minutes: fewer and shorter pairs
npm run bench -- --strict         exit code 1 also when a row was not judged, or nothing was measured
npm run bench -- --list           the scenarios: minutes, requirements, and baselines
npm run bench -- corpus FOLDER    processes every model in a folder, and compares with other tools
npm run bench:compare -- A B      compares two runs row by row; A and B are files or commits, B is the latest run by default
npm run bench:report              writes bench/results/report.html: charts of every row, its peers and its history
npm run bench:peers               installs the peers of the comparisons into .tools/peers

Each row is printed and saved in bench/results when it is done; Ctrl-C keeps the rows so far. A run without a row writes no file.
Exit codes: 0, even when nothing was judged or measured, unless --strict is given; 1 when an aim is missed or a scenario fails; 2 for wrong arguments; 130 when interrupted.
A row is not judged when the machine was busy with other work.`
