// Columns that several tables of the desk have.
import type { Column } from '../../../html/data-table.tsx'
import { money } from '../../base/money.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import type { DeskUser } from '../desk-page.tsx'
import { Age } from './age.tsx'
import { Moment } from './moment.tsx'
import { OrderLink } from './order-link.tsx'

export const orderColumn: Column<{ readonly code: string }> = {
  label: 'Order',
  cell: ({ code }) => <OrderLink code={code} />,
}

export const moneyColumn = <Row,>(
  label: string,
  cents: (row: Row) => number,
): Column<Row> => ({ label, kind: 'number', text: (row) => money(cents(row)) })

/** How long ago something was. */
export const ageColumn = <Row,>(
  label: string,
  now: Date,
  since: (row: Row) => Date,
): Column<Row> => ({
  label,
  kind: 'number',
  cell: (row) => <Age since={since(row)} now={now} />,
})

/** A moment in the farm's time zone; `never` in the place of null. */
export const momentColumn = <Row,>(
  label: string,
  { timeZone }: Pick<DeskUser, 'timeZone'>,
  at: (row: Row) => Date | null,
  never = 'no',
): Column<Row> => ({
  label,
  cell: (row) => {
    const moment = at(row)
    return moment === null ? never : <Moment at={moment} timeZone={timeZone} />
  },
})

export const stateColumn = <Row,>(
  state: (row: Row) => readonly [State, label: string],
): Column<Row> => ({
  label: 'State',
  cell: (row) => {
    const [kind, label] = state(row)
    return <StateBadge state={kind} label={label} />
  },
})

/** Columns that only operators see. */
export const forOperators = <Row,>(
  { role }: Pick<DeskUser, 'role'>,
  ...columns: readonly Column<Row>[]
): readonly Column<Row>[] => (role === 'viewer' ? [] : columns)
