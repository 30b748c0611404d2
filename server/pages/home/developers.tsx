// Section of the start page for developers: one request that orders a part, in a selectable programming language, and
// the configuration entry for an MCP client.
import { secretPrefixes } from '../../domain/accounts/secrets.ts'
import { openingCredits } from '../../domain/generation/request/credit-cost.ts'
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import type { Child } from '../../html/markup.ts'
import { CommandToCopy } from '../base/command-to-copy.tsx'
import { EnglishLink } from '../base/page-language.tsx'
import type { Words } from '../languages/words.ts'

type DevelopersView = {
  readonly baseUrl: string
  /** Prefix of the account's API key. The key itself is not stored. */
  readonly keyPrefix: string | null
  readonly words: Words
}

export function Developers({ baseUrl, keyPrefix, words }: DevelopersView) {
  const labels = {
    copy: words.text('developers.copy'),
    copied: words.text('developers.copied'),
  }
  const accountLink = (text: Child) => (
    <EnglishLink words={words} href="/account">
      {text}
    </EnglishLink>
  )
  const key = `${keyPrefix ?? secretPrefixes.api_key}...`
  const samples = [
    { name: 'curl', id: 'order-command', code: curl(baseUrl) },
    { name: 'TypeScript', id: 'order-typescript', code: typescript(baseUrl) },
    { name: 'Python', id: 'order-python', code: python(baseUrl) },
    { name: 'MCP', id: 'agent-entry', code: agentEntry(baseUrl, key) },
  ]
  return (
    <section class="developers" aria-labelledby="developers">
      <div>
        <h2 id="developers">{words.text('developers.heading')}</h2>
        <p>{words.text('developers.lead', { size: words.megabytes(maxModelBytes) })}</p>
        <p>
          {keyPrefix === null
            ? words.rich('developers.noKey', {
                link: accountLink,
                variable: <code>SVC_API_KEY</code>,
              })
            : words.rich('developers.key', {
                link: accountLink,
                prefix: <code>{keyPrefix}</code>,
              })}
        </p>
        <p>
          <EnglishLink words={words} href="/docs/first-order">
            {words.text('developers.firstOrder')}
          </EnglishLink>{' '}
          ·{' '}
          <EnglishLink words={words} href="/docs">
            {words.text('developers.documentation')}
          </EnglishLink>{' '}
          ·{' '}
          <EnglishLink words={words} href="/openapi.json">
            openapi.json
          </EnglishLink>{' '}
          ·{' '}
          <EnglishLink words={words} href="/llms.txt">
            llms.txt
          </EnglishLink>{' '}
          ·{' '}
          <EnglishLink words={words} href="/docs/agents">
            MCP
          </EnglishLink>
        </p>
        <details>
          <summary>{words.text('developers.more')}</summary>
          <p>{words.text('developers.price')}</p>
          <CommandToCopy id="price-command" command={priceCommand(baseUrl)} labels={labels} />
          <p>
            {words.rich('developers.generation', {
              link: accountLink,
              credits: words.number(openingCredits),
            })}
          </p>
          <CommandToCopy
            id="generation-command"
            command={generationCommand(baseUrl)}
            labels={labels}
          />
          <p>
            {words.rich('developers.poll', {
              link: (text) => (
                <EnglishLink words={words} href="/docs/reference-generation-2#readGenerationJob">
                  {text}
                </EnglishLink>
              ),
              field: <code>modelUrl</code>,
            })}
          </p>
        </details>
      </div>
      <fieldset class="tabs">
        <legend class="visually-hidden">{words.text('developers.samples')}</legend>
        {samples.map(({ name, id }, index) => (
          <label class="tab">
            <input type="radio" name="language" value={id} checked={index === 0} />
            <span>{name}</span>
          </label>
        ))}
        {samples.map(({ id, code }) => (
          <div class="tab-panel">
            <CommandToCopy id={id} command={code} labels={labels} />
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
  -d '{"bboxMm": {"x": 40, "y": 30, "z": 20}, "material": "petg", "color": "Black"}'`

const generationCommand = (baseUrl: string) => `curl ${baseUrl}/api/generate/start \\
  -H "Authorization: Bearer $SVC_TOKEN" \\
  -d '{"prompt": "a small flower vase", "mode": "hi_fi"}'`

/** Entry for an MCP client's configuration file. */
const agentEntry = (baseUrl: string, key: string) => `{
  "mcpServers": {
    "print-farm": {
      "type": "http",
      "url": "${baseUrl}/api/mcp",
      "headers": { "Authorization": "Bearer ${key}" }
    }
  }
}`
