// Names a run on the page. Several runs of a day are distinguished by their time, and by whether
// they were quick.
import type { Results } from '../runner/results.ts'

type Run = Pick<Results, 'startedAt' | 'commit' | 'dirty' | 'quick'>

export const timeOf = ({ startedAt }: Pick<Run, 'startedAt'>): string =>
  `${startedAt.slice(0, 16).replace('T', ' ')} UTC`

export const kindOf = ({ quick }: Pick<Run, 'quick'>): string => (quick ? 'quick run' : 'full run')

export const commitText = ({ commit, dirty }: Pick<Run, 'commit' | 'dirty'>): string =>
  `${commit}${dirty ? ' with changes' : ''}`
