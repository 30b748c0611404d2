// Reference as pages: one per tag, or several if its endpoints do not fit on one page.
import { htmlOf } from '../../html/markup.ts'
import { EndpointPanel, type ReferencePage, referencePath } from './reference.tsx'
import type { Endpoint, Reference, ReferenceSection } from './reference-model.ts'

/** Limit for the endpoints alone. A page has at most 60 kB including everything around them. */
const endpointBytesMax = 47_000

export const referencePages = ({ sections }: Reference): readonly ReferencePage[] =>
  sections.flatMap(pagesOf)

function pagesOf({ name, text, audience, endpoints }: ReferenceSection): readonly ReferencePage[] {
  const groups = groupsOf(endpoints)
  const slug = `reference-${name.toLowerCase()}`
  return groups.map((group, at) => ({
    name: at === 0 ? slug : `${slug}-${at + 1}`,
    title: groups.length === 1 ? name : `${name}, ${at + 1} of ${groups.length}`,
    text,
    audience,
    endpoints: group,
  }))
}

/** Groups the endpoints in order, each group as large as a page allows. */
function groupsOf(endpoints: readonly Endpoint[]): readonly (readonly Endpoint[])[] {
  const groups: Endpoint[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const endpoint of endpoints) {
    const own = bytesOf(endpoint)
    bytes += own
    if (bytes > endpointBytesMax) {
      groups.push([])
      bytes = own
    }
    groups.at(-1)?.push(endpoint)
  }
  return groups
}

/** Returns the size without the origins of addresses, so that the pages do not depend on the service's address. */
const bytesOf = (endpoint: Endpoint): number =>
  new TextEncoder().encode(
    htmlOf(<EndpointPanel endpoint={endpoint} />).replaceAll(/https?:\/\/[^/\s"'<&]+/g, ''),
  ).byteLength

/** Returns the address of an endpoint by its id, or of the index for an unknown id. */
export type EndpointPath = (id: string) => string

export function endpointPaths(pages: readonly ReferencePage[]): EndpointPath {
  const paths = new Map(
    pages.flatMap(({ name, endpoints }) =>
      endpoints.map(({ id }) => [id, `/docs/${name}#${id}`] as const),
    ),
  )
  return (id) => paths.get(id) ?? `${referencePath}#${id}`
}
