// Columns that several desk tables share.
import type { Column } from '../../../html/data-table.tsx'
import { money } from '../../base/money.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { Age } from './age.tsx'
import type { DeskUser } from './desk-page.tsx'
import { Moment } from './moment.tsx'
import { OrderLink } from './order-link.tsx'

export const orderColumn: Column<{ readonly code: string }> = {
  label: 'Order',
  cell: ({ code }) => <OrderLink code={code} />,
}

/** `key` names the field with the cents. */
export const moneyColumn = <Key extends string>(
  label: string,
  key: Key,
): Column<Readonly<Record<Key, number>>> => ({
  label,
  kind: 'number',
  text: (row) => money(row[key]),
})

/** Age of an event. `key` names the field with its time. */
export const ageColumn = <Key extends string>(
  label: string,
  now: Date,
  key: Key,
): Column<Readonly<Record<Key, Date>>> => ({
  label,
  kind: 'number',
  cell: (row) => <Age since={row[key]} now={now} />,
})

/** Time in the farm's time zone. `never` is shown for null. */
export const momentColumn = <Key extends string>(
  label: string,
  { timeZone }: Pick<DeskUser, 'timeZone'>,
  key: Key,
  never = 'no',
): Column<Readonly<Record<Key, Date | null>>> => ({
  label,
  cell: (row) => {
    const at = row[key]
    return at === null ? never : <Moment at={at} timeZone={timeZone} />
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
