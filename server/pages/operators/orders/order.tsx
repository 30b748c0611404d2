// /operator/orders/{code}: everything the farm needs to know about an order, and the forms for its status, tracking and
// refunds.

import { sizeInMegabytes } from '../../../domain/base/text/megabytes.ts'
import { terms } from '../../../domain/catalog/terms.ts'
import type { OrderCost } from '../../../domain/desk/order-cost.ts'
import type { OrderPage } from '../../../domain/desk/order-page.ts'
import { chosenForLine } from '../../../domain/farm/line-supports.ts'
import { crossesCustoms } from '../../../domain/fulfillment/customs/customs-areas.ts'
import { packingOf } from '../../../domain/fulfillment/packing.ts'
import type { StoredModel } from '../../../domain/models/ports.ts'
import type { MeshReport } from '../../../domain/models/report.ts'
import { chargeStandingOf } from '../../../domain/orders/charge/charge-standing.ts'
import type { OrderChange } from '../../../domain/orders/history/change.ts'
import { addressLines } from '../../../domain/orders/record/address-lines.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { lineCountOf } from '../../../domain/orders/record/order-lines.ts'
import { orderPagePath } from '../../../domain/orders/record/page-urls.ts'
import { hasPicture } from '../../../domain/orders/record/part-picture.ts'
import { isPaid, unpaidReasonOf } from '../../../domain/orders/record/payment.ts'
import { isClosed } from '../../../domain/orders/record/status.ts'
import { isShipped } from '../../../domain/orders/record/tracking.ts'
import { refundableCents } from '../../../domain/orders/reversals/refund.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import { Notice, type NoticeProps } from '../../../html/notice.tsx'
import { EmailAddress } from '../../base/email-address.tsx'
import { hours } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { supportsOnPlates } from '../../base/supports-line.ts'
import { buyerRows } from '../../billing/buyer-fields.tsx'
import { english } from '../../languages/words.ts'
import { OrderedRows, PriceTable, StatusBadge } from '../../orders/order-parts.tsx'
import { PartPicture } from '../../orders/part-picture.tsx'
import { DisputePanel } from '../disputes/dispute-panel.tsx'
import { CustomerNote } from '../parts/customer-note.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { deskPicturePath, orderPath, packPath } from '../parts/order-path.ts'
import { MeshFindings, SizeRows } from '../parts/part-facts.tsx'
import {
  HoldBanner,
  NextStep,
  NotesPanel,
  ReviewBanner,
  Timeline,
  type WorkForms,
  WorkPanel,
} from '../queue/order-panels.tsx'
import { OrderTickets } from '../tickets/order-tickets.tsx'
import { JobsSection } from './jobs-section.tsx'
import { type LabelForm, LabelPanel } from './label-panel.tsx'
import { type MessageForm, MessageSection } from './messages.tsx'
import { CostPanel } from './order-cost.tsx'
import { LinesSection } from './order-lines.tsx'
import { type RefundForm, RefundPanel } from './refunds.tsx'
import { type ReprintForm, ReprintPanel } from './reprint.tsx'
import { ChangedSince, type StatusForm, StatusPanel, statusFormOf } from './status-form.tsx'

export type OperatorOrderView = OrderPage & {
  /** Viewers see no forms. */
  readonly user: DeskUser
  /** For operators. null for an order that is neither paid nor printed. */
  readonly cost: OrderCost | null
  /** Key of the page's forms, so that a form sent twice takes effect once. */
  readonly formId: string
  readonly status?: number
  readonly notice?: NoticeProps
  /** Changes since the older version that a form was based on. Absent for a current form. */
  readonly changes?: readonly OrderChange[]
  /** Entries of a form that was not saved. */
  readonly statusForm?: StatusForm
  readonly refundForm?: RefundForm
  readonly reprintForm?: ReprintForm
  readonly messageForm?: MessageForm
  readonly workForms?: WorkForms
  readonly labelForm?: LabelForm
  readonly errors?: FieldErrors
}

