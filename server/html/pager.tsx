// Links to the other pages of a list, with the range of shown entries.

export type PagerProps = {
  /** Starts at 1. */
  readonly page: number
  readonly pages: number
  readonly perPage: number
  /** Number of entries on this page. */
  readonly shown: number
  /** Number of entries on all pages. */
  readonly total: number
  readonly pathOf: (page: number) => string
}

/** Empty if there is only one page. */
export function Pager({ page, pages, perPage, shown, total, pathOf }: PagerProps) {
  if (pages === 1) return ''
  const first = (page - 1) * perPage + 1
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter(
    (each) => each >= 1 && each <= pages,
  )
  return (
    <nav class="pager" aria-label="Pages">
      <span class="muted">{`${first}–${first + shown - 1} of ${total.toLocaleString('en-US')}`}</span>
      {near.map((each) => (
        <a href={pathOf(each)} aria-current={each === page ? 'page' : undefined}>
          {String(each)}
        </a>
      ))}
    </nav>
  )
}
