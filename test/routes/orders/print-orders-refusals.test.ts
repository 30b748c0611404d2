// POST /api/print/orders: every refusal byte for byte, and which of two problems is named.
import { describe, expect, mock, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { submitChecks } from '../../../server/domain/orders/submit/check-submit.ts'
import * as subtotal from '../../../server/domain/pricing/subtotal.ts'
import { atEndOfTest } from '../../../testing/database/end-of-test.ts'
import { binaryStl, box, cubeGlb, cubeStl, glb } from '../../../testing/models/meshes.ts'
import {
  CUBE,
  placed,
  refusal,
  type SubmitOptions,
  submit,
} from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

const refused = (options: SubmitOptions) => refusal(submit(service, account, options))

/** Problems in the contract's order of checks, each sufficient for a refusal. */
const problems = {
  emptyFile: {
    options: { file: { name: 'empty.stl', bytes: '' } },
    refusal: [400, 'The file is empty.'],
  },
  noFile: { options: { file: null }, refusal: [400, 'No file provided.'] },
  shipping: {
    options: { fields: { city: '', zip: undefined } },
    refusal: [400, 'Missing required shipping fields: city, zip'],
  },
  country: {
    options: { fields: { country: 'br' } },
    refusal: [400, "We don't currently ship to BR."],
  },
  material: {
    options: { fields: { material: 'nylon' } },
    refusal: [400, 'Invalid material. One of: pla, petg, abs, asa, tpu'],
  },
  quality: {
    options: { fields: { quality: 'ultra' } },
    refusal: [400, 'Invalid quality. One of: standard, premium'],
  },
  units: {
    options: { fields: { units: 'yd' } },
    refusal: [400, 'Invalid units. One of: mm, cm, m, in'],
  },
  extension: {
    options: { file: { name: 'part.obj', bytes: 'v 0 0 0\n' } },
    refusal: [
      415,
      'Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
    ],
  },
} as const satisfies Record<string, { options: SubmitOptions; refusal: readonly [number, string] }>

const texts = [
  { id: requirement('orders.submit.error.empty-file'), problem: 'emptyFile' },
  { id: requirement('orders.submit.error.no-file'), problem: 'noFile' },
  { id: requirement('orders.submit.error.shipping-fields'), problem: 'shipping' },
  { id: requirement('orders.submit.error.country'), problem: 'country' },
  { id: requirement('orders.submit.error.material'), problem: 'material' },
  { id: requirement('orders.submit.error.quality'), problem: 'quality' },
  { id: requirement('decision.units-invalid'), problem: 'units' },
  { id: requirement('orders.submit.error.extension'), problem: 'extension' },
] as const

describe('one problem', () => {
  for (const { id, problem } of texts) {
    verifies(id, async () => {
      const { options, refusal: expectedRefusal } = problems[problem]
      expect(await refused(options)).toEqual([...expectedRefusal])
      expect(await service.stripe.charges({ customer: account.customerId ?? '' })).toMatchObject({
        succeeded: 0,
        declined: 0,
      })
    })
  }

  verifies('orders.submit.file-empty', async () => {
    const response: [number, string] = [400, 'The file is empty.']
    for (const name of ['empty.stl', 'empty.glb', 'empty.gcode.3mf', 'empty.exe', 'empty']) {
      expect([name, ...(await refused({ file: { name, bytes: '' } }))]).toEqual([name, ...response])
    }
  })

  verifies(
    'orders.submit.error.minimum',
    'an order below the minimum is refused and not charged',
    async () => {
      const path = '../../../server/domain/pricing/subtotal'
      const real = { ...subtotal }
      const raised = (floorCents: number) =>
        mock.module(path, () => ({
          ...real,
          isBelowMinimum: (cents: number) => cents < floorCents,
        }))
      atEndOfTest(() => void mock.module(path, () => real))
      // A black 1 mm cube is the smallest order: $1.00 and $7.00 of postage.
      const payer = await service.account()
      const least = {
        fields: { color: 'Black' },
        file: { name: 'a.stl', bytes: cubeStl({ sizeMm: 1 }) },
      }
      raised(801)
      expect(await refusal(submit(service, payer, least))).toEqual([
        400,
        'Order total is below the $0.50 minimum.',
      ])
      const rows = service.db.selectFrom('orders').select('id')
      expect(await rows.where('account_id', '=', payer.accountId).execute()).toEqual([])
      expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
        succeeded: 0,
        declined: 0,
      })
      raised(800)
      expect(await placed(submit(service, payer, least))).toMatchObject({
        estimatedCost: 8,
        breakdown: { print: 1 },
      })
    },
  )

  verifies('orders.errors.envelope', async () => {
    const response = await submit(service, account, problems.country.options)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(await response.text()).toBe('{"error":"We don\'t currently ship to BR."}')
  })
})