export function operatorOrderPage(order: Order, view: OperatorOrderView): Response {
  const { status = 200, user, notice, changes } = view
  const { role, timeZone } = user
  const isReadOnly = role === 'viewer'
  return deskPage({
    title: `Order ${order.code}`,
    tab: 'queue',
    user,
    status,
    body: (
      <>
        <Head order={order} user={user} />
        {notice === undefined ? (
          ''
        ) : (
          <Notice {...notice} errors={{ ...view.errors, ...view.messageForm?.errors }} />
        )}
        {changes === undefined ? '' : <ChangedSince changes={changes} timeZone={timeZone} />}
        <CustomerNote note={order.options.note} />
        <HoldBanner order={order} user={user} />
        <ReviewBanner order={order} user={user} />
        <Missing order={order} />
        <Facts order={order} view={view} />
        {view.lines.length > 1 ? (
          <LinesSection
            code={order.code}
            lines={view.lines}
            jobs={view.jobs}
            reports={view.reports}
          />
        ) : (
          ''
        )}
        <JobsSection order={order} jobs={view.jobs} refunds={view.refunds} role={role} />
        <div class="order-work">
          <div>
            {isReadOnly ? '' : <Forms order={order} view={view} />}
            <LabelPanel
              order={order}
              lines={view.lines}
              labels={view.labels}
              hasCarrierAccount={view.hasCarrierAccount}
              now={view.now}
              user={user}
              form={view.labelForm}
              errors={view.errors ?? {}}
              screen="order"
            />
            <DisputePanel disputes={view.disputes} warnings={view.warnings} user={user} />
            <RefundPanel
              order={order}
              lines={view.lines}
              refunds={view.refunds}
              disputes={view.disputes}
              refundId={isReadOnly ? null : view.formId}
              timeZone={timeZone}
              form={view.refundForm}
              errors={view.errors ?? {}}
            />
          </div>
          <div>
            <NotesPanel
              order={order}
              notes={view.notes}
              forms={view.workForms ?? {}}
              errors={view.errors ?? {}}
              user={user}
            />
            <Timeline events={view.events} timeZone={timeZone} />
          </div>
          <div>
            <CostPanel cost={view.cost} />
          </div>
        </div>
        <OrderTickets tickets={view.tickets} timeZone={timeZone} />
        <MessageSection
          code={order.code}
          recipient={order.address.email}
          messages={view.messages}
          timeZone={timeZone}
          messageId={isReadOnly ? null : view.formId}
          form={view.messageForm}
        />
      </>
    ),
  })
}

function Head({ order, user: { role, timeZone } }: { order: Order; user: DeskUser }) {
  const { code, status, dueAt, priority } = order
  return (
    <div class="page-head">
      <h1>{code}</h1>
      <StatusBadge status={status} />
      {dueAt === null ? '' : <DueFact order={order} dueAt={dueAt} timeZone={timeZone} />}
      {priority === 'normal' ? (
        ''
      ) : (
        <span class={['priority', priority]}>{`${priority} priority`}</span>
      )}
      {role === 'viewer' ? '' : <NextStep order={order} />}
      <span class="actions end">
        {packingOf(order) === 'open' ? <a href={packPath(code)}>Pack</a> : ''}
        <a href={`/operator/slips?pick=${encodeURIComponent(code)}`}>Packing slip</a>
        {crossesCustoms(terms().customs.postedFrom, order.address) ? (
          <a href={`/operator/customs?pick=${encodeURIComponent(code)}`}>Customs</a>
        ) : (
          ''
        )}
        {lineCountOf(order) > 1 ? '' : <a href={`${orderPath(code)}/file`}>Download the file</a>}
        {isPaid(order) ? <a href={`${orderPagePath(code)}/receipt`}>Invoice</a> : ''}
        <a href={orderPagePath(code)}>Customer’s page</a>
      </span>
    </div>
  )
}

type DueProps = { order: Order; dueAt: Date; timeZone: string }

function DueFact({ order: { status }, dueAt, timeZone }: DueProps) {
  if (isShipped(status) || isClosed(status)) return ''
  return (
    <span>
      Due <Moment at={dueAt} timeZone={timeZone} />
    </span>
  )
}

function Forms({ order, view }: { order: Order; view: OperatorOrderView }) {
  const errors = view.errors ?? {}
  return (
    <>
      <StatusPanel
        order={order}
        form={view.statusForm ?? statusFormOf(order)}
        errors={errors}
        isOpen={view.statusForm !== undefined}
      />
      <WorkPanel order={order} forms={view.workForms ?? {}} errors={errors} />
      <ReprintPanel order={order} lines={view.lines} form={view.reprintForm} errors={errors} />
    </>
  )
}

function OnlyLine({ order, view: { jobs, reports } }: FactsProps) {
  const { supports = null, options, code, file } = order
  const report = reports.get(1) ?? null
  const chosen = chosenForLine({ place: 1 }, jobs)
  return (
    <>
      <section class="panel" aria-labelledby="file">
        <h2 id="file">File</h2>
        <div class="part-shown">
          <PartPicture
            words={english}
            code={code}
            line={{ place: 1, hasPicture: hasPicture(order) }}
            sizePx={96}
            path={deskPicturePath}
          />
          <FileFacts file={file} report={report} />
        </div>
        <MeshFindings report={report} />
      </section>
      <section class="panel" aria-labelledby="print">
        <h2 id="print">Print</h2>
        <Settings
          options={options}
          printed={supportsOnPlates(supports, options.material, chosen)}
        />
      </section>
    </>
  )
}

