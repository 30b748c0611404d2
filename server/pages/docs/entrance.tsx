// /docs: the purpose of the service for its callers, three ways to start, and every guide.
import type { Markup } from '../../html/markup.ts'
import type { GuideName } from './guides.ts'
import { slogan } from './slogan.ts'

export type EntranceView = {
  readonly baseUrl: string
  readonly sections: readonly {
    readonly title: string
    readonly guides: readonly {
      readonly name: GuideName
      readonly title: string
      /** Safe HTML. */
      readonly summary: Markup
    }[]
  }[]
}

/** Ordered by what most readers need first. */
export const waysIn = [
  {
    title: 'REST',
    path: '/docs/first-order',
    link: 'First order',
    text: 'One multipart request sends a model and an address, charges the saved card and returns the order. Clients for TypeScript and Python are installed from here.',
  },
  {
    title: 'MCP',
    path: '/docs/agents',
    link: 'Connect an agent',
    text: 'Tools for language models, over one stateless endpoint: estimates, checks, quotes, orders, generation.',
  },
  {
    title: 'svc',
    path: '/docs/first-order#on-the-command-line',
    link: 'The command line',
    text: 'Quotes, orders and follows parts from a terminal or a script, and asks before it charges.',
  },
] as const

export const entranceText = `${slogan} The service measures the model, prices it, charges the card on file and queues the print, in one request.`

export function Entrance({ baseUrl, sections }: EntranceView) {
  return (
    <>
      <h1>Documentation</h1>
      <p class="lead">{entranceText}</p>
      <ul class="ways">
        {waysIn.map(({ title, path, link, text }) => (
          <li>
            <h2>{title}</h2>
            <p>{text}</p>
            <a href={path}>{link}</a>
          </li>
        ))}
      </ul>
      <p>
        Every request goes to <code>{baseUrl}</code>. The <a href="/docs/reference">reference</a>{' '}
        lists every endpoint, field and refusal, with a form to try each; programs read the same as{' '}
        <a href="/openapi.json">openapi.json</a>, language models begin with{' '}
        <a href="/llms.txt">llms.txt</a>, and <a href="/llms-full.txt">llms-full.txt</a> is all of
        it as one text. The <a href="/docs/changelog">changelog</a> names every change that a caller
        can notice.
      </p>
      {sections.map(({ title, guides }) => (
        <section class="docs-guides">
          <h2>{title}</h2>
          <dl>
            {guides.map(({ name, title: guide, summary }) => (
              <div>
                <dt>
                  <a href={`/docs/${name}`}>{guide}</a>
                </dt>
                <dd>{summary}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}
