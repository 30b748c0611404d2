// Links to the pages before and after the present one of a long list.
import { Html } from '@elysiajs/html'

type PagesProps = {
  readonly path: string
  /** From 1. */
  readonly page: number
  readonly hasNext: boolean
  /** The list begins with the newest. */
  readonly newest?: boolean
}

/** Nothing where one page holds everything. */
export function Pages({ path, page, hasNext, newest = false }: PagesProps) {
  if (page === 1 && !hasNext) return ''
  const [before, after] = newest ? ['Newer', 'Older'] : ['Previous', 'Next']
  return (
    <nav class="pages" aria-label="Pages">
      {page === 1 ? (
        ''
      ) : (
        <a class="button quiet" rel="prev" href={page === 2 ? path : `${path}?page=${page - 1}`}>
          {before}
        </a>
      )}
      <span class="muted">{`Page ${page}`}</span>
      {hasNext ? (
        <a class="button quiet" rel="next" href={`${path}?page=${page + 1}`}>
          {after}
        </a>
      ) : (
        ''
      )}
    </nav>
  )
}
