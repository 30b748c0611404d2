// /operator/wall: large numbers and nothing to press.
import { Html } from '@elysiajs/html'
import type { Overview } from '../../domain/desk/overview.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { momentText } from './parts/moment.tsx'
import { Tiles } from './parts/tile.tsx'

export type WallView = { readonly overview: Overview; readonly timeZone: string }

export function wallPage(view: WallView): Promise<Response> {
  return pageResponse({
    title: 'Print farm',
    headers: unlisted(),
    work: { header: '' },
    body: (
      <>
        <h1 class="visually-hidden">Print farm</h1>
        <WallBody view={view} />
      </>
    ),
  })
}

/** The numbers of the wall; replaced as a whole when they change. */
export function WallBody({ view: { overview, timeZone } }: { view: WallView }) {
  const { open, openCount, backlogHours, backlogDoneAt, today, attentionCount } = overview
  const sum = (kind: 'received' | 'shipped') =>
    today.steps.reduce((orders, step) => orders + step[kind].orders, 0)
  const cents = today.steps.reduce((total, step) => total + step.received.cents, 0)
  return (
    <Tiles
      id="wall"
      tiles={[
        { label: 'Open orders', value: String(openCount) },
        {
          label: 'Backlog',
          value: `${Math.round(backlogHours)} h`,
          ...(backlogDoneAt !== null && {
            hint: `done ${momentText(backlogDoneAt, timeZone, 'weekday')}`,
          }),
        },
        {
          label: 'Today',
          value: `${sum('received')} in, ${sum('shipped')} out`,
          hint: money(cents),
        },
        { label: 'Late', value: String(open.late), ...(open.late > 0 && { state: 'broken' }) },
        {
          label: 'Needs attention',
          value: String(attentionCount),
          ...(attentionCount > 0 && { state: 'waiting' }),
        },
      ]}
    />
  )
}
