// A stand-in for EasyPost's API, written from its public documentation (docs.easypost.com: Shipments, Customs Infos, Errors)
// and the recorded requests of its client libraries. It refuses what the documentation calls invalid, keeps a balance, and
// sells each shipment once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type RequestFailure, shipmentProblem } from './easypost-rules.ts'

export type Fault =
  /** The connection ends before the call has an effect, or after it. */
  | 'cut_before'
  | 'cut_after'
  | {
      readonly status: number
      readonly code: string | null
      readonly message?: string | null
      readonly errors?: readonly unknown[] | null
    }

export type EasyPostStandIn = {
  readonly url: string
  readonly apiKey: string
  /** Bought labels, oldest first. */
  readonly purchases: readonly { readonly shipmentId: string; readonly cents: number }[]
  /** Ids of the shipments whose refund was requested, oldest first. */
  readonly refunds: readonly string[]
  /** Requests as "POST /shipments", oldest first. */
  readonly calls: readonly string[]
  /** Bodies of created shipments, oldest first. */
  readonly created: readonly Json[]
  /** Money of the account. */
  setBalance: (cents: number) => void
  /** Applies to the next call whose line ends with the text, such as "/buy". */
  failNext: (end: string, fault: Fault) => void
  /** The next call whose line ends with the text waits before it has an effect. */
  before: (end: string, wait: () => Promise<void>) => void
  /** Changes the shipments in all following responses. */
  changeShipments: (change: (shipment: Json) => Json) => void
  setTracking: (shipmentId: string, status: string) => void
  readonly close: () => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
export type Json = any

const apiKey = 'EZTK-stand-in'
const startCents = 100_000

type Shipment = Json & {
  id: string
  rates: Json[]
  postage_label: Json
  refund_status: string | null
}

export async function startEasyPost(): Promise<EasyPostStandIn> {
  const shipments = new Map<string, Shipment>()
  const purchases: { shipmentId: string; cents: number }[] = []
  const refunds: string[] = []
  const calls: string[] = []
  const created: Json[] = []
  const faults: { end: string; fault: Fault }[] = []
  const waits: { end: string; wait: () => Promise<void> }[] = []
  let balance = startCents
  let changed = (shipment: Json): Json => shipment
  let url = ''

  const create = (body: Json): Answer => {
    const problem = shipmentProblem(body)
    if (problem !== null) return refuse(422, problem)
    const id = newId('shp')
    const { parcel, to_address: to, from_address: from } = body.shipment
    const { customs_info: customs } = body.shipment
    const shipment = {
      ...body.shipment,
      ...(customs && {
        customs_info: { ...customs, customs_items: customs.customs_items.map(asReturned) },
      }),
      id,
      object: 'Shipment',
      mode: 'test',
      status: 'unknown',
      tracking_code: null,
      messages: to.country === from.country ? [] : [carrierMessage],
      rates: ratesOf(id, parcel.weight, to.country === from.country),
      selected_rate: null,
      postage_label: null,
      refund_status: null,
      tracker: null,
    }
    shipments.set(id, shipment)
    created.push(body)
    return [201, shipment]
  }

  const buy = (shipment: Shipment, body: Json): Answer => {
    if (shipment.postage_label !== null) {
      return refuse(422, ['SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment'])
    }
    const rate = shipment.rates.find((each: Json) => each.id === body?.rate?.id)
    if (rate === undefined) return refuse(422, ['SHIPMENT.MISSING_RATE', 'Missing rate parameter'])
    const cents = Math.round(Number(rate.rate) * 100)
    if (cents > balance) {
      return refuse(402, [
        'INSUFFICIENT_FUNDS',
        'Insufficient funds. Please add funds to your account.',
      ])
    }
    balance -= cents
    purchases.push({ shipmentId: shipment.id, cents })
    const number = `9400100${String(purchases.length).padStart(15, '0')}`
    Object.assign(shipment, {
      selected_rate: rate,
      tracking_code: number,
      postage_label: {
        id: newId('pl'),
        object: 'PostageLabel',
        label_file_type: 'image/png',
        label_url: `${url}/files/${shipment.id}.png`,
        label_pdf_url: null,
        label_zpl_url: null,
      },
      tracker: {
        id: newId('trk'),
        object: 'Tracker',
        tracking_code: number,
        status: 'unknown',
        shipment_id: shipment.id,
        carrier: rate.carrier,
        public_url: `https://track.easypost.com/${shipment.id}`,
      },
    })
    return [200, shipment]
  }

  const convert = (shipment: Shipment, format: string | null): Answer => {
    if (shipment.postage_label === null) {
      return refuse(422, ['SHIPMENT.POSTAGE.REQUIRED', 'Postage is required'])
    }
    const name = format?.toLowerCase()
    if (name !== 'pdf' && name !== 'zpl') {
      return refuse(422, ['SHIPMENT.POSTAGE.INVALID_FORMAT', 'Invalid label format'])
    }
    shipment.postage_label[`label_${name}_url`] = `${url}/files/${shipment.id}.${name}`
    return [200, shipment]
  }

  const refund = (shipment: Shipment): Answer => {
    if (shipment.postage_label === null || shipment.refund_status !== null) {
      return refuse(422, ['SHIPMENT.REFUND.UNAVAILABLE', 'This shipment cannot be refunded'])
    }
    shipment.refund_status = 'submitted'
    refunds.push(shipment.id)
    return [200, shipment]
  }

  const account = (): Answer => [
    200,
    { id: 'user_1', object: 'User', balance: (balance / 100).toFixed(5) },
  ]
  const ofShipment: Readonly<
    Record<string, (shipment: Shipment, body: Json, query: URLSearchParams) => Answer>
  > = {
    'GET ': (shipment) => [200, shipment],
    'POST buy': buy,
    'GET label': (shipment, _body, query) => convert(shipment, query.get('file_format')),
    'POST refund': refund,
  }
  const answer = (method: string, path: string, query: URLSearchParams, body: Json): Answer => {
    if (`${method} ${path}` === 'GET /users') return account()
    if (`${method} ${path}` === 'POST /shipments') return create(body)
    const [, id = '', action = ''] = /^\/shipments\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    const shipment = shipments.get(id)
    const run = ofShipment[`${method} ${action}`]
    return shipment === undefined || run === undefined
      ? refuse(404, ['NOT_FOUND', 'The requested resource could not be found.'])
      : run(shipment, body, query)
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (pathname.startsWith('/files/')) return sendFile(request, response, pathname)
    const method = request.method ?? ''
    const text = await bodyOf(request)
    const path = pathname.replace(/^\/v2/, '')
    const line = `${method} ${path.replace(/shp_[0-9a-f]+/, ':id')}`
    calls.push(line)
    const waiting = waits.findIndex(({ end }) => line.endsWith(end))
    if (waiting >= 0) await waits.splice(waiting, 1)[0]?.wait()
    const index = faults.findIndex(({ end }) => line.endsWith(end))
    const fault = index < 0 ? null : faults.splice(index, 1)[0]?.fault
    if (fault === 'cut_before') return request.socket.destroy()
    const [status, json] =
      typeof fault === 'object' && fault !== null
        ? refuseAs(fault)
        : (problemOf(request, pathname, text) ?? answer(method, path, searchParams, read(text)))
    if (fault === 'cut_after') return request.socket.destroy()
    const sent = json.object === 'Shipment' ? changed(json) : json
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  url = `http://127.0.0.1:${address.port}`
  return {
    url,
    apiKey,
    purchases,
    refunds,
    calls,
    created,
    setBalance: (cents) => {
      balance = cents
    },
    failNext: (end, fault) => void faults.push({ end, fault }),
    before: (end, wait) => void waits.push({ end, wait }),
    changeShipments: (change) => {
      changed = change
    },
    setTracking: (shipmentId, status) => {
      const shipment = shipments.get(shipmentId)
      if (!shipment?.tracker) throw new Error(`${shipmentId} has no label`)
      shipment.status = status
      shipment.tracker.status = status
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const refuseAs = ({
  status,
  code,
  message = 'Refused',
  errors = [],
}: Exclude<Fault, string>): Answer => [status, { error: { code, message, errors } }]

type Answer = readonly [status: number, body: Json]

const refuse = (status: number, [code, message, errors = []]: RequestFailure): Answer => [
  status,
  { error: { code, message, errors } },
]

/** Checks the key, which is the user of basic authentication with an empty password, the version and the content type. */
function problemOf(request: IncomingMessage, pathname: string, text: string): Answer | null {
  const { authorization = '', 'content-type': type = '' } = request.headers
  const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
  if (authorization !== expected) return refuse(401, ['APIKEY.INVALID', 'Invalid API key'])
  if (!pathname.startsWith('/v2/')) return refuse(404, ['NOT_FOUND', 'No such version'])
  const isJson = type.startsWith('application/json') && read(text) !== undefined
  return request.method === 'POST' && !isJson
    ? refuse(400, ['BAD_REQUEST', 'The body is not JSON'])
    : null
}

/** The labels are public and need no key, so a key that is sent with the request has leaked. */
function sendFile(request: IncomingMessage, response: ServerResponse, pathname: string): void {
  if (request.headers.authorization !== undefined) return void response.writeHead(400).end()
  const content = pathname.endsWith('.pdf') ? '%PDF-1.4 label' : '^XA^FDlabel^FS^XZ'
  response.writeHead(200).end(content)
}

function read(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const newId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`

/** Amounts are returned as text. */
const asReturned = (item: Json): Json => ({ ...item, value: String(item.value) })

const carrierMessage = {
  carrier: 'USPS',
  type: 'rate_error',
  message: 'GroundAdvantage: domestic only.',
}

/** Rates of a domestic parcel of 15.4 oz are those of the documentation's example. */
function ratesOf(shipmentId: string, ounces: number, isDomestic: boolean): Json[] {
  const rates = isDomestic
    ? [
        ['Express', '33.10', 2],
        ['Priority', '6.90', 2],
        ['GroundAdvantage', '5.93', 3],
      ]
    : [
        ['PriorityMailInternational', '47.52', null],
        ['FirstClassPackageInternationalService', '17.21', null],
      ]
  return (ounces > 70 * 16 ? [] : rates).map(([service, rate, days]) => ({
    id: newId('rate'),
    object: 'Rate',
    shipment_id: shipmentId,
    carrier: 'USPS',
    service,
    rate,
    currency: 'USD',
    delivery_days: days,
  }))
}