describe('two problems', () => {
  /** Adjacent checks, and the first with the last: the earlier one is named. */
  const pairs = [
    {
      id: requirement('orders.submit.order.file-before-shipping'),
      first: 'emptyFile',
      second: 'shipping',
    },
    {
      id: requirement('orders.submit.order.file-before-shipping'),
      first: 'noFile',
      second: 'shipping',
    },
    {
      id: requirement('orders.submit.order.shipping-before-country'),
      first: 'shipping',
      second: 'country',
    },
    {
      id: requirement('orders.submit.order.country-before-material'),
      first: 'country',
      second: 'material',
    },
    {
      id: requirement('orders.submit.order.material-before-quality'),
      first: 'material',
      second: 'quality',
    },
    {
      id: requirement('orders.submit.order.quality-before-extension'),
      first: 'quality',
      second: 'extension',
    },
    { id: requirement('orders.submit.first-problem-only'), first: 'quality', second: 'units' },
    { id: requirement('orders.submit.first-problem-only'), first: 'units', second: 'extension' },
    { id: requirement('orders.submit.first-problem-only'), first: 'noFile', second: 'quality' },
    { id: requirement('orders.submit.first-problem-only'), first: 'shipping', second: 'extension' },
  ] as const
  for (const { id, first, second } of pairs) {
    verifies(id, `${first} is named before ${second}`, async () => {
      const [one, other]: [SubmitOptions, SubmitOptions] = [
        problems[first].options,
        problems[second].options,
      ]
      const file = 'file' in one ? one.file : other.file
      const both = {
        fields: { ...other.fields, ...one.fields },
        ...(file === undefined ? {} : { file }),
      }
      expect(await refused(both)).toEqual([...problems[first].refusal])
      // The later one really is a separate problem.
      expect(await refused(other)).toEqual([...problems[second].refusal])
    })
  }

  verifies('orders.submit.order.extension-before-storage', async () => {
    const puts: string[] = []
    service.replace({ objects: { putFile: async (key) => void puts.push(key) } })
    expect(await refused(problems.extension.options)).toEqual([...problems.extension.refusal])
    expect(puts).toEqual([])
    const putFile = () => Promise.reject(new Error('the bucket is gone'))
    service.replace({ objects: { putFile } })
    expect(await refused(problems.extension.options)).toEqual([...problems.extension.refusal])
  })

  verifies('orders.submit.order.storage-before-analysis', async () => {
    const putFile = () => Promise.reject(new Error('the bucket is gone'))
    service.replace({ objects: { putFile } })
    const response: [number, string] = [502, 'Could not store the file. Try again.']
    const garbage = { name: 'garbage.stl', bytes: 'this is no mesh' }
    const large = { name: 'large.stl', bytes: cubeStl({ sizeMm: 400 }) }
    expect(await refused({ file: garbage })).toEqual(response)
    expect(await refused({ file: large })).toEqual(response)
  })
})

