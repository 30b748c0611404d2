// Takes docs/order-page.png, the picture of README.md, from a service that runs in local mode: orders a sample part with the
// demo account and photographs its order page. `npm start` in one shell, `npm run screenshot` in another; needs Chromium.
// STATE_DIR names the state folder of a service that was started with another one than `.svc`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { chromiumPath, openChromium } from '../test/browser/chromium.ts'

const picture = join(import.meta.dir, 'order-page.png')
const stateDir = process.env['STATE_DIR'] ?? '.svc'

const demoSchema = v.object({ baseUrl: v.string(), apiKey: v.string() })
const orderSchema = v.object({ statusUrl: v.string() })

if (chromiumPath === null) throw new Error('No Chromium was found.')
const demo = v.parse(demoSchema, JSON.parse(readFileSync(join(stateDir, 'demo.json'), 'utf8')))
const { statusUrl } = await orderSample()
const { page, close } = await openChromium(chromiumPath)
await page.goto(statusUrl)
await page.screenshot({ path: picture })
await close()
console.log(`${picture} shows ${statusUrl}`)

async function orderSample() {
  const form = new FormData()
  form.set('file', new File([readFileSync(join(stateDir, 'sample.stl'))], 'sample.stl'))
  const fields = { material: 'petg', color: 'Sunny Orange', quality: 'premium', quantity: '5' }
  const address = {
    recipientName: 'Demo Customer',
    street1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
  }
  for (const [name, value] of Object.entries({ ...fields, ...address })) form.set(name, value)
  const response = await fetch(`${demo.baseUrl}/api/print/orders`, {
    method: 'POST',
    headers: { 'x-api-key': demo.apiKey },
    body: form,
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return v.parse(orderSchema, await response.json())
}
