// Requirements of order statuses, transitions, operators, events and email. Data only.
import { requirements } from './row.ts'

export const orderStates = [
  ...requirements('Status values and labels', {
    'status.values': 'an order has exactly these nine statuses',
    'status.label.pending-payment': 'PENDING_PAYMENT is labeled: Awaiting payment',
    'status.label.received': 'RECEIVED is labeled: Received — in review',
    'status.label.accepted': 'ACCEPTED is labeled: Accepted — queued to print',
    'status.label.printing': 'PRINTING is labeled: Printing',
    'status.label.printed': 'PRINTED is labeled: Printed — preparing to ship',
    'status.label.shipped': 'SHIPPED is labeled: Shipped',
    'status.label.delivered': 'DELIVERED is labeled: Delivered',
    'status.label.cancelled': 'CANCELLED is labeled: Cancelled',
    'status.label.rejected': 'REJECTED is labeled: Rejected',
  }),

  ...requirements('States and transitions: Print order', {
    'states.submit-charged':
      'a submit whose charge succeeds is RECEIVED and paid, and a confirmation is sent to the email of the order',
    'states.submit-not-charged':
      'a submit whose charge fails is PENDING_PAYMENT, not paid, with 201 and a payment link',
    'states.unpaid-never-retried': 'a failed charge is never retried by the service itself',
    'states.unpaid-not-queued': 'an unpaid order is not queued for printing',
    'states.paid-by-link': 'paying through the payment link makes the order RECEIVED and paid',
    'states.operator-any-of-eight':
      'an operator can set any of the eight values other than PENDING_PAYMENT',
    'states.operator-not-pending-payment': 'an operator cannot set PENDING_PAYMENT',
    'states.operator-skips-and-backwards':
      'an operator can skip states and move backwards: transitions are not validated',
    'states.tracking-at-shipped': 'tracking is filled at SHIPPED',
    'states.print-finished': 'a print job that finishes moves its order from PRINTING to PRINTED',
    'states.print-finished-only-from-printing':
      'a print job that finishes does not change an order in any other state',
    'states.delivered-by-hand':
      'only an operator sets DELIVERED: no SHIPPED order advances automatically',
  }),

  ...requirements('Events', {
    'events.no-callback-field':
      'an order takes no callback URL: such a field is neither stored nor called',
    'events.no-registration': 'there is no endpoint that registers a webhook',
    'events.polling': 'an order is followed by polling GET /api/print/orders/{code}',
    'events.billing-webhook': 'POST /api/billing/webhook accepts payment-processor events',
    'events.billing-webhook-no-signature': 'a missing signature is 400 and changes nothing',
    'events.billing-webhook-bad-signature': 'a bad signature is 400 and changes nothing',
    'events.webhook-alias': 'POST /api/webhook does the same as POST /api/billing/webhook',
    'events.order-status': 'POST /api/order-status accepts progress of website-checkout orders',
    'events.order-status-key': 'its x-internal-key header must equal the internal secret',
    'events.order-status-not-api-orders': 'POST /api/order-status never changes an API order',
    'events.email-once': 'a paid API order sends exactly one email',
    'events.email-content':
      'the email holds the order code, a one-line summary and the shipping address',
    'events.email-recipient': 'the email goes to the email of the order',
    'events.email-paid-by-link': 'an order paid through the link sends that one email too',
    'events.email-none-unpaid': 'an unpaid order sends no email',
    'events.email-none-on-progress': 'accepting, printing and shipping an API order send no email',
  }),

  ...requirements('Events', {
    'events.mcp-notifications': 'a notification sent to the agent endpoint gets 202',
  }),
]