test('each problem is named once the earlier problems in the documented order are fixed', async () => {
  const putFile = () => Promise.reject(new Error('the bucket is gone'))
  const restore = service.replace({ objects: { putFile } })
  const bytes = 'this is no mesh'
  const fields: Record<string, string | undefined> = {
    zip: '',
    email: 'ada',
    country: 'br',
    material: 'nylon',
    quality: 'ultra',
    units: 'yd',
    recipeintName: 'Ada',
    company: 'x'.repeat(201),
    reference: 'x'.repeat(65),
    maxTotal: 'little',
    dryRun: 'yes',
  }
  let file = { name: 'empty.stl', bytes: '' }
  const rename = (name: string) => () => {
    file = { name, bytes }
  }
  const mend = (name: string) => () => {
    delete fields[name]
  }
  /** The refusal of each check, and the change that removes its cause. */
  const steps: Readonly<Record<Check, readonly [sentence: string, mended: () => void]>> = {
    file: ['The file is empty.', rename('part.obj')],
    'shipping fields': ['Missing required shipping fields: zip', mend('zip')],
    email: ['email', mend('email')],
    country: ["We don't currently ship to BR.", mend('country')],
    material: ['Invalid material.', mend('material')],
    quality: ['Invalid quality.', mend('quality')],
    units: ['Invalid units.', mend('units')],
    'file extension': ['Unsupported file.', rename('part.stl')],
    'names of fields': ['recipeintName', mend('recipeintName')],
    'fields for the invoice': ['company', mend('company')],
    '`reference`': ['reference is too long (max 64 characters).', mend('reference')],
    '`maxTotal`': ['maxTotal', mend('maxTotal')],
    '`dryRun`': ['dryRun must be true or false', mend('dryRun')],
    storage: ['Could not store the file.', restore],
    analysis: ["We couldn't read a printable mesh", () => {}],
  }
  for (const check of submitChecks) {
    if (check === 'minimum total') continue
    const [sentence, mended] = steps[check]
    const [, error] = await refused({ file, fields })
    expect([check, error]).toEqual([check, expect.stringContaining(sentence)])
    mended()
  }
})

/** The minimum total has a separate test above. */
type Check = Exclude<(typeof submitChecks)[number], 'minimum total'>

describe('shipping fields', () => {
  const required = [
    { id: requirement('orders.submit.recipient-required'), field: 'recipientName' },
    { id: requirement('orders.submit.street1-required'), field: 'street1' },
    { id: requirement('orders.submit.city-required'), field: 'city' },
    { id: requirement('orders.submit.state-required'), field: 'state' },
    { id: requirement('orders.submit.zip-required'), field: 'zip' },
  ] as const
  for (const { id, field } of required) {
    verifies(id, async () => {
      for (const value of [undefined, '', '   ']) {
        expect(await refused({ fields: { [field]: value } })).toEqual([
          400,
          `Missing required shipping fields: ${field}`,
        ])
      }
    })
  }

  verifies('orders.submit.error.shipping-fields', 'all missing fields are named', async () => {
    const nothing = {
      recipientName: '',
      street1: '',
      city: '',
      state: '',
      zip: '',
    }
    expect(await refused({ fields: nothing })).toEqual([
      400,
      'Missing required shipping fields: recipientName, street1, city, state, zip',
    ])
  })
})

verifies('orders.submit.country-not-listed', async () => {
  const named = async (country: string) => refused({ fields: { country } })
  expect(await named('BR')).toEqual([400, "We don't currently ship to BR."])
  expect(await named('usa')).toEqual([400, "We don't currently ship to USA."])
  expect(await named('jp')).toEqual([400, "We don't currently ship to JP."])
  const long = 'z'.repeat(500)
  expect(await named(long)).toEqual([400, `We don't currently ship to ${'Z'.repeat(60)}.`])
})

test('inherited property names are not accepted as material or quality', async () => {
  for (const material of ['toString', '__proto__', 'pla2', 'p l a']) {
    expect(await refused({ fields: { material } })).toEqual([...problems.material.refusal])
  }
  for (const quality of ['constructor', 'premium2', 'stand ard']) {
    expect(await refused({ fields: { quality } })).toEqual([...problems.quality.refusal])
  }
})

