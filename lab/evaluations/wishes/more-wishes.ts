// Thirty more wishes: colors, countries, sizes, files without a link, cards and limits, existing orders, generations,
// questions.

import { cubeStl } from '../../../testing/models/meshes.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { baseUrl } from '../../simulation/open-service.ts'
import { Stuck } from './agent.ts'
import { placedBefore, type Scene, shoppingFor, type Wish } from './wish.ts'

const cube = cubeStl({ sizeMm: 60 })
const stock = (says: string, takes: string | null = says) => ({ says, takes })

const colors: readonly Wish[] = [
  buying('Print it in grey.', { color: stock('grey', 'Silver') }, 2_212),
  // 126 g x $0.12 x 1.75 = $26.46; $7.
  buying('In the finest layers.', { quality: 'premium' }, 3_346, ['0.1 mm layers']),
  // 10 x $15.12 less 10% = $136.08, postage free from $50.
  buying('Ten of them.', { quantity: 10 }, 13_608, ['$0.00 postage']),
]

const countries: readonly Wish[] = [
  {
    words: 'Send it to Brazil.',
    act: async ({ agent, world }) => {
      const model_url = world.publish('cube.stl')
      const learned = { country: 'BR' }
      agent.tell((await agent.use('quote_print', { model_url }, { learned })).words)
    },
    orders: [],
    told: [/US, CA, GB/],
    maxCalls: 2,
  },
  {
    words: 'Send it to the UK.',
    act: async ({ agent, world }) => {
      const more = { says: { country: 'UK' }, corrections: { country: 'GB' } }
      await agent.buy(shoppingFor(world.publish('cube.stl'), { country: 'GB' }, more))
    },
    // $15.12; $30 abroad.
    orders: [4_512],
    maxCalls: 5,
  },
  {
    words: 'Buy it. No, wait: send it to my sister in Leeds.',
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl'), {}, { thenTo: 'GB' }))
    },
    orders: [4_512],
    told: ['$30.00 postage to GB'],
    maxCalls: 7,
  },
]

const sizes: readonly Wish[] = [
  {
    words: 'Print this knob; it is drawn in centimeters.',
    act: async ({ agent, world }) => {
      const link = world.publish('knob.stl', { bytes: cubeStl({ sizeMm: 6 }) })
      await agent.buy(shoppingFor(link, { longestMm: 60 }))
    },
    orders: [2_212],
    told: ['60 x 60 x 60 mm'],
    maxCalls: 5,
  },
  {
    words: 'Make it 120 mm long.',
    act: async ({ agent, world }) => {
      // The size is the wish, and the description of model_url explains how to set it.
      const link = `${world.publish('cube.stl')}#sizeMm=120`
      await agent.buy(shoppingFor(link, { longestMm: 120 }))
    },
    orders: [2_212],
    told: ['120 x 120 x 120 mm'],
    maxCalls: 4,
  },
  {
    words: 'It is too big for you? Then as big as 200 mm.',
    act: async ({ agent, world }) => {
      const link = world.publish('big.stl', { bytes: cubeStl({ sizeMm: 900 }) })
      await agent.buy(shoppingFor(link, { longestMm: 200 }))
    },
    orders: [2_212],
    told: ['200 x 200 x 200 mm'],
    maxCalls: 5,
  },
]

const files: readonly Wish[] = [
  handedIn('Print the file bracket.stl on my desk.', 'bracket.stl', cube),
  {
    words: 'Print this page of a model site.',
    act: async ({ agent, world }) => {
      const link = world.publish('thing', { bytes: new Uint8Array() })
      await agent.buy(shoppingFor(link, {}, { file: { bytes: cube, name: 'thing.stl' } }))
    },
    orders: [2_212],
    maxCalls: 6,
  },
  {
    words: 'Print this link to an OBJ file.',
    act: async ({ agent, world }) => {
      const link = world.publish('part.obj', { bytes: objCube(60) })
      await agent.buy(shoppingFor(link, {}, { file: { bytes: objCube(60), name: 'part.obj' } }))
    },
    orders: [2_212],
    maxCalls: 6,
  },
  {
    words: 'Can this be printed at all? If so, buy it.',
    act: async ({ agent, world }) => {
      const model_url = world.publish('cube.stl')
      agent.tell((await agent.use('check_printability', { model_url })).words)
      await agent.buy(shoppingFor(model_url))
    },
    orders: [2_212],
    told: [/score \d+/],
    maxCalls: 5,
  },
]

