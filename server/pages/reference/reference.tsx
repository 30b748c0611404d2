// /docs/reference: the API for people. One page, so that a browser can search it; every endpoint has an anchor.
import { CommandToCopy } from '../base/command-to-copy.tsx'
import { StateBadge } from '../base/state-badge.tsx'
import { Prices } from './prices.tsx'
import type { Endpoint, Reference } from './reference-model.ts'
import { FieldTable, Prose, StatusLine } from './reference-parts.tsx'

export function ReferenceBody({ reference }: { reference: Reference }) {
  return (
    <div class="reference">
      <h1>API reference</h1>
      <Sections reference={reference} />
      <Prose text={reference.description} />
      <p>
        The same reference for programs is <a href="/openapi.json">openapi.json</a>.
      </p>
      <p class="hint try-note" hidden>
        “Try it” sends real requests from this page: an order charges the card of the account. A key
        that you enter stays in this page and is forgotten when you leave it.
      </p>
      <Credentials credentials={reference.credentials} />
      <Prices />
      {reference.sections.map(({ name, text, endpoints }) => (
        <section aria-labelledby={anchorOf(name)}>
          <h2 id={anchorOf(name)} class="part">
            {name}
          </h2>
          <Prose text={text} />
          {endpoints.map((endpoint) => (
            <EndpointPanel endpoint={endpoint} />
          ))}
        </section>
      ))}
    </div>
  )
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** On small screens, which have no room for the list of endpoints. */
function Sections({ reference }: { reference: Reference }) {
  return (
    <nav class="sections" aria-label="Sections">
      {['Credentials', 'Prices', ...reference.sections.map(({ name }) => name)].map((name) => (
        <a href={`#${anchorOf(name)}`}>{name}</a>
      ))}
    </nav>
  )
}

/** The column at the right. */
export function Endpoints({ reference }: { reference: Reference }) {
  return (
    <nav class="docs-contents endpoints" aria-label="Endpoints">
      <a class="group" href="#credentials">
        Credentials
      </a>
      <a class="group" href="#prices">
        Prices
      </a>
      {reference.sections.map(({ name, endpoints }) => (
        <div>
          <a class="group" href={`#${anchorOf(name)}`}>
            {name}
          </a>
          <ul>
            {endpoints.map(({ id, summary }) => (
              <li>
                <a href={`#${id}`}>{summary}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
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

function EndpointPanel({ endpoint }: { endpoint: Endpoint }) {
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
