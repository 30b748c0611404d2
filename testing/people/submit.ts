// Submits print orders to a test service: a complete form that a test changes in one place.

import { cubeStl } from '../models/meshes.ts'
import { type FlatOrder, flatOrder } from '../orders.ts'
import { rawPost } from '../service/requests.ts'
import type { TestAccount, TestService } from '../service/service.ts'

/** Fields that every order needs. */
export const ADDRESS = {
  recipientName: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
} as const

/** Undefined omits a field. */
export type FormChanges = Readonly<Record<string, string | undefined>>

export type FilePart = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | string }

/** A 20 mm cube: 8 cm3, 4.4352 g of pla at 20 %, billed as 5. */
export const CUBE: FilePart = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 20 }) }

/** Returns the form of an order; `file: null` sends none. */
export function orderForm(changes: FormChanges = {}, file: FilePart | null = CUBE): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...ADDRESS, ...changes })) {
    if (value !== undefined) form.set(name, value)
  }
  if (file !== null) form.set('file', new Blob([file.bytes]), file.name)
  return form
}

export type SubmitOptions = {
  readonly fields?: FormChanges
  readonly file?: FilePart | null
  readonly headers?: Readonly<Record<string, string>>
}

export function submit(
  { fetch }: Pick<TestService, 'fetch'>,
  account: Pick<TestAccount, 'headers'>,
  { fields, file, headers }: SubmitOptions = {},
): Promise<Response> {
  return fetch(
    '/api/print/orders',
    rawPost(orderForm(fields, file), { ...account.headers, ...headers }),
  )
}

/** Body of a 201. */
export type SubmitBody = {
  readonly code: string
  readonly estimatedCost: number
  readonly currency: string
  readonly breakdown: {
    readonly print: number
    readonly shipping: number
    readonly grams: number
    readonly printHours: number
  }
  readonly statusUrl: string
  readonly apiStatusUrl: string
  readonly status: string
  readonly paid: boolean
  readonly charge: 'charged' | 'declined' | 'not_made' | 'no_card' | 'settling'
  readonly charged?: number
  readonly paymentUrl: string | null
  readonly checkoutUrl?: string | null
  readonly message: string
  readonly note?: string
  readonly ignored?: readonly string[]
  readonly dimensionsMm: readonly number[] | null
  readonly unit: string | null
  readonly adjusted?: readonly {
    readonly field: string
    readonly sent: string
    readonly used: string | number
  }[]
}

export async function placed(sending: Promise<Response>): Promise<SubmitBody> {
  const response = await sending
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as SubmitBody
}

/** Returns `[status, error]`; expects nothing else in the body. */
export async function refusal(sending: Promise<Response>): Promise<readonly [number, unknown]> {
  const response = await sending
  const body: unknown = await response.json()
  const only = typeof body === 'object' && body !== null && Object.keys(body).join() === 'error'
  return [response.status, only && 'error' in body ? body.error : body]
}

/** Returns the order of a code, with the columns of its payment; null when there is none. */
export async function findOrder(
  { deps }: Pick<TestService, 'deps'>,
  code: string,
): Promise<FlatOrder | null> {
  const order = await deps.orders.readByCode(code)
  return order === null ? null : flatOrder(order)
}

/** Returns the order of a code, which must exist. */
export async function readOrder(
  { deps }: Pick<TestService, 'deps'>,
  code: string,
): Promise<FlatOrder> {
  const order = await findOrder({ deps }, code)
  if (order === null) throw new Error(`${code} is missing`)
  return order
}