const money: readonly Wish[] = [
  {
    words: 'Buy it with my card (which the bank declines).',
    card: 'declined',
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [2_212],
    paid: 0,
    told: [/\/orders\/[A-Z]+-\w+\/pay/],
    maxCalls: 4,
  },
  {
    words: 'Buy it (no card is saved).',
    card: 'none',
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [2_212],
    paid: 0,
    told: [/\/orders\/[A-Z]+-\w+\/pay/],
    maxCalls: 4,
  },
  {
    words: 'Buy it (the account may spend 5 dollars a day).',
    limited: true,
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [],
    told: ['daily spending limit of $5.00'],
    maxCalls: 4,
  },
  {
    words: 'I agree, a day later.',
    act: async ({ agent, world }) => {
      let hasSlept = false
      const meanwhile = async () => {
        if (!hasSlept) await world.wait(25 * 3600)
        hasSlept = true
      }
      await agent.buy(shoppingFor(world.publish('cube.stl'), {}, { meanwhile }))
    },
    orders: [2_212],
    maxCalls: 7,
  },
  {
    words: 'Buy it (the response of the order gets lost).',
    faults: [{ tool: 'create_print_order', call: 1, kind: 'response lost' }],
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [2_212],
    maxCalls: 5,
  },
  {
    words: 'Buy it (the allowance of quotes is used up).',
    faults: [
      {
        tool: 'quote_print',
        call: 1,
        kind: 'allowance used up',
        scope: 'agent-reads',
        seconds: 60,
      },
    ],
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [2_212],
    maxCalls: 5,
  },
]

const addresses: readonly Wish[] = [
  corrected('Send it to me (the postal code is left blank).', { zip: ' ' }, { zip: '62701' }),
]

