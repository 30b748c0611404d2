// Checks what a customer enters.
import { isMailAddress } from '../base/mail-address.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { severalLines, singleLine } from '../base/text.ts'
import { isOrderCode, isValidWebCode } from '../orders/code.ts'
import type { TicketFailure, TicketField } from './failure.ts'

/** In characters. */
export const ticketLengths = { name: 100, orderCode: 40, body: 5000 } as const

export type TicketFields = {
  readonly name: string
  readonly email: string
  /** In capitals; '' without one. */
  readonly orderCode: string
  readonly body: string
}

export function readTicketFields(typed: TicketFields): Result<TicketFields, TicketFailure> {
  const name = singleLine(typed.name)
  const email = typed.email.trim()
  const orderCode = singleLine(typed.orderCode).toUpperCase()
  if (name.length > ticketLengths.name) return wrong('name')
  if (!isMailAddress(email)) return wrong('email')
  if (orderCode.length > ticketLengths.orderCode) return wrong('orderCode')
  const body = readMessage(typed.body)
  return body.ok ? ok({ name, email, orderCode, body: body.value }) : body
}

/**
 * For a form, which can mark a code in the wrong format. Only the format is checked: the response does not say whether such an order
 * exists, because a code opens the page of its order.
 */
export function readFormFields(typed: TicketFields): Result<TicketFields, TicketFailure> {
  const fields = readTicketFields(typed)
  if (!fields.ok) return fields
  const { orderCode } = fields.value
  const isCode = orderCode === '' || isOrderCode(orderCode) || isValidWebCode(orderCode)
  return isCode ? fields : wrong('orderCode')
}

/** 1 to 5000 visible characters. */
export function readMessage(typed: string): Result<string, TicketFailure> {
  const body = severalLines(typed.replaceAll('\r\n', '\n'))
  return body !== '' && body.length <= ticketLengths.body ? ok(body) : wrong('body')
}

const wrong = (field: TicketField) => fail({ kind: 'ticket_field_invalid' as const, field })
