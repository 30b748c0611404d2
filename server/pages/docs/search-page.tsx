// /docs/search: results as a page, for browsers without JavaScript and for links.
import type { SearchResult } from './search-index.ts'

export type SearchView = { readonly query: string; readonly results: readonly SearchResult[] }

export function SearchResults({ query, results }: SearchView) {
  return (
    <>
      <h1>Search</h1>
      <p>{searchSummary({ query, results })}</p>
      <ol class="docs-found">
        {results.map(({ title, page, path, excerpt }) => (
          <li>
            <a href={path}>{title}</a> <span class="muted">{page}</span>
            <p>{excerpt}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

export function searchSummary({ query, results }: SearchView): string {
  if (query.trim() === '') return 'Type a word, a field, a tool or an error into the search field.'
  if (results.length === 0) {
    return `Nothing matches “${query}”. Try fewer words, or the name of a field or an endpoint.`
  }
  const count = results.length === 1 ? '1 result' : `${results.length} results`
  return `${count} for “${query}”.`
}
