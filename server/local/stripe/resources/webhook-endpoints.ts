// /v1/webhook_endpoints: returns the receiver with which this stand-in was started as a registered endpoint.
import type Stripe from 'stripe'
import * as v from 'valibot'
import type { FormValue } from '../core/form.ts'
import { listing, parseParams } from '../core/params.ts'
import { type ApiResponse, ok, type World } from '../core/world.ts'

export function listWebhookEndpoints(world: World, input: FormValue): ApiResponse {
  parseParams(v.strictObject(listing), input)
  const receiver = world.receiver()
  const data = receiver === null ? [] : [endpointOf(receiver)]
  return ok({ object: 'list', url: '/v1/webhook_endpoints', has_more: false, data })
}

const endpointOf = ({
  url,
  types,
  apiVersion,
}: NonNullable<ReturnType<World['receiver']>>): Stripe.WebhookEndpoint => ({
  id: 'we_standin',
  object: 'webhook_endpoint',
  api_version: apiVersion,
  application: null,
  created: 0,
  description: null,
  enabled_events: types === null ? ['*'] : [...types],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url,
})
