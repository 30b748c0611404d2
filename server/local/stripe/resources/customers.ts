// /v1/customers
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, listing, metadata, oneOf, parseParams, shortText, text } from '../core/params.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'
import { detach } from './payment-methods.ts'

const fields = {
  email: v.optional(shortText),
  name: v.optional(shortText),
  description: v.optional(text),
  metadata: v.optional(metadata),
  expand,
}
const createParams = v.strictObject(fields)
const updateParams = v.strictObject({
  ...fields,
  invoice_settings: v.optional(v.strictObject({ default_payment_method: text })),
})

export function createCustomer(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId('p', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  world.store.insert(customer)
  world.emit('customer.created', customer)
  return ok(expandPaths(world, customer, params.expand))
}

export function readCustomer(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const customer = world.store.readDeletedCustomer(id) ?? need(world, 'customer', id)
  return ok(expandPaths(world, customer, params.expand))
}

/** DELETE /v1/customers/:id */
export function removeCustomer(world: World, id: string, input: FormValue): ApiResponse {
  parseParams(v.strictObject({}), input)
  return ok(deleteCustomer(world, id))
}

/** Deletes a customer and detaches its cards. Its payments stay, but no new ones can be made. */
export function deleteCustomer(world: World, id: string): Stripe.DeletedCustomer {
  need(world, 'customer', id)
  for (const method of world.store.all('payment_method', { customer: id })) detach(world, method)
  world.emit('customer.deleted', need(world, 'customer', id))
  world.store.deleteCustomer(id)
  return { id, object: 'customer', deleted: true }
}

export function updateCustomer(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(updateParams, input)
  const customer = need(world, 'customer', id)
  const method = params.invoice_settings?.default_payment_method
  if (method !== undefined) checkOwnCard(world, id, method)
  const changed: Stripe.Customer = {
    ...customer,
    email: params.email ?? customer.email,
    name: params.name ?? customer.name ?? null,
    description: params.description ?? customer.description,
    metadata: { ...customer.metadata, ...params.metadata },
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: method ?? customer.invoice_settings.default_payment_method,
    },
  }
  world.store.save(changed)
  world.emit('customer.updated', changed)
  return ok(expandPaths(world, changed, params.expand))
}

function checkOwnCard(world: World, customerId: string, methodId: string): void {
  const param = 'invoice_settings[default_payment_method]'
  const method = need(world, 'payment_method', methodId, param)
  if (method.customer === customerId) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    { param },
  )
}

const cardParams = v.strictObject({ ...listing, type: v.optional(oneOf(['card'])) })

/** GET /v1/customers/:id/payment_methods */
export function listCustomerCards(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(cardParams, input)
  need(world, 'customer', id)
  return listPage(world, 'payment_method', {
    url: `/v1/customers/${id}/payment_methods`,
    params,
    where: { customer: id },
  })
}
