// The mail that confirms a paid API order (contract.md 7): code, one-line summary, shipping address.
import type { Mail } from '../base/ports.ts'
import { formatDollars } from '../pricing/dollars.ts'
import type { Order } from './order.ts'
import { orderPageUrl } from './page-urls.ts'

export function confirmationEmail(order: Order, to: string, baseUrl: string): Mail {
  const { options, address, price, file } = order
  const summary = `${options.quantity} x ${file.fileName} in ${options.material.toUpperCase()}, ${options.color}, ${options.quality} quality: ${formatDollars(price.totalCents)} charged.`
  const lines = [
    `Thank you for your order ${order.code}.`,
    '',
    summary,
    '',
    'Shipping address:',
    address.recipientName,
    address.street1,
    ...(address.street2 === null ? [] : [address.street2]),
    `${address.city}, ${address.state} ${address.zip}`,
    address.country,
    '',
    `Follow it at ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Order ${order.code} confirmed`, text: lines.join('\n') }
}