const placedWords = { rest: 'over REST', mcp: 'over MCP', web: 'on the website' } as const

type FactsProps = {
  order: Order
  view: Pick<OperatorOrderView, 'jobs' | 'refunds' | 'reports' | 'user'>
}

function Facts({ order, view }: FactsProps) {
  const { refunds, user } = view
  const time = (at: Date) => <Moment at={at} timeZone={user.timeZone} />
  return (
    <>
      <div class="order-facts">
        {lineCountOf(order) > 1 ? '' : <OnlyLine order={order} view={view} />}
        <section class="panel" aria-labelledby="to">
          <h2 id="to">Ship to</h2>
          <Address order={order} />
        </section>
        <section class="panel" aria-labelledby="price">
          <h2 id="price">Price</h2>
          <PriceTable
            words={english}
            {...order}
            refunds={refunds}
            time={time}
            printTimeOf={(hundredths, parts) => hours(hundredths * parts)}
          />
          <p class="hint">{isPaid(order) ? 'Paid.' : <Unpaid order={order} />}</p>
        </section>
      </div>
      <p class="hint">
        Placed {time(order.createdAt)} {placedWords[order.source]}, last updated{' '}
        {time(order.updatedAt)}.
      </p>
    </>
  )
}

/** Warns about steps that the farm may have forgotten. */
function Missing({ order }: { order: Order }) {
  const { status, tracking } = order
  if (status === 'SHIPPED' && tracking === null) {
    const text = 'This order was shipped without tracking, so the customer cannot track the parcel.'
    return <Notice kind="warning" text={text} />
  }
  const left = refundableCents(order)
  if (isPaid(order) && isClosed(status) && left > 0) {
    const text = `This order was paid and will not be printed. ${money(left)} has not been refunded.`
    return <Notice kind="warning" text={text} />
  }
  return ''
}

function Address({ order }: { order: Order }) {
  const { address, buyer, reference } = order
  const { email, phone } = address
  return (
    <>
      <address class="address">
        {addressLines(order).map((line) => (
          <div>{line}</div>
        ))}
      </address>
      <dl class="facts">
        <dt>Email</dt>
        <dd>
          <EmailAddress address={email} />
        </dd>
        {phone === null ? (
          ''
        ) : (
          <>
            <dt>Phone</dt>
            <dd>{phone}</dd>
          </>
        )}
        {reference === null ? (
          ''
        ) : (
          <>
            <dt>Reference</dt>
            <dd>{reference}</dd>
          </>
        )}
        {buyerRows(buyer).map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </>
  )
}

function Unpaid({ order }: { order: Order }) {
  // The processor's reasons end with a period.
  const reason = (unpaidReasonOf(order) ?? 'reason unknown').replace(/\.$/, '')
  const standing =
    chargeStandingOf(order) === 'settling' ? 'The charge is not settled yet' : 'Not paid'
  return <span>{`${standing}: ${reason}.`}</span>
}

function Settings({ options, printed }: Pick<Order, 'options'> & { printed: string | null }) {
  const { infill, nozzleDiameter, nozzleFlow, layerHeight, units } = options
  return (
    <dl class="facts">
      <OrderedRows words={english} options={options} />
      <dt>Infill</dt>
      <dd>{`${infill}%`}</dd>
      <dt>Nozzle</dt>
      <dd>{`${nozzleDiameter} mm, ${nozzleFlow} flow`}</dd>
      <dt>Layers</dt>
      <dd>{`${layerHeight} mm`}</dd>
      {printed === null ? (
        ''
      ) : (
        <>
          <dt>Supports</dt>
          <dd>{printed}</dd>
        </>
      )}
      {units === null ? (
        ''
      ) : (
        <>
          <dt>File unit</dt>
          <dd>{units}</dd>
        </>
      )}
    </dl>
  )
}

type FileProps = { file: StoredModel; report: MeshReport | null }

function FileFacts({ file, report }: FileProps) {
  const size = file.sizeBytes < 1e5 ? `${file.sizeBytes} bytes` : sizeInMegabytes(file.sizeBytes)
  return (
    <div>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{file.fileName}</dd>
        <dt>Size</dt>
        <dd>{size}</dd>
        <SizeRows report={report} />
      </dl>
      <details class="hint">
        <summary>Stored at</summary>
        <code>{file.uri}</code>
      </details>
    </div>
  )
}
