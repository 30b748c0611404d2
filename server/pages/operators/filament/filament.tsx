// /operator/filament: the counted spools, what open orders need of each color, and when to order more.
import { type ColorForecast, deliveryDays, toOrder } from '../../../domain/farm/spools/forecast.ts'
import type { Filament } from '../../../domain/farm/spools/read-filament.ts'
import type { CountedSpool } from '../../../domain/farm/spools/spool.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import { Section, Segments } from '../../../html/section.tsx'
import { count, countOf } from '../../base/figures.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { filamentPath, spoolPath } from '../parts/filament-paths.ts'
import { Moment } from '../parts/moment.tsx'
import { printersPath } from '../printers/printer-paths.ts'
import { AddSpools, type TypedSpools } from './add-spools.tsx'
import { filamentText, gramsText, placeText } from './filament-words.tsx'

export type FilamentView = DeskView & {
  readonly filament: Filament
  readonly which: 'kept' | 'empty'
  readonly formKey: string
  /** Entered values of a refused form. */
  readonly typed?: TypedSpools
  readonly errors?: FieldErrors
}

export function filamentPage(view: FilamentView): Response {
  const { filament, which, user } = view
  return deskScreen({
    ...view,
    tab: 'printers',
    title: 'Filament',
    beside: (
      <a class="end" href={printersPath}>
        All printers
      </a>
    ),
    body: (
      <div class="filament">
        <OrderSoon colors={filament.colors} user={user} />
        <Section
          id="spools"
          title="Spools"
          action={
            <Segments
              label="Spools"
              segments={[
                { label: 'In use', href: filamentPath, isChosen: which === 'kept' },
                {
                  label: 'Empty',
                  href: `${filamentPath}?show=empty`,
                  isChosen: which === 'empty',
                },
              ]}
            />
          }
        >
          <DataTable
            id="spools-table"
            caption="Spools, loaded ones first"
            columns={spoolColumns}
            rows={filament.spools}
            empty={
              which === 'kept'
                ? 'No spool is counted. Add the spools that you have; prints then take their filament from the spool in the printer.'
                : 'No spool is empty.'
            }
          />
        </Section>
        {user.role === 'operator' ? (
          <Section id="add" title="Add spools">
            <AddSpools {...view} />
          </Section>
        ) : (
          ''
        )}
        {filament.colors.length === 0 ? (
          ''
        ) : (
          <Section id="colors" title="By color">
            <DataTable
              caption="Filament by material and color"
              columns={colorColumnsFor(user)}
              rows={filament.colors}
              empty=""
            />
          </Section>
        )}
      </div>
    ),
  })
}

const spoolColumns: readonly Column<CountedSpool>[] = [
  {
    label: 'Spool',
    cell: (spool) => <a href={spoolPath(spool.id)}>{`${spool.id}: ${filamentText(spool)}`}</a>,
  },
  { label: 'Left', kind: 'number', cell: (spool) => <Left spool={spool} /> },
  { label: 'Where', text: placeText },
  { label: 'Lot', kind: 'rest', text: ({ lot }) => lot ?? '' },
]

export function Left({ spool: { gramsLeft, fullGrams } }: { spool: CountedSpool }) {
  const text = `${gramsText(gramsLeft)} of ${gramsText(fullGrams)}`
  return gramsLeft < 0 ? (
    <StateBadge state="waiting" label={`${text}: weigh it`} />
  ) : (
    <span>{text}</span>
  )
}

/** Colors that run out, with the day on which to order them. */
function OrderSoon({ colors, user }: { colors: readonly ColorForecast[]; user: DeskUser }) {
  const due = toOrder(colors)
  if (due.length === 0) return ''
  const short = due.filter(({ shortGrams }) => shortGrams > 0)
  return (
    <Section id="order-soon" title="Order soon">
      <p>
        {short.length === 0
          ? `Filament is expected ${deliveryDays} days after it is ordered.`
          : `Open orders need more than there is of ${countOf(short.length, 'color')}. They stay accepted and are printed when the filament is there.`}
      </p>
      <DataTable
        id="order-soon-table"
        caption="Filament to order"
        columns={[
          { label: 'Filament', text: filamentText },
          {
            label: 'Order by',
            cell: ({ orderBy }) => <Moment at={orderBy} timeZone={user.timeZone} form="day" />,
          },
          { label: 'State', cell: (color) => <Shortage {...color} /> },
          { label: 'Runs out', cell: ({ emptyAt }) => <RunsOut emptyAt={emptyAt} user={user} /> },
          { label: 'Stock', kind: 'number', text: ({ stockGrams }) => gramsText(stockGrams) },
        ]}
        rows={due}
        empty=""
      />
    </Section>
  )
}

const Shortage = ({ shortGrams, daysLeft }: ColorForecast) =>
  shortGrams > 0 ? (
    <StateBadge state="broken" label={`Short of ${gramsText(Math.ceil(shortGrams))}`} />
  ) : (
    <StateBadge state="waiting" label={daysLeftText(daysLeft)} />
  )

function RunsOut({ emptyAt, user }: Pick<ColorForecast, 'emptyAt'> & { user: DeskUser }) {
  return emptyAt === null ? '' : <Moment at={emptyAt} timeZone={user.timeZone} form="day" />
}

function daysLeftText(daysLeft: number | null): string {
  if (daysLeft === null) return 'not known'
  return daysLeft < 1 ? 'under a day' : countOf(Math.floor(daysLeft), 'day')
}

const colorColumnsFor = (user: DeskUser): readonly Column<ColorForecast>[] => [
  { label: 'Filament', text: filamentText },
  { label: 'Spools', kind: 'number', text: ({ spools }) => count(spools) },
  { label: 'Stock', kind: 'number', text: ({ stockGrams }) => gramsText(stockGrams) },
  {
    label: 'Open orders need',
    kind: 'number',
    text: ({ committedGrams }) => gramsText(Math.ceil(committedGrams)),
  },
  {
    label: 'Used a day',
    kind: 'number',
    text: ({ gramsPerDay }) => (gramsPerDay === null ? '' : gramsText(gramsPerDay)),
  },
  {
    label: 'Until empty',
    kind: 'number',
    text: ({ gramsPerDay, daysLeft }) => (gramsPerDay === null ? '' : daysLeftText(daysLeft)),
  },
  { label: 'Runs out', cell: ({ emptyAt }) => <RunsOut emptyAt={emptyAt} user={user} /> },
]
