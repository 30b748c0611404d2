// API reference: an index at /docs/reference with prices and every endpoint, and the endpoint pages.
import { CommandToCopy } from '../base/command-to-copy.tsx'
import { StateBadge } from '../base/state-badge.tsx'
import { Prices } from './prices.tsx'
import type { Endpoint, Reference } from './reference-model.ts'
import { FieldTable, Prose, StatusLine } from './reference-parts.tsx'

/** Page with endpoints of one tag. */
export type ReferencePage = {
  /** Last path segment. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly audience: string
  readonly endpoints: readonly Endpoint[]
}

export const referencePath = '/docs/reference'

type IndexProps = { readonly reference: Reference; readonly pages: readonly ReferencePage[] }

export function ReferenceIndex({ reference, pages }: IndexProps) {
  return (
    <div class="reference">
      <h1>API reference</h1>
      <Sections pages={pages} />
      <Prose text={reference.description} />
      <p>
        The same reference for programs is <a href="/openapi.json">openapi.json</a>.
      </p>
      <Credentials credentials={reference.credentials} />
      <Prices />
      {byAudience(pages).map(([audience, group]) => (
        <section aria-labelledby={anchorOf(audience)}>
          <h2 id={anchorOf(audience)} class="part">
            {audience}
          </h2>
          {group.map((page) => (
            <EndpointList page={page} />
          ))}
        </section>
      ))}
    </div>
  )
}

const byAudience = (
  pages: readonly ReferencePage[],
): readonly (readonly [string, readonly ReferencePage[]])[] => [
  ...Map.groupBy(pages, ({ audience }) => audience),
]

/**
 * List of endpoints with anchors, so that links remain valid if an endpoint's page is renamed. Tag anchors such as
 * `#orders` date from when all endpoints were on this page.
 */
function EndpointList({ page }: { page: ReferencePage }) {
  const path = `/docs/${page.name}`
  return (
    <>
      <h3 id={page.name.replace(/^reference-/, '')}>
        <a href={path}>{page.title}</a>
      </h3>
      <Prose text={page.text} />
      <ul class="endpoint-list">
        {page.endpoints.map(({ id, method, path: route, summary }) => (
          <li id={id}>
            <a href={`${path}#${id}`}>{summary}</a>{' '}
            <code>
              {method} {route}
            </code>
          </li>
        ))}
      </ul>
    </>
  )
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const indexParts = (pages: readonly ReferencePage[]): readonly (readonly [string, string])[] => [
  ['credentials', 'Credentials'],
  ['prices', 'Prices'],
  ...byAudience(pages).map(([audience]) => [anchorOf(audience), audience] as const),
]

/** List for small screens, which have no right column. */
function Sections({ pages }: Pick<IndexProps, 'pages'>) {
  return (
    <nav class="sections" aria-label="Sections">
      {indexParts(pages).map(([anchor, title]) => (
        <a href={`#${anchor}`}>{title}</a>
      ))}
    </nav>
  )
}

/** Right column of the index. */
export function IndexContents({ pages }: Pick<IndexProps, 'pages'>) {
  return (
    <nav class="docs-contents endpoints" aria-label="On this page">
      {indexParts(pages).map(([anchor, title]) => (
        <a class="group" href={`#${anchor}`}>
          {title}
        </a>
      ))}
    </nav>
  )
}

export function EndpointsPage({ page }: { page: ReferencePage }) {
  return (
    <div class="reference">
      <h1>{page.title}</h1>
      <h2 class="visually-hidden">Endpoints</h2>
      <Prose text={page.text} />
      <p>
        {page.audience}. <a href={`${referencePath}#credentials`}>Credentials</a> and{' '}
        <a href={`${referencePath}#prices`}>prices</a> are on the page of the whole reference.
      </p>
      <p class="hint try-note" hidden>
        “Try it” sends real requests from this page: an order charges the card of the account. A key
        that you enter stays in this page and is forgotten when you leave it.
      </p>
      {page.endpoints.map((endpoint) => (
        <EndpointPanel endpoint={endpoint} />
      ))}
    </div>
  )
}

/** Right column of an endpoint page. */
export function EndpointsContents({ page }: { page: ReferencePage }) {
  return (
    <nav class="docs-contents endpoints" aria-label="Endpoints">
      <ul>
        {page.endpoints.map(({ id, summary }) => (
          <li>
            <a href={`#${id}`}>{summary}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Credentials({ credentials }: Pick<Reference, 'credentials'>) {
  return (
    <section aria-labelledby="credentials">
      <h2 id="credentials" class="part">
        Credentials
      </h2>
      <dl class="panel credentials">
        {credentials.map(({ name, text }) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Prose text={text} />
            </dd>
          </>
        ))}
      </dl>
    </section>
  )
}

export function EndpointPanel({ endpoint }: { endpoint: Endpoint }) {
  const { id, method, path, summary, description, deprecated, credentials } = endpoint
  return (
    <article class="panel endpoint" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <a href={`#${id}`}>{summary}</a>
        {deprecated ? <StateBadge state="broken" label="Deprecated" /> : ''}
      </h3>
      <p class="route">
        <span class={`verb ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </p>
      <p class="hint">
        {credentials.length === 0
          ? 'No credentials needed.'
          : `Needs: ${credentials.join(' or ')}.`}
      </p>
      <Prose text={description} />
      <RequestParts endpoint={endpoint} />
      <ResponseParts endpoint={endpoint} />
    </article>
  )
}

function RequestParts({ endpoint }: { endpoint: Endpoint }) {
  const { id, parameters, bodyText, bodies, commands } = endpoint
  return (
    <>
      <FieldTable title="Parameters" fields={parameters} />
      {bodies.map(({ type, fields }, index) => (
        <FieldTable title={`${index === 0 ? 'Body' : 'Or'}: ${type}`} fields={fields} />
      ))}
      <Prose text={bodyText} />
      {commands.map((command, index) => (
        <CommandToCopy
          id={index === 0 ? `${id}-command` : `${id}-command-${index + 1}`}
          command={command}
        />
      ))}
      <div class="try" data-try={id}></div>
    </>
  )
}

function ResponseParts({ endpoint: { answers, refusals } }: { endpoint: Endpoint }) {
  return (
    <>
      {answers.map(({ status, text, headers, fields, example }) => (
        <>
          <StatusLine status={status} text={text} />
          <FieldTable title="Headers" fields={headers} />
          <FieldTable title="Response" fields={fields} />
          {example === null ? (
            ''
          ) : (
            <details>
              <summary>Example</summary>
              <pre tabindex="0">
                <code>{example}</code>
              </pre>
            </details>
          )}
        </>
      ))}
      {refusals.length === 0 ? (
        ''
      ) : (
        <>
          <h4>Errors</h4>
          <table class="refusals">
            <tbody>
              {refusals.map(({ status, code, sentence }) => (
                <tr>
                  <th scope="row">{status}</th>
                  <td>
                    {sentence}{' '}
                    <a class="code" href={`/docs/errors#${code}`}>
                      <code>{code}</code>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  )
}
