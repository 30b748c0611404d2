// Checks customer input.

import { fail, ok, type Result } from '../base/result.ts'
import { isEmailAddress } from '../base/text/email-address.ts'
import { severalLines, singleLine } from '../base/text/text.ts'
import { isOrderCode, isValidWebCode } from '../orders/record/code.ts'
import type { TicketFailure, TicketField } from './failure.ts'

/** In characters. */
export const ticketLengths = { name: 100, orderCode: 40, body: 5000 } as const

export type TicketFields = {
  readonly name: string
  readonly email: string
  /** In uppercase; '' = none. */
  readonly orderCode: string
  readonly body: string
}

export function readTicketFields(typed: TicketFields): Result<TicketFields, TicketFailure> {
  const name = singleLine(typed.name)
  const email = typed.email.trim()
  const orderCode = singleLine(typed.orderCode).toUpperCase()
  if (name.length > ticketLengths.name) return refuseField('name')
  if (!isEmailAddress(email)) return refuseField('email')
  if (orderCode.length > ticketLengths.orderCode) return refuseField('orderCode')
  const body = readMessage(typed.body)
  return body.ok ? ok({ name, email, orderCode, body: body.value }) : body
}

/**
 * Reads the fields of a form that can mark an invalid code. Checks only the format: the response must not reveal
 * whether the order exists, because a code opens the order's page.
 */
export function readFormFields(typed: TicketFields): Result<TicketFields, TicketFailure> {
  const fields = readTicketFields(typed)
  if (!fields.ok) return fields
  const { orderCode } = fields.value
  const isCode = orderCode === '' || isOrderCode(orderCode) || isValidWebCode(orderCode)
  return isCode ? fields : refuseField('orderCode')
}

/** Accepts 1 to 5000 visible characters. */
export function readMessage(typed: string): Result<string, TicketFailure> {
  const body = severalLines(typed.replaceAll('\r\n', '\n'))
  return body !== '' && body.length <= ticketLengths.body ? ok(body) : refuseField('body')
}

const refuseField = (field: TicketField) => fail({ kind: 'ticket_field_invalid' as const, field })
