// /llms.txt (decisions.md 21): describes the service in plain words for language models. Endpoints and tools come from
// their descriptions, so this text cannot become outdated.

import { shopName } from '../../domain/branding/branding.ts'
import { buildVolumeText } from '../../domain/catalog/build-volume.ts'
import { stockColors } from '../../domain/catalog/colors.ts'
import { materialNames, materialsText } from '../../domain/catalog/materials.ts'
import { agentToolAllowances } from '../../domain/limits/table.ts'
import { thinLimitsText } from '../../domain/measurement/thin-limits.ts'
import { maxModelText } from '../../domain/models/size-limit.ts'
import { chargeStandings } from '../../domain/orders/charge/charge-standing.ts'
import { twoPricesText } from '../../domain/quotes/two-prices.ts'
import { readGuides } from '../../pages/docs/guides.ts'
import { tags } from '../contract/contract.ts'
import { operations } from './document.ts'

/** Tags of the endpoints for customers and their programs. */
const shownTags: readonly string[] = [
  'Orders',
  'Price',
  'Slicing',
  'Generation',
  'Agents',
  'Account',
]

const chargeWords = new Intl.ListFormat('en', { type: 'disjunction' }).format(chargeStandings)

export function llmsText(baseUrl: string): string {
  const tools = Object.keys(agentToolAllowances)
  return `# ${shopName()}

> Send a 3D model and a postal address, get the printed part by mail. One farm, ${materialNames.length} materials, REST and MCP. Prices are US dollars; a \
part fits if its sides, sorted, fit ${buildVolumeText}.

Ordering charges the card that is saved on the account, at once. There is no sandbox: \`dryRun\` of \`POST /api/print/orders\` checks an \
order and states its price, and orders and charges nothing. No call changes or cancels an order: before \
printing begins its buyer can ask the farm to cancel it, at ${baseUrl}/contact. Ask the person before any order. Estimates, quotes, printability checks and lead times are free.

## For agents: MCP

\`POST ${baseUrl}/api/mcp\` is a Streamable HTTP endpoint (JSON-RPC 2.0, no session). \`tools/list\` describes ${tools.length} tools: \
${tools.join(', ')}.

- Without a key: materials, estimates, printability, lead times, and tracking by code and email address.
- With \`Authorization: Bearer <API_KEY>\`: quotes, orders, generation. A person makes the key at ${baseUrl}/account after saving a card.
- A local file: \`POST ${baseUrl}/api/print-upload\` with the same key returns a \`modelUrl\` for quote_print. Results of quote_print and \
check_printability have a picture; the header \`x-pictures: off\` leaves it out.
- How to order: quote_print, show the price, create_print_order with \`confirm: true\` once, then get_order. After a timeout look \
with list_my_orders before anything else; do not order again.
- \`charge\` of an order is ${chargeWords}. Declined, not_made or no_card: it exists unpaid, and the buyer pays it at \
\`payment_url\`. Settling: whether the card was charged is not known yet, so \`payment_url\` is null and nothing may be paid; look with \
get_order in a minute.

## For programs: REST

${endpointLines().join('\n')}

A refusal has \`error\`, what is wrong and often what to do; of a generation that lacks credits also \`message\` and the numbers. An \`Idempotency-Key\` makes a repeated order safe. An order's \
field name that is nearly a known one is refused before anything is charged; any other unknown one is listed in \`ignored\`. \`message\` of an order says what \
became of its charge, and reading it returns \`charge\`, one of the words above.

## Facts

- Materials: ${materialsText}. Stock colors: ${Object.keys(stockColors).join(', ')}; any other costs more.
- Files to order: STL, GLB, 3MF meshes, or sliced .gcode and .gcode.3mf, at most ${maxModelText}. STL numbers are millimeters, GLB numbers meters.
- ${thinLimitsText}
- ${twoPricesText()}

## Guides

${readGuides(baseUrl)
  .map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`)
  .join('\n')}

## More

- [OpenAPI](${baseUrl}/openapi.json): every endpoint, field and refusal
- [Reference](${baseUrl}/docs/reference.md): credentials, prices and a list of every endpoint; its pages have fields and refusals
- [All of it](${baseUrl}/llms-full.txt): every guide and the reference as one text
- [Changelog](${baseUrl}/docs/changelog.md): what callers can notice, by day
- [Documentation](${baseUrl}/docs): the pages for people. Each has a Markdown twin: add .md to its address, or send \`Accept: text/markdown\`
`
}

function endpointLines(): readonly string[] {
  return Object.entries(operations).flatMap(
    ([name, { summary, tags: own, deprecated, ...rest }]) => {
      if (deprecated === true || !own.some((tag) => shownTags.includes(tag) && tag in tags)) {
        return []
      }
      const credentials = rest['x-credentials']
      const who = credentials.length === 0 ? 'no credential' : credentials.join(' or ')
      return [`- \`${name}\`: ${summary} (${who})`]
    },
  )
}
