// Words of the page, from its language and the messages in its `data-words`. Those about parts follow from the asset in
// `data-part-words`, if the page has one.
import { defaultLanguage, isLanguage } from '../../pages/languages/languages.ts'
import { messagesIn, scriptWords } from '../../pages/languages/script-words.ts'

const { lang } = document.documentElement
const page = document.querySelector<HTMLElement>('[data-words]')
const messages = new Map(messagesIn(page?.dataset['words'] ?? ''))

export const words = scriptWords(isLanguage(lang) ? lang : defaultLanguage, messages)

let loading: Promise<void> | null = null

/** Loads the messages about parts. Rejects without a connection. The next call retries. */
export function loadPartWords(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<void> {
  const address = page?.dataset['partWords'] ?? ''
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  for (const [key, source] of messagesIn(await response.text())) messages.set(key, source)
}
