// The start page: what this is, the ways in, a first request to paste, and what it costs.
import { Html } from '@elysiajs/html'
import {
  domesticPostage,
  internationalPostage,
  servedCountries,
} from '../domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  materials,
  qualityFactorPercent,
} from '../domain/catalog/materials.ts'
import { openingCredits } from '../domain/generation/request/credit-cost.ts'
import {
  bulkDiscountPercent,
  minimumCentsPerPart,
  overtimeCentsPerHour,
} from '../domain/pricing/subtotal.ts'
import { accountScript, assetUrl } from './assets/assets.ts'
import { pageResponse } from './base/layout.tsx'
import { money, shortMoney } from './base/money.ts'
import { StockColors } from './reference/stock-colors.tsx'

export function homePage(baseUrl: string): Promise<Response> {
  return pageResponse({
    title: '3D models in, printed parts by post',
    script: assetUrl(accountScript),
    body: (
      <>
        <h1 class="hero">Send a 3D model, get the part by post</h1>
        <p class="lead">
          This is the front door of a print farm. One request carries a model file and an address:
          we measure the part, price it, charge your saved card and queue the print. You get an
          order code back, and a tracking number once the parcel is on its way. No model yet? One
          can be made from words or a photo.
        </p>
        <p class="row">
          <a class="button" href="/account">
            Get an API key
          </a>
          <a class="button quiet" href="/docs">
            Read the reference
          </a>
        </p>
        <Start baseUrl={baseUrl} />
        <Doors baseUrl={baseUrl} />
        <Prices />
      </>
    ),
  })
}

function Start({ baseUrl }: { baseUrl: string }) {
  return (
    <section class="panel" aria-labelledby="start">
      <h2 id="start">Your first order: REST</h2>
      <ol class="steps">
        <li>
          <a href="/account">Make an account</a>, save a card there and issue a key. The key is
          shown once.
        </li>
        <li>Send a model with it:</li>
      </ol>
      <Shell id="order-command" command={orderCommand(baseUrl)} />
      <p>
        The answer has the code, the price, whether the card was charged and the address of a status
        page. STL, GLB, 3MF and already-sliced G-code are welcome, up to 100 MB. The{' '}
        <a href="/docs">reference</a> explains every field and every refusal;{' '}
        <a href="/openapi.json">openapi.json</a> tells your tools the same.
      </p>
      <p>Only want a price? No account needed:</p>
      <Shell id="price-command" command={priceCommand(baseUrl)} />
    </section>
  )
}

/** A command to paste; the button appears where copying works. */
function Shell({ id, command }: { id: string; command: string }) {
  return (
    <div class="shell">
      <pre tabindex="0">
        <code id={id} safe>
          {command}
        </code>
      </pre>
      <button type="button" class="quiet" data-copy={id} hidden>
        Copy
      </button>
    </div>
  )
}

const orderCommand = (baseUrl: string) => `curl ${baseUrl}/api/print/orders \\
  -H "Authorization: Bearer $SVC_KEY" \\
  -F file=@part.stl \\
  -F material=petg -F color=Black -F quantity=2 \\
  -F recipientName="Your Name" -F street1="1 Main Street" \\
  -F city=Springfield -F state=IL -F zip=62701 -F country=US`

const priceCommand = (baseUrl: string) => `curl ${baseUrl}/api/price \\
  -d '{"bboxMm": {"x": 40, "y": 30, "z": 20}, "material": "petg"}'`

const generationCommand = (baseUrl: string) => `curl ${baseUrl}/api/generate/start \\
  -H "Authorization: Bearer $SVC_TOKEN" \\
  -d '{"prompt": "a small flower vase", "mode": "hi_fi"}'`

/** The entry that clients of agents keep in their configuration. */
const agentEntry = (baseUrl: string) => `{
  "mcpServers": {
    "print-farm": {
      "type": "http",
      "url": "${baseUrl}/api/mcp",
      "headers": { "Authorization": "Bearer svc_live_..." }
    }
  }
}`

function Doors({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <section class="panel" aria-labelledby="mcp">
        <h2 id="mcp">For agents: MCP</h2>
        <p>
          The same functions as tools that an AI agent calls: quote, order, track, generate. A
          client’s entry, with the key of <a href="/account">your account</a>:
        </p>
        <Shell id="agent-entry" command={agentEntry(baseUrl)} />
        <p>
          Without the key there are materials, estimates, printability checks, lead times and
          tracking. What the endpoint speaks is in the{' '}
          <a href="/docs#callAgentEndpoint">reference</a>; language models read{' '}
          <a href="/llms.txt">llms.txt</a>.
        </p>
      </section>
      <section class="panel" aria-labelledby="generation">
        <h2 id="generation">No model yet?</h2>
        <p>
          Words or photos become a printable model, for credits; an account has{' '}
          {String(openingCredits)} to start with. With an extension token of{' '}
          <a href="/account">your account</a>:
        </p>
        <Shell id="generation-command" command={generationCommand(baseUrl)} />
        <p>
          Ask for its <a href="/docs#readGenerationJob">progress</a>; the model that comes of it is
          ordered by its address.
        </p>
      </section>
    </>
  )
}

function Prices() {
  const premium = qualityFactorPercent.premium / 100
  return (
    <section class="panel" aria-labelledby="prices">
      <h2 id="prices">What it costs</h2>
      <p>
        One rate per gram covers filament and normal machine time; only an already-sliced file that
        takes longer than its weight covers adds {money(overtimeCentsPerHour)} an hour. There is no
        set-up fee. The <a href="/docs#prices">formulas</a> are in the reference.
      </p>
      <div class="columns prices">
        <table class="price">
          <tbody>
            {Object.entries(materials).map(([name, { centsPerGram }]) => (
              <tr>
                <th scope="row">{name.toUpperCase()}</th>
                <td>{money(centsPerGram)} per gram</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Any other color, or none</th>
              <td>{money(customColorCentsPerGram)} per gram</td>
            </tr>
          </tbody>
        </table>
        <ul class="rules">
          <li>Premium quality is {String(premium)} times the rate.</li>
          <li>A part is at least {money(minimumCentsPerPart)}.</li>
          <li>
            Five or more take {String(bulkDiscountPercent(5))}% off, ten or more{' '}
            {String(bulkDiscountPercent(10))}%.
          </li>
          <li>
            Postage in the US is {shortMoney(domesticPostage.flatCents)}, free from{' '}
            {shortMoney(domesticPostage.freeFromCents)}; to {String(servedCountries.length - 1)}{' '}
            other countries it is {shortMoney(internationalPostage.flatCents)}, free from{' '}
            {shortMoney(internationalPostage.freeFromCents)}.
          </li>
        </ul>
      </div>
      <h3>Colors in stock</h3>
      <StockColors hex={false} />
    </section>
  )
}
