// The ten wishes of the report on callers, each of which once failed or succeeded only by luck.

import { cubeStl } from '../../../testing/models/meshes.ts'
import { baseUrl } from '../../simulation/open-service.ts'
import { Stuck } from './agent.ts'
import { placedBefore, shoppingFor, type Wish } from './wish.ts'

const cube = cubeStl({ sizeMm: 60 })
const black = { says: 'Black', takes: 'Black' }

export const reportWishes: readonly Wish[] = [
  {
    words: 'Print this link in white TPU, three pieces, to Munich.',
    act: async ({ agent, world }) => {
      const link = world.publish('grip.stl', { host: 'models.example.org' })
      const white = { says: 'White', takes: 'White' }
      const terms = { material: 'tpu', quantity: 3, color: white, country: 'DE' } as const
      const file = { bytes: cube, name: 'grip.stl' }
      await agent.buy(shoppingFor(link, terms, { file }))
    },
    // 121 g x $0.13 = $15.73, x 3 = $47.19; $30 abroad.
    orders: [7_719],
    maxCalls: 6,
  },
  {
    words: 'Print it the cheapest way.',
    act: async ({ agent, world }) => {
      agent.tell((await agent.use('list_materials')).words)
      const abs = { material: 'abs', color: black } as const
      // 104 g x $0.12 is the lowest price of all materials.
      await agent.buy(shoppingFor(world.publish('cube.stl'), abs))
    },
    orders: [1_948],
    told: ['abs $0.12', 'bills $0.20'],
    maxCalls: 5,
  },
  {
    words: 'I need it by Friday. Will it be there?',
    act: async ({ agent, world }) => {
      const terms = { maxCents: 1 }
      await agent.buy(shoppingFor(world.publish('cube.stl'), terms))
    },
    orders: [],
    told: [/it ships by \w{3}, \w{3} \d+ and arrives \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+\./],
    maxCalls: 3,
  },
  {
    words: 'Print this part; it is drawn in inches.',
    act: async ({ agent, world }) => {
      const link = world.publish('inch.stl', { bytes: cubeStl({ sizeMm: 2.5 }) })
      await agent.buy(shoppingFor(link, { longestMm: 63.5 }))
    },
    orders: [2_212],
    told: ['63.5 x 63.5 x 63.5 mm'],
    maxCalls: 5,
  },
  {
    words: 'Is it strong enough to hang a bicycle on, outdoors?',
    act: async ({ agent, world }) => {
      agent.tell((await agent.use('list_materials')).words)
      const asa = { material: 'asa', color: black } as const
      await agent.buy(shoppingFor(world.publish('hook.stl'), asa))
    },
    // 107 g x $0.14 = $14.98; $7.
    orders: [2_198],
    told: [/asa: Tough/, /sun and rain/],
    maxCalls: 5,
  },
  {
    words: 'Two different parts, in one parcel.',
    act: async ({ agent, world }) => {
      // The buyer wants to know the postage of both before buying.
      for (const name of ['lid.stl', 'box.stl']) {
        agent.listen()
        await agent.buy(shoppingFor(world.publish(name), { maxCents: 1 }))
      }
    },
    orders: [],
    told: [`${baseUrl}/basket`],
    maxCalls: 4,
  },
  {
    words: 'The same as last month, please.',
    act: async (scene) => {
      const { agent } = scene
      const code = await placedBefore(scene, 'petg')
      await scene.world.wait(30 * 86_400)
      const { words } = await agent.use('list_my_orders')
      if (!words.includes(code)) throw new Stuck('the order is not listed')
      const order = await agent.use('get_order', { code })
      const link = /model_url (gs:\/\/[^\s,;]+?)[.,;]?(?= |$)/.exec(order.words)?.[1]
      if (link === undefined) throw new Stuck('get_order says nothing of the model')
      await agent.buy(shoppingFor(link, { material: 'petg' }))
    },
    // 127 g x $0.12 = $15.24; $7: twice, including the earlier order.
    orders: [2_224, 2_224],
    maxCalls: 6,
  },
  {
    words: 'Cancel my order.',
    act: async (scene) => {
      const { agent } = scene
      const code = await placedBefore(scene)
      agent.tell((await agent.use('get_order', { code })).words)
    },
    orders: [2_212],
    told: [`${baseUrl}/contact?order=`],
    maxCalls: 1,
  },
  {
    words: 'I need 200 pieces.',
    act: async ({ agent, world }) => {
      const model_url = world.publish('clip.stl')
      // The number is the wish: no model omits it.
      const learned = { quantity: 200, color: 'Black' }
      agent.tell((await agent.use('quote_print', { model_url }, { learned })).words)
    },
    orders: [],
    told: ['50', '/contact'],
    maxCalls: 2,
  },
  {
    words: 'Is that not too expensive? I pay 20 dollars at most.',
    act: async ({ agent, world }) => {
      await agent.buy(shoppingFor(world.publish('cube.stl'), { maxCents: 2_000 }))
    },
    orders: [],
    told: ['$22.12', '$7.00 postage'],
    maxCalls: 3,
  },
]