describe('storage and analysis', () => {
  verifies('orders.submit.error.storage', async () => {
    const putFile = () => Promise.reject(new Error('secret bucket detail'))
    const restore = service.replace({ objects: { putFile } })
    const [status, error] = await refused({})
    expect([status, error]).toEqual([502, 'Could not store the file. Try again.'])
    restore()
    expect((await placed(submit(service, account))).paid).toBe(true)
  })

  verifies('orders.submit.error.does-not-fit', async () => {
    const size = (sides: [number, number, number]) => ({
      file: { name: 'long.stl', bytes: binaryStl(box(sides)) },
    })
    const ending = 'mm — larger than the 340x320x340mm build volume. Scale it down or split it.'
    expect(await refused(size([341, 10, 10]))).toEqual([422, `This model is 341x10x10${ending}`])
    expect(await refused(size([330, 330, 330]))).toEqual([
      422,
      `This model is 330x330x330${ending}`,
    ])
    expect(await refused(size([340.04, 20, 20]))).toEqual([
      422,
      `This model is 340.1x20x20${ending}`,
    ])
    expect(await refused(size([340.5, 20.25, 7]))).toEqual([
      422,
      `This model is 340.5x20.3x7${ending}`,
    ])
    expect((await placed(submit(service, account, size([340, 320, 340])))).paid).toBe(true)
    expect((await placed(submit(service, account, size([320, 340, 340])))).paid).toBe(true)
  })

  test('a model with an implausible unit is refused, and nothing is charged', async () => {
    const payer = await service.account()
    const tiny = { file: { name: 'meters.stl', bytes: cubeStl({ sizeMm: 0.2 }) } }
    const response = await submit(service, payer, tiny)
    expect([response.status, await response.json()]).toEqual([
      422,
      {
        error:
          "We couldn't read a printable mesh from that file. It is 0.2 x 0.2 x 0.2 mm as read in mm: nothing under 0.8 mm can be printed. Its numbers were probably meant in another unit; scale the file (meters by 1000, inches by 25.4) and send it again.",
      },
    ])
    const named = { ...tiny, fields: { units: 'in' } }
    expect((await placed(submit(service, payer, named))).paid).toBe(true)
  })

  verifies('decision.glb-too-large-names-unit', async () => {
    const response = (numbers: string, unit: string): [number, string] => [
      422,
      `This model is ${numbers}mm — larger than the 340x320x340mm build volume. Its numbers were read as ${unit}; send units=mm, cm, m or in to say otherwise. Scale it down or split it.`,
    ]
    // 20 x 20 x 20, intended as millimeters, is read as meters in a GLB.
    const meant = { name: 'meant-mm.glb', bytes: glb(box([20, 20, 20])) }
    expect(await refused({ file: meant })).toEqual(response('20000x20000x20000', 'm'))
    expect(await refused({ file: meant, fields: { units: 'in' } })).toEqual(
      response('508x508x508', 'in'),
    )
    const right = await placed(submit(service, account, { file: meant, fields: { units: 'mm' } }))
    expect(right.breakdown.grams).toBe(5)
    const small = { name: 'small.glb', bytes: cubeGlb({ sizeMm: 20 }) }
    expect((await placed(submit(service, account, { file: small }))).breakdown.grams).toBe(5)
  })

  test('a busy geometry core is 503 with Retry-After, stores no order and charges nothing', async () => {
    const restore = service.replace({ geometry: { measure: async () => ({ kind: 'busy' }) } })
    const payer = await service.account()
    const file = { name: 'other.stl', bytes: cubeStl({ sizeMm: 21 }) }
    const response = await submit(service, payer, { file })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({
      error: 'We are too busy to measure this file right now. Nothing was charged; send it again.',
    })
    expect(await ordersOf(payer)).toBe(0)
    restore()
    expect((await placed(submit(service, payer, { file }))).paid).toBe(true)
  })

  test('a measurement that takes too long or fails is 422, and is retried with the next order', async () => {
    const file = { name: 'heavy.stl', bytes: cubeStl({ sizeMm: 22 }) }
    for (const [kind, words] of [
      ['timed_out', 'Measuring it took too long. Simplify the model and send it again.'],
      ['crashed', 'Measuring it needed too much memory. Simplify the model and send it again.'],
    ] as const) {
      const restore = service.replace({ geometry: { measure: async () => ({ kind }) } })
      expect(await refused({ file })).toEqual([
        422,
        `We couldn't read a printable mesh from that file. ${words}`,
      ])
      restore()
    }
    expect((await placed(submit(service, account, { file }))).paid).toBe(true)
  })

  test('a broken geometry core is 500 without its message, and nothing is charged', async () => {
    const measure = () => Promise.reject(new Error('inner detail'))
    service.replace({ geometry: { measure } })
    const payer = await service.account()
    const file = { name: 'unlucky.stl', bytes: cubeStl({ sizeMm: 23 }) }
    const response = await submit(service, payer, { file })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error:
        'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
    })
    expect(await ordersOf(payer)).toBe(0)
    expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
  })
})

test('a refused request stores no order', async () => {
  const payer = await service.account()
  for (const { options } of Object.values(problems)) await submit(service, payer, options)
  expect(await ordersOf(payer)).toBe(0)
  await submit(service, payer, { file: CUBE })
  expect(await ordersOf(payer)).toBe(1)
})

async function ordersOf({ accountId }: TestAccount): Promise<number> {
  const rows = await service.db
    .selectFrom('orders')
    .select('code')
    .where('account_id', '=', accountId)
    .execute()
  return rows.length
}
