// Calls that the client's types refuse. Compiled by types.test.ts and never run: each line under `@ts-expect-error` has to be an error.
import {
  createClient,
  type GenerationJob,
  type Order,
} from '../../../client/typescript/src/index.ts'

const client = createClient({ baseUrl: 'https://print.example.com', apiKey: 'svc_live_...' })
const address = {
  recipientName: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
} as const
const order = { ...address, file: 'part.stl' } as const

export const accepted = [
  client.submitOrder(order),
  client.submitOrder({
    ...order,
    material: 'petg',
    quality: 'premium',
    country: 'DE',
    units: 'in',
  }),
  client.submitOrder({ ...order, nozzleDiameter: 0.6, nozzleFlow: 'high', infill: 40 }),
  client.submitOrder({ ...order, color: undefined, note: undefined }),
  client.submitOrder({ ...address, modelUrl: 'gs://models/part.stl' }),
  client.submitOrder({ ...address, file: new Uint8Array(), fileName: 'part.stl' }),
  client.price({ bboxMm: { x: 1, y: 2, z: 3 }, material: 'tpu' }),
  client.generate({ prompt: 'a teapot', mode: 'hi_fi', advanced: { meshQuality: 'ultra' } }),
  client.generate({ image: 'photo.jpg', inputMode: 'image_text', prompt: 'in blue' }),
  client.generate({ images: [new Blob(), new Blob()] }),
  client.generate({ prompt: 'a teapot', notify: true }),
  client.generate({ image: 'photo.jpg', notify: true, drafts: 4 }),
  client.generate({ images: [new Blob()], imagesOf: 'an id', notify: false }),
  client.generate({ prompt: 'a teapot', sizeMm: 120 }, { idempotencyKey: 'vase 7' }),
  client.generate({ refineOf: 'a draft' }),
  client.retexture({ generationId: 'an id', prompt: 'moss' }),
  client.api.GET('/api/print/orders/{code}', { params: { path: { code: 'SVC-7KQ2ZM' } } }),
]

export const refused = [
  // @ts-expect-error -- a material that is not sold
  client.submitOrder({ ...order, material: 'wood' }),
  // @ts-expect-error -- a quality that does not exist
  client.submitOrder({ ...order, quality: 'best' }),
  // @ts-expect-error -- a country that is not served
  client.submitOrder({ ...order, country: 'XX' }),
  // @ts-expect-error -- a unit that is none
  client.submitOrder({ ...order, units: 'ft' }),
  // @ts-expect-error -- a nozzle that the farm does not have
  client.submitOrder({ ...order, nozzleDiameter: 0.5 }),
  // @ts-expect-error -- a number as text
  client.submitOrder({ ...order, quantity: '2' }),
  // @ts-expect-error -- a misspelled option
  client.submitOrder({ ...order, materal: 'petg' }),
  // @ts-expect-error -- an option of another service
  client.submitOrder({ ...order, colour: 'Black' }),
  // @ts-expect-error -- no model
  client.submitOrder({ ...address }),
  // @ts-expect-error -- bytes without a name
  client.submitOrder({ ...address, file: new Uint8Array() }),
  // @ts-expect-error -- two models
  client.submitOrder({ ...order, modelUrl: 'gs://models/part.stl' }),
  // @ts-expect-error -- an address without a postal code
  client.submitOrder({ file: 'part.stl', recipientName: 'A', street1: 'B', city: 'C', state: 'D' }),
  // @ts-expect-error -- an option of the call that does not exist
  client.submitOrder(order, { idempotency: 'one' }),
  // @ts-expect-error -- a box without a height
  client.price({ bboxMm: { x: 1, y: 2 } }),
  // @ts-expect-error -- an unknown mode of generations
  client.generate({ prompt: 'a teapot', mode: 'best' }),
  // @ts-expect-error -- a size as text
  client.generate({ prompt: 'a teapot', sizeMm: '120' }),
  // @ts-expect-error -- nothing to make
  client.generate({ mode: 'hi_fi' }),
  // @ts-expect-error -- an unknown advanced option
  client.generate({ prompt: 'a teapot', advanced: { meshquality: 'ultra' } }),
  // @ts-expect-error -- a path that does not exist
  client.api.GET('/api/print/order/{code}', { params: { path: { code: 'SVC-7KQ2ZM' } } }),
  // @ts-expect-error -- an endpoint without its parameter
  client.api.GET('/api/print/orders/{code}'),
  // @ts-expect-error -- a client without an address
  createClient({ apiKey: 'svc_live_...' }),
]

export function words({ status, tracking, charge }: Order) {
  // @ts-expect-error -- a status that does not exist
  if (status === 'SENT') return 'sent'
  // @ts-expect-error -- there may be no tracking
  return charge === 'settling' ? 'wait' : tracking.number
}

/** Every status is a word of a union, so that a switch over all of them needs no default. */
export function nextStep({ status, paymentUrl }: Order): string {
  switch (status) {
    case 'PENDING_PAYMENT':
      return paymentUrl ? `Pay at ${paymentUrl}` : 'The charge is being settled.'
    case 'RECEIVED':
    case 'ACCEPTED':
    case 'PRINTING':
    case 'PRINTED':
      return 'It is in production.'
    case 'SHIPPED':
    case 'DELIVERED':
      return 'It is on its way or arrived.'
    case 'CANCELLED':
    case 'REJECTED':
      return 'It will not be printed.'
  }
}

// @ts-expect-error -- DELIVERED is missing
export function incomplete({ status }: Order): string {
  switch (status) {
    case 'PENDING_PAYMENT':
    case 'RECEIVED':
    case 'ACCEPTED':
    case 'PRINTING':
    case 'PRINTED':
    case 'SHIPPED':
      return 'open'
    case 'CANCELLED':
    case 'REJECTED':
      return 'over'
  }
}

export const comparisons = (read: Order, job: GenerationJob) => [
  job.status === 'done',
  read.unit === 'in',
  read.charge === 'settling',
  // @ts-expect-error -- a state that no generation has
  job.status === 'finished',
  // @ts-expect-error -- a unit that no file has
  read.unit === 'yd',
  // @ts-expect-error -- an outcome that no charge has
  read.charge === 'refused',
]
