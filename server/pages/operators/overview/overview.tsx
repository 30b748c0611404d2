// /operator: the state of the farm at a glance, and what needs an operator now. Every part has an id, because the event
// stream of /operator/live replaces the parts that change.
import { dayMs } from '../../../domain/base/time/day.ts'
import type { Overview } from '../../../domain/desk/overview.ts'
import { revenueCents } from '../../../domain/desk/throughput.ts'
import type { ColorForecast } from '../../../domain/farm/spools/forecast.ts'
import { Section } from '../../../html/section.tsx'
import { count, countOf, hours } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { filamentText, gramsText } from '../filament/filament-words.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { filamentPath } from '../parts/filament-paths.ts'
import { LiveState } from '../parts/live-state.tsx'
import { momentText } from '../parts/moment.tsx'
import { type TileProps, Tiles } from '../parts/tile.tsx'
import { printersPath } from '../printers/printer-paths.ts'
import { atWorkText, othersText } from '../printers/printer-words.tsx'
import { AttentionTable } from './attention.tsx'
import { LateForecastTable } from './late-forecast.tsx'
import type { OverviewView } from './overview-view.ts'
import { QueueAges } from './queue-ages.tsx'
import { TodayChart } from './today-chart.tsx'

/** `shortFilament`: colors of which open orders need more than there is. */
export function overviewPage(
  view: OverviewView,
  user: DeskUser,
  shortFilament: readonly ColorForecast[],
): Response {
  return deskPage({
    tab: 'overview',
    user,
    title: 'Overview',
    body: (
      <>
        <div class="page-head">
          <h1>Overview</h1>
          <LiveState page="overview" />
        </div>
        <ShortFilament colors={shortFilament} />
        <Line {...view} />
        <Section
          id="needs"
          title="Needs attention now"
          action={<a href="/operator/failed">Failed jobs and generations</a>}
        >
          <AttentionTable {...view} />
        </Section>
        <div class="beside">
          <div class="section">
            <TodayChart {...view} />
          </div>
          <Section id="waits" title="What waits longest?">
            <QueueAges {...view} />
          </Section>
        </div>
        <Section id="delays" title="Will ship late">
          <LateForecastTable {...view} />
        </Section>
      </>
    ),
  })
}

function ShortFilament({ colors }: { colors: readonly ColorForecast[] }) {
  if (colors.length === 0) return ''
  const listed = colors.map(
    (color) => `${filamentText(color)} (${gramsText(Math.ceil(color.shortGrams))})`,
  )
  return (
    <div class="notice warning" role="status">
      {`Open orders need more filament than there is: ${listed.join(', ')}. `}
      <a href={filamentPath}>Filament</a>
    </div>
  )
}

/** Returns the parts that change, by id. */
export const overviewFragments = (view: OverviewView) => ({
  line: <Line {...view} />,
  attention: <AttentionTable {...view} />,
  today: <TodayChart {...view} />,
  queues: <QueueAges {...view} />,
  late: <LateForecastTable {...view} />,
})

function Line(view: OverviewView) {
  return <Tiles id="line" tiles={tilesOf(view)} />
}

export function tilesOf({ overview, timeZone }: OverviewView): readonly TileProps[] {
  const { open, openCount, backlogDoneAt, today, attentionCount, now } = overview
  const { RECEIVED, ACCEPTED, PRINTING, PRINTED } = open.byStatus
  const { received, shipped } = today.total
  return [
    {
      label: 'Open orders',
      value: count(openCount),
      hint: `${count(RECEIVED)} new, ${count(ACCEPTED)} queued, ${count(PRINTING)} printing, ${count(PRINTED)} to pack`,
      href: '/operator/queue',
    },
    {
      label: 'Backlog',
      value: hours(open.backlogHundredths),
      hint: backlogDoneAt === null ? 'nothing to print' : doneText(backlogDoneAt, now, timeZone),
    },
    { label: 'In today', value: count(received.orders), hint: countOf(received.parts, 'part') },
    { label: 'Out today', value: count(shipped.orders), hint: countOf(shipped.parts, 'part') },
    {
      label: 'Revenue today',
      value: money(revenueCents(today.total)),
      hint: 'received less refunded',
    },
    {
      label: 'Late',
      value: count(open.late),
      hint: 'past the promised date',
      ...(open.late > 0 && { state: 'waiting' as const }),
    },
    {
      label: 'Attention',
      value: count(attentionCount),
      hint: attentionCount === 0 ? 'nothing stopped' : 'see below',
      ...(attentionCount > 0 && { state: 'broken' as const }),
    },
    printersTile(overview),
  ]
}

/** Tile with the number of printing machines and the states of the others. */
const printersTile = ({ printers }: Overview): TileProps => ({
  label: 'Printers at work',
  value: atWorkText(printers),
  hint: othersText(printers),
  href: printersPath,
})

const weekMs = 6 * dayMs

function doneText(doneAt: Date, now: Date, timeZone: string): string {
  const isSoon = doneAt.getTime() - now.getTime() < weekMs
  return `done ${momentText(doneAt, timeZone, isSoon ? 'weekday' : 'day')}`
}
