/** One question of /help with its answer. */
export type HelpArticle = {
  /** The anchor on the page. */
  readonly id: string
  readonly title: string
  /** Markdown without headings. */
  readonly text: string
  /** Words of customers that the text does not have; not shown. */
  readonly keywords?: string
}
