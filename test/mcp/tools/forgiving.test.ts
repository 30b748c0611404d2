// Interpretation of arguments that differ slightly from the published schema, and the JSON of a response as text.
import { expect } from 'bun:test'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { openOrderingService, ordersOf, toolOf } from './ordering.ts'

const service = use(openOrderingService)

const estimate = (args: Record<string, unknown>) =>
  callTool(service, null, 'estimate_price', { grams: 42, ...args })

verifies('decision.mcp-null', 'an optional argument that is null counts as absent', async () => {
  const nothing = { material: null, quality: null, quantity: null, color: null }
  // 42 x 0.12 = 5.04; + 7.
  expect((await resultOf(estimate(nothing))).fields).toMatchObject({
    material: 'pla',
    quality: 'standard',
    quantity: 1,
    color: null,
    print: 5.04,
    domestic: { total: 12.04 },
  })
  expect(await refusalOf(estimate({ grams: null }))).toContain('The argument grams is required.')
  expect(await refusalOf(estimate({ weight: null }))).toContain('Unknown argument "weight".')

  const account = await service.account()
  const id = await service.quoted(account, { infill: null, country: null, material: null })
  expect(await refusalOf(service.order(account, id, { confirm: null }))).toContain('confirm')
  await resultOf(service.order(account, id, { street2: null, phone: null, note: null }))
  expect(await ordersOf(service, account)).toMatchObject([
    { street2: null, phone: null, note: null, infill: 20, material: 'pla' },
  ])
})

verifies('decision.mcp-letter-case', async () => {
  // 100 g of asa at 0.14, premium: x 1.75 = 24.50.
  const shouted = estimate({ grams: 100, material: 'ASA', quality: 'Premium' })
  expect((await resultOf(shouted)).fields).toMatchObject({
    material: 'asa',
    quality: 'premium',
    print: 24.5,
  })
  const account = await service.account()
  const id = await service.quoted(account, { material: 'PeTG', quality: 'STANDARD', country: 'us' })
  await resultOf(service.order(account, id))
  expect(await ordersOf(service, account)).toMatchObject([{ material: 'petg' }])
  const hifi = { prompt: 'a vase', confirm: true, quality: 'HiFi' }
  const generation = await resultOf(callTool(service, account, 'generate_model', hifi))
  expect(generation.fields).toMatchObject({ quality: 'hifi' })
  // An unknown word is quoted as sent, with the published list.
  expect(await refusalOf(estimate({ material: 'Wood' }))).toContain(
    'material must be one of pla, petg, abs, asa, tpu, not "Wood".',
  )
  expect(toolOf('estimate_price').definition.inputSchema['properties']).toMatchObject({
    material: { enum: ['pla', 'petg', 'abs', 'asa', 'tpu'] },
    quality: { enum: ['standard', 'premium'] },
  })
})

verifies('decision.mcp-json-block', async () => {
  const { text, more } = await resultOf(estimate({ color: 'Black' }))
  expect(text).toContain('$12.04 with postage within the US')
  expect(more).toEqual([
    '{"currency":"USD","material":"pla","quality":"standard","quantity":1,"color":"Black","billed_grams":42,' +
      '"price_per_gram":0.12,"custom_color":false,"discount_percent":0,"per_part":5.04,"print":5.04,' +
      '"domestic":{"shipping":7,"total":12.04},"international":{"shipping":30,"total":35.04}}',
  ])
  // A refusal has no fields, so it has no second block.
  expect((await estimate({ grams: 0 })).more).toEqual([])
})
