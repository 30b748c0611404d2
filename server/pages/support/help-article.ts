/** Question of /help with its answer. */
export type HelpArticle = {
  /** Anchor on the page. */
  readonly id: string
  readonly title: string
  /** Markdown without headings. */
  readonly text: string
  /** Hidden search words that customers use but the text does not contain. */
  readonly keywords?: string
}