const orders: readonly Wish[] = [
  {
    words: 'Where is my order? I wrote its code in small letters.',
    act: async (scene) => {
      const { agent } = scene
      const code = await placedBefore(scene)
      const first = await agent.use('get_order', { code: code.toLowerCase() })
      if (first.failed) {
        const { words } = await agent.use('list_my_orders')
        const listed = /([A-Z]+-\w+): /.exec(words)?.[1] ?? ''
        agent.tell((await agent.use('get_order', { code: listed })).words)
        return
      }
      agent.tell(first.words)
    },
    orders: [2_212],
    told: ['in review'],
    maxCalls: 4,
  },
  {
    words: 'Where is my order? (without a key)',
    keyless: true,
    act: async (scene) => {
      const { agent, world } = scene
      const code = await placedBefore(scene)
      const first = await agent.use('list_my_orders')
      agent.tell(first.words)
      const args = { order_code: code, email: world.account.email }
      agent.tell((await agent.use('track_order', args)).words)
    },
    orders: [2_212],
    told: ['in review'],
    maxCalls: 3,
  },
  {
    words: 'Where is my order? (another email address)',
    act: async (scene) => {
      const { agent, world } = scene
      const code = await placedBefore(scene)
      const wrong = { order_code: code, email: 'other@example.com' }
      agent.tell((await agent.use('track_order', wrong)).words)
      // The buyer looks it up.
      const right = { order_code: code, email: world.account.email }
      agent.tell((await agent.use('track_order', right)).words)
    },
    orders: [2_212],
    told: ['in review'],
    maxCalls: 3,
  },
  {
    words: 'What have I ordered here? (nothing yet) Then buy this.',
    act: async ({ agent, world }) => {
      agent.tell((await agent.use('list_my_orders')).words)
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [2_212],
    maxCalls: 5,
  },
  {
    words: 'One for me and one for my mother.',
    act: async ({ agent, world }) => {
      const link = world.publish('cube.stl')
      await agent.buy(shoppingFor(link))
      agent.listen()
      await agent.buy(shoppingFor(link, { country: 'DE' }))
    },
    orders: [2_212, 4_512],
    maxCalls: 8,
  },
]

const questions: readonly Wish[] = [
  {
    words: 'Roughly what do 80 grams of PETG cost? Then print this.',
    act: async ({ agent, world }) => {
      const options = { material: 'petg' }
      agent.tell((await agent.use('estimate_price', { grams: 80 }, { options })).words)
      await agent.buy(shoppingFor(world.publish('cube.stl'), { material: 'petg' }))
    },
    orders: [2_224],
    // 80 g x $0.12 = $9.60; $7.
    told: ['$9.60', '$16.60'],
    maxCalls: 5,
  },
  {
    words: 'How long does it take? If it is under a month, buy it.',
    act: async ({ agent, world }) => {
      agent.tell((await agent.use('get_lead_time')).words)
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [2_212],
    told: [/ship in about \d+ days?/],
    maxCalls: 5,
  },
  {
    words: 'Print it in resin; if you cannot, in PETG.',
    act: async ({ agent, world }) => {
      const more = { says: { material: 'resin' }, corrections: { material: 'petg' } }
      await agent.buy(shoppingFor(world.publish('cube.stl'), { material: 'petg' }, more))
    },
    orders: [2_224],
    maxCalls: 5,
  },
  {
    words: 'Buy it (the client has no key).',
    keyless: true,
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl')))
    },
    orders: [],
    told: [`${baseUrl}/quote?model=`],
    maxCalls: 2,
  },
]

const generations: readonly Wish[] = [
  {
    words: 'Make me a small vase and print it.',
    act: async (scene) => {
      const { agent } = scene
      const model = await generated(scene, 'a small vase')
      await agent.buy(shoppingFor(model, { longestMm: 80 }))
    },
    orders: [2_212],
    maxCalls: 8,
  },
  {
    words: 'Make me a vase (no credits are left).',
    act: async ({ agent, world }) => {
      await setCredits(world.stage.db, 0, world.account.accountId)
      const args = { prompt: 'a small vase', confirm: true }
      agent.tell((await agent.use('generate_model', args)).words)
    },
    orders: [],
    told: ['/account'],
    maxCalls: 2,
  },
]

export const moreWishes: readonly Wish[] = [
  ...colors,
  ...countries,
  ...sizes,
  ...files,
  ...money,
  ...addresses,
  ...orders,
  ...questions,
  ...generations,
]

/** Returns a wish to buy a part of 60 mm with these options. */
function buying(
  words: string,
  terms: Parameters<typeof shoppingFor>[1],
  cents: number,
  told: Wish['told'] = [],
): Wish {
  const act: Wish['act'] = async ({ agent, world }) => {
    await agent.buy(shoppingFor(world.publish('cube.stl'), terms))
  }
  return { words, act, orders: [cents], told, maxCalls: 4 }
}

/** Returns a wish about a file without a link. */
function handedIn(words: string, name: string, bytes: Uint8Array): Wish {
  const act: Wish['act'] = async ({ agent }) => {
    await agent.buy(shoppingFor(name, {}, { file: { bytes, name } }))
  }
  return { words, act, orders: [2_212], maxCalls: 6 }
}

/** Returns an argument of the order that the buyer corrects when a refusal names it. */
function corrected(
  words: string,
  wrong: Readonly<Record<string, string>>,
  corrections: Readonly<Record<string, string>>,
): Wish {
  const act: Wish['act'] = async ({ agent, world }) => {
    const shopping = shoppingFor(world.publish('cube.stl'), {}, { corrections })
    await agent.buy({ ...shopping, address: { ...shopping.address, ...wrong } })
  }
  return { words, act, orders: [2_212], maxCalls: 6 }
}

async function generated({ agent }: Scene, prompt: string): Promise<string> {
  const started = await agent.use('generate_model', { prompt, confirm: true })
  const job_id = /job ([\da-f-]{8,})/.exec(started.words)?.[1]
  if (job_id === undefined) throw new Stuck('no job was named')
  for (let poll = 0; poll < 5; poll += 1) {
    await agent.wait(10)
    const { words } = await agent.use('get_generation', { job_id })
    const model = /(gs:\/\/\S*\w)/.exec(words)?.[1]
    if (model !== undefined) return model
  }
  throw new Stuck('the generation never ends')
}

function objCube(size: number): Uint8Array {
  const corner = (index: number) => [index & 1, (index >> 1) & 1, (index >> 2) & 1]
  const vertices = Array.from({ length: 8 }, (_, index) =>
    ['v', ...corner(index).map((bit) => bit * size)].join(' '),
  )
  const quads = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6']
  return new TextEncoder().encode([...vertices, ...quads.map((quad) => `f ${quad}`)].join('\n'))
}
