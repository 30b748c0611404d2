// /operator/disputes/{id}: a dispute, its evidence, and the answer to the bank.
import { maxEvidenceCharacters } from '../../../domain/base/text/text-lengths.ts'
import type { DisputePage } from '../../../domain/desk/disputes.ts'
import { awaitsEvidence, reasonWords } from '../../../domain/orders/reversals/dispute.ts'
import { TextArea } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'
import { goodsText, purchasePath } from '../purchases/purchase-page.tsx'
import { disputePath, disputesPath } from './dispute-paths.ts'
import { DisputeState } from './dispute-state.tsx'

export type DisputeView = DeskView &
  DisputePage & {
    /** Answer as typed. */
    readonly typed?: string
  }

export function disputePage(view: DisputeView): Response {
  const { user, dispute, order, files } = view
  return deskScreen({
    ...view,
    tab: 'money',
    title: `Dispute ${dispute.id}`,
    heading: dispute.id,
    beside: [<DisputeState dispute={dispute} />, <a href={disputesPath}>Disputes</a>],
    body: (
      <>
        <Facts view={view} timeZone={user.timeZone} />
        <Section id="evidence" title="Evidence">
          {order === null ? (
            <p>No order was paid with this payment, so there are no files to send.</p>
          ) : (
            <>
              <p>{`${files.length + 1} files: the order, its history, its emails and its receipt.`}</p>
              <p>
                <a class="button quiet" href={`${disputePath(dispute.id)}/evidence.zip`}>
                  Download the evidence
                </a>
              </p>
            </>
          )}
          {user.role === 'viewer' ? '' : <AnswerForm view={view} />}
        </Section>
      </>
    ),
  })
}

function Facts({ view, timeZone }: { view: DisputeView; timeZone: string }) {
  const { dispute } = view
  const time = (at: Date | null) => (at === null ? 'no' : <Moment at={at} timeZone={timeZone} />)
  return (
    <dl class="facts">
      <PaidFor {...view} />
      <dt>Amount</dt>
      <dd>{`${money(dispute.amountCents)}, and a fee of ${money(dispute.feeCents)}`}</dd>
      <dt>Reason</dt>
      <dd>{reasonWords(dispute.reason)}</dd>
      <dt>Payment</dt>
      <dd>{dispute.paymentId}</dd>
      <dt>Opened</dt>
      <dd>{time(dispute.openedAt)}</dd>
      <dt>Respond by</dt>
      <dd>{time(dispute.evidenceDueAt)}</dd>
      <dt>Answered</dt>
      <dd>{time(dispute.evidenceSubmittedAt)}</dd>
      <dt>Ended</dt>
      <dd>{time(dispute.closedAt)}</dd>
    </dl>
  )
}

function PaidFor({ order, purchase }: DisputeView) {
  if (purchase !== null) {
    return (
      <>
        <dt>Purchase</dt>
        <dd>
          <a href={purchasePath(purchase.id)}>{goodsText(purchase.goods)}</a>
        </dd>
        <dt>Buyer</dt>
        <dd>{purchase.buyerEmail}</dd>
      </>
    )
  }
  return (
    <>
      <dt>Order</dt>
      <dd>{order === null ? 'none' : <a href={orderPath(order.code)}>{order.code}</a>}</dd>
    </>
  )
}

function AnswerForm({ view: { dispute, order, evidence, typed } }: { view: DisputeView }) {
  if (!awaitsEvidence(dispute.status) || dispute.evidenceSubmittedAt !== null) return ''
  return (
    <form method="post" action={disputePath(dispute.id)}>
      <TextArea
        name="text"
        label="Your answer to the bank"
        value={typed ?? evidence.text}
        hint={
          order === null
            ? 'Only this text is sent. State what was bought, when it was delivered, and what was spent of it.'
            : 'Address, parts and tracking of the order are sent with it. Address what the bank doubts: whether the parcel arrived, whether the customer placed the order, whether the parts are as ordered.'
        }
        errors={{}}
        area={{ rows: 10, maxlength: maxEvidenceCharacters, required: true }}
      />
      <button type="submit">Send to the bank</button>
    </form>
  )
}
