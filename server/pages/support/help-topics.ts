// Questions of /help, which are also a source of the support assistant. Every number comes from the tables that orders
// use.
import { accountArticles } from './help-account.ts'
import type { HelpArticle } from './help-article.ts'
import { modelArticles } from './help-models.ts'
import { orderArticles } from './help-orders.ts'

export type HelpTopic = { readonly name: string; readonly articles: readonly HelpArticle[] }

export const helpTopics = (): readonly HelpTopic[] => [
  { name: 'Ordering', articles: orderArticles() },
  { name: 'Models and materials', articles: modelArticles() },
  { name: 'Account and programs', articles: accountArticles },
]
