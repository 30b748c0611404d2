// The start page: what the service does, a first request to paste, MCP, generation, and prices.

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
import { maxModelText } from '../domain/models/size-limit.ts'
import {
  bulkDiscountPercent,
  minimumCentsPerPart,
  overtimeCentsPerHour,
} from '../domain/pricing/subtotal.ts'
import { accountScript, assetUrl } from './assets/assets.ts'
import { pageResponse } from './base/layout.tsx'
import { money, shortMoney } from './base/money.ts'
import { Shell } from './base/shell.tsx'
import { StockColors } from './reference/stock-colors.tsx'

export function homePage(baseUrl: string): Promise<Response> {
  return pageResponse({
    title: '3D models in, printed parts by mail',
    script: assetUrl(accountScript),
    body: (
      <>
        <h1 class="hero">Send a 3D model, get the part by mail</h1>
        <p class="lead">
          Order 3D prints with one request. Send a model file and an address: we measure the part,
          price it, charge your saved card and queue the print. You get an order code right away,
          and its page shows the tracking number once the parcel ships. No model yet? Generate one
          from a description or a photo.
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
        <OtherWaysIn baseUrl={baseUrl} />
        <Prices />
      </>
    ),
  })
}

function Start({ baseUrl }: { baseUrl: string }) {
  return (
    <section class="panel" aria-labelledby="start">
      <h2 id="start">Your first order over REST</h2>
      <ol class="steps">
        <li>
          <a href="/account">Create an account</a>, save a card and create an API key. The key is
          shown once.
        </li>
        <li>Send a model with the key:</li>
      </ol>
      <Shell id="order-command" command={orderCommand(baseUrl)} />
      <p>
        The response has the order code, the price, whether the card was charged, and a link to the
        status page. STL, GLB, 3MF and already-sliced G-code files are accepted, up to{' '}
        {maxModelText}. The <a href="/docs">reference</a> explains every field and every error;{' '}
        <a href="/openapi.json">openapi.json</a> is the same reference for programs.
      </p>
      <p>Just want a price? No account needed:</p>
      <Shell id="price-command" command={priceCommand(baseUrl)} />
    </section>
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

/** The entry for an MCP client's configuration file. */
const agentEntry = (baseUrl: string) => `{
  "mcpServers": {
    "print-farm": {
      "type": "http",
      "url": "${baseUrl}/api/mcp",
      "headers": { "Authorization": "Bearer svc_live_..." }
    }
  }
}`

function OtherWaysIn({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <section class="panel" aria-labelledby="mcp">
        <h2 id="mcp">For agents: MCP</h2>
        <p>
          The same functions as tools for AI agents: quote, order, track, generate. Add this entry
          to your client’s configuration, with the API key from <a href="/account">your account</a>:
        </p>
        <Shell id="agent-entry" command={agentEntry(baseUrl)} />
        <p>
          Without a key, an agent can list materials, estimate prices, check printability, look up
          lead times and track orders. The <a href="/docs#callAgentEndpoint">reference</a> describes
          the protocol; <a href="/llms.txt">llms.txt</a> is a summary for language models.
        </p>
      </section>
      <section class="panel" aria-labelledby="generation">
        <h2 id="generation">No model yet?</h2>
        <p>
          Generate a printable model from a description or photos. Generations cost credits, and
          every account starts with {String(openingCredits)}. With an extension token from{' '}
          <a href="/account">your account</a>:
        </p>
        <Shell id="generation-command" command={generationCommand(baseUrl)} />
        <p>
          Then poll the job’s <a href="/docs#readGenerationJob">status</a>; once it is done, order
          the model by its <code>modelUrl</code>.
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
        One rate per gram covers filament and normal machine time. Only already-sliced files can add
        to it: {money(overtimeCentsPerHour)} for each hour beyond what their weight covers. There is
        no setup fee. The reference has the <a href="/docs#prices">formulas</a>.
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
              <th scope="row">Any other color, or no color</th>
              <td>{money(customColorCentsPerGram)} per gram</td>
            </tr>
          </tbody>
        </table>
        <ul class="rules">
          <li>Premium quality costs {String(premium)} times the rate.</li>
          <li>Each part costs at least {money(minimumCentsPerPart)}.</li>
          <li>
            {String(bulkDiscountPercent(5))}% off from 5 parts, {String(bulkDiscountPercent(10))}%
            off from 10 parts.
          </li>
          <li>
            Postage within the US is {shortMoney(domesticPostage.flatCents)}, free for prints of{' '}
            {shortMoney(domesticPostage.freeFromCents)} or more. To{' '}
            {String(servedCountries.length - 1)} other countries it is{' '}
            {shortMoney(internationalPostage.flatCents)}, free from{' '}
            {shortMoney(internationalPostage.freeFromCents)}.
          </li>
        </ul>
      </div>
      <h3>Colors in stock</h3>
      <StockColors hex={false} />
    </section>
  )
}
