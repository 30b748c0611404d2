// Submits that are interrupted after every single byte, with the network of Bun.
import { closing } from '../../../testing/use.ts'
import { testEveryCut } from './cut-after-any-byte.ts'
import { cutSubmits } from './cut-submits.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

testEveryCut('Bun', async (apiKey, { baseUrl }) => {
  await using proxy = closing(await openCuttingProxy(Number(new URL(baseUrl).port)))
  return await cutSubmits(proxy, apiKey, 1)
})
