// Sentence about an order that was not paid in time.
import { payDay } from '../../domain/orders/charge/payment-deadline.ts'
import type { OrderSheet } from './order-parts.tsx'

export const overdueSentence = (order: Pick<OrderSheet, 'createdAt' | 'web'>): string =>
  `The order was cancelled because it was not paid by ${payDay(order)}; it will not be printed. Order again if you still want it.`
