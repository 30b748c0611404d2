// The start page for developers: one request that orders a part, in the reader's language, and the entry of an MCP client.
import { openingCredits } from '../../domain/generation/request/credit-cost.ts'
import { maxModelText } from '../../domain/models/size-limit.ts'
import { CommandToCopy } from '../base/command-to-copy.tsx'

type DevelopersView = {
  readonly baseUrl: string
  /** How the account's API key begins. The key itself is not stored. */
  readonly keyPrefix: string | null
}

export function Developers({ baseUrl, keyPrefix }: DevelopersView) {
  const key = `${keyPrefix ?? 'svc_live_'}...`
  const samples = [
    { name: 'curl', id: 'order-command', code: curl(baseUrl) },
    { name: 'TypeScript', id: 'order-typescript', code: typescript(baseUrl) },
    { name: 'Python', id: 'order-python', code: python(baseUrl) },
    { name: 'MCP', id: 'agent-entry', code: agentEntry(baseUrl, key) },
  ]
  return (
    <section class="developers" aria-labelledby="developers">
      <div>
        <h2 id="developers">For developers: one request orders a part</h2>
        <p>
          Send a file and an address. The response has the order code, the price, whether your card
          was charged, and the address of the order’s page. STL, GLB, 3MF and already-sliced G-code,
          up to {maxModelText}.
        </p>
        <p>
          {keyPrefix === null ? (
            <>
              <a href="/account">Create an account</a>, save a card and make an API key: it goes
              where the samples say <code>SVC_API_KEY</code>.
            </>
          ) : (
            <>
              Your key begins with <code>{keyPrefix}</code>. It was shown once;{' '}
              <a href="/account">your account</a> makes a new one.
            </>
          )}
        </p>
        <p>
          <a href="/docs/first-order">First order</a> · <a href="/docs">Documentation</a> ·{' '}
          <a href="/openapi.json">openapi.json</a> · <a href="/llms.txt">llms.txt</a> ·{' '}
          <a href="/docs/agents">MCP</a>
        </p>
        <details>
          <summary>Just a price, or no model yet?</summary>
          <p>A price needs no account:</p>
          <CommandToCopy id="price-command" command={priceCommand(baseUrl)} />
          <p>
            A model can be generated from a description or photos. It costs credits, and every
            account starts with {String(openingCredits)}. With an extension token from{' '}
            <a href="/account">your account</a>:
          </p>
          <CommandToCopy id="generation-command" command={generationCommand(baseUrl)} />
          <p>
            Then poll the job’s <a href="/docs/reference#readGenerationJob">status</a>; once it is
            done, order the model by its <code>modelUrl</code>.
          </p>
        </details>
      </div>
      <fieldset class="tabs">
        <legend class="visually-hidden">Language of the sample</legend>
        {samples.map(({ name, id }, index) => (
          <label class="tab">
            <input type="radio" name="language" value={id} checked={index === 0} />
            <span>{name}</span>
          </label>
        ))}
        {samples.map(({ id, code }) => (
          <div class="tab-panel">
            <CommandToCopy id={id} command={code} />
          </div>
        ))}
      </fieldset>
    </section>
  )
}

const curl = (baseUrl: string) => `curl ${baseUrl}/api/print/orders \\
  -H "Authorization: Bearer $SVC_API_KEY" \\
  -F file=@part.stl \\
  -F material=petg -F color=Black -F quantity=2 \\
  -F recipientName="Your Name" -F street1="1 Main Street" \\
  -F city=Springfield -F state=IL -F zip=62701 -F country=US`

const typescript = (baseUrl: string) => `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.set('file', await openAsBlob('part.stl'), 'part.stl')
const order = {
  material: 'petg', color: 'Black', quantity: '2',
  recipientName: 'Your Name', street1: '1 Main Street',
  city: 'Springfield', state: 'IL', zip: '62701', country: 'US',
}
for (const [name, value] of Object.entries(order)) form.set(name, value)

const response = await fetch('${baseUrl}/api/print/orders', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SVC_API_KEY}\` },
  body: form,
})
const { code, estimatedCost, statusUrl } = await response.json()`

const python = (baseUrl: string) => `import os
import requests

response = requests.post(
    "${baseUrl}/api/print/orders",
    headers={"Authorization": f"Bearer {os.environ['SVC_API_KEY']}"},
    files={"file": open("part.stl", "rb")},
    data={
        "material": "petg", "color": "Black", "quantity": 2,
        "recipientName": "Your Name", "street1": "1 Main Street",
        "city": "Springfield", "state": "IL", "zip": "62701", "country": "US",
    },
)
order = response.json()
print(order["code"], order["estimatedCost"], order["statusUrl"])`

const priceCommand = (baseUrl: string) => `curl ${baseUrl}/api/price \\
  -d '{"bboxMm": {"x": 40, "y": 30, "z": 20}, "material": "petg"}'`

const generationCommand = (baseUrl: string) => `curl ${baseUrl}/api/generate/start \\
  -H "Authorization: Bearer $SVC_TOKEN" \\
  -d '{"prompt": "a small flower vase", "mode": "hi_fi"}'`

/** The entry for an MCP client's configuration file. */
const agentEntry = (baseUrl: string, key: string) => `{
  "mcpServers": {
    "print-farm": {
      "type": "http",
      "url": "${baseUrl}/api/mcp",
      "headers": { "Authorization": "Bearer ${key}" }
    }
  }
}`
