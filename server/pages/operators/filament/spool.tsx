// /operator/filament/{number}: one spool, the forms that change it, and its movements.
import { maxSpools, type Printer } from '../../../domain/farm/printers/printer.ts'
import type { SpoolWithMovements } from '../../../domain/farm/spools/read-filament.ts'
import type { CountedSpool, SpoolMovement } from '../../../domain/farm/spools/spool.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Choice, Field, type FieldErrors, Hidden } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { filamentPath, type SpoolFormName, spoolFormPath } from '../parts/filament-paths.ts'
import { jobPath } from '../parts/job-path.ts'
import { Moment } from '../parts/moment.tsx'
import { printerPath } from '../printers/printer-paths.ts'
import { WholeNumberField } from './add-spools.tsx'
import { Left } from './filament.tsx'
import { filamentText, gramsText, movementWords, placeText } from './filament-words.tsx'

export type SpoolView = DeskView &
  SpoolWithMovements & {
    readonly printers: readonly Pick<Printer, 'name'>[]
    /** Entered values of a refused form. */
    readonly typed?: Readonly<Record<string, string>>
    readonly errors?: FieldErrors
  }

export function spoolPage(view: SpoolView): Response {
  const { spool, movements, user } = view
  return deskScreen({
    ...view,
    tab: 'printers',
    title: `Spool ${spool.id}`,
    heading: `Spool ${spool.id}: ${filamentText(spool)}`,
    beside: (
      <a class="end" href={filamentPath}>
        All spools
      </a>
    ),
    body: (
      <div class="filament">
        <Facts spool={spool} user={user} />
        {user.role === 'operator' ? <Forms {...view} /> : ''}
        <Section id="movements" title="Movements">
          <DataTable
            caption="Movements, newest first"
            columns={movementColumns(user)}
            rows={movements}
            empty=""
          />
        </Section>
      </div>
    ),
  })
}

function Facts({ spool, user }: { spool: CountedSpool; user: DeskUser }) {
  const { printer, emptyGrams, priceCents, lot, openedAt, emptiedAt } = spool
  return (
    <dl class="facts panel">
      <dt>Left</dt>
      <dd>
        <Left spool={spool} />
      </dd>
      <dt>Where</dt>
      <dd>
        {printer === null ? (
          placeText(spool)
        ) : (
          <a href={printerPath(printer)}>{placeText(spool)}</a>
        )}
      </dd>
      {emptyGrams === null ? '' : <Fact label="Empty spool" value={gramsText(emptyGrams)} />}
      {priceCents === null ? '' : <Fact label="Price" value={money(priceCents)} />}
      {lot === null ? '' : <Fact label="Lot" value={lot} />}
      <Day label="Added" at={spool.createdAt} user={user} />
      <Day label="Opened" at={openedAt} user={user} />
      <Day label="Empty since" at={emptiedAt} user={user} />
    </dl>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

function Day({ label, at, user }: { label: string; at: Date | null; user: DeskUser }) {
  if (at === null) return ''
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Moment at={at} timeZone={user.timeZone} form="dated" />
      </dd>
    </>
  )
}

function Forms(view: SpoolView) {
  const { spool } = view
  return (
    <>
      <Section id="weigh" title="Weigh">
        <WeighForm {...view} />
      </Section>
      {spool.emptiedAt === null ? (
        <Section id="place" title="Place">
          <LoadForm {...view} />
          <div class="place">
            {spool.printer === null ? (
              ''
            ) : (
              <PlainForm spool={spool} form="unload" label="Put on the shelf" />
            )}
            <PlainForm spool={spool} form="empty" label="Mark as empty" />
          </div>
        </Section>
      ) : (
        ''
      )}
    </>
  )
}

function WeighForm({ spool, typed = {}, errors = {} }: SpoolView) {
  const { id, emptyGrams, version, emptiedAt } = spool
  const isGross = typed['how'] === undefined ? emptyGrams !== null : typed['how'] === 'gross'
  return (
    <form method="post" action={spoolFormPath(id, 'weigh')}>
      <Hidden name="version" value={String(version)} />
      <WholeNumberField
        name="grams"
        label="Weight, g"
        value={typed['grams'] ?? ''}
        errors={errors}
        isRequired
      />
      {emptyGrams === null ? (
        <Hidden name="how" value="net" />
      ) : (
        <fieldset>
          <legend class="visually-hidden">What was weighed</legend>
          <Choice
            type="radio"
            id="how-gross"
            name="how"
            value="gross"
            label={`With the spool, which weighs ${gramsText(emptyGrams)}`}
            checked={isGross}
          />
          <Choice
            type="radio"
            id="how-net"
            name="how"
            value="net"
            label="Filament only"
            checked={!isGross}
          />
        </fieldset>
      )}
      <p class="actions">
        <button type="submit">{emptiedAt === null ? 'Save the weight' : 'It is not empty'}</button>
      </p>
    </form>
  )
}

function LoadForm({ spool, printers, typed = {}, errors = {} }: SpoolView) {
  const { id, version, printer, slot } = spool
  const [chosen, chosenSlot] = [typed['printer'] ?? printer ?? '', typed['slot'] ?? slot ?? 1]
  return (
    <form method="post" action={spoolFormPath(id, 'load')}>
      <Hidden name="version" value={String(version)} />
      <div class="columns">
        <Field name="printer" label="Printer" errors={errors}>
          {(field) => (
            <select {...field}>
              <option value="">Choose</option>
              {printers.map(({ name }) => (
                <option value={name} selected={name === chosen}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="slot" label="Slot" errors={errors}>
          {(field) => (
            <select {...field}>
              {Array.from({ length: maxSpools }, (_, index) => String(index + 1)).map((number) => (
                <option value={number} selected={number === String(chosenSlot)}>
                  {number}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <p class="actions">
        <button type="submit">Load</button>
      </p>
    </form>
  )
}

type PlainProps = {
  readonly spool: CountedSpool
  readonly form: SpoolFormName
  readonly label: string
}

const PlainForm = ({ spool: { id, version }, form, label }: PlainProps) => (
  <form method="post" action={spoolFormPath(id, form)}>
    <Hidden name="version" value={String(version)} />
    <button type="submit" class="quiet">
      {label}
    </button>
  </form>
)

const movementColumns = (user: DeskUser): readonly Column<SpoolMovement>[] => [
  { label: 'Time', cell: ({ at }) => <Moment at={at} timeZone={user.timeZone} /> },
  { label: 'What', cell: (movement) => <What {...movement} /> },
  {
    label: 'Change',
    kind: 'number',
    text: ({ grams }) => `${grams > 0 ? '+' : ''}${gramsText(grams)}`,
  },
  { label: 'Left', kind: 'number', text: ({ gramsLeft }) => gramsText(gramsLeft) },
  { label: 'By', kind: 'rest', text: ({ by }) => by },
]

function What({ kind, plate }: SpoolMovement) {
  if (plate === null || plate.orderCode === null) return <span>{movementWords[kind]}</span>
  return <a href={jobPath(plate.jobId)}>{`${movementWords[kind]} for ${plate.orderCode}`}</a>
}
