// Results below the search field while the user types. "/" focuses the field, Escape closes the results, and Enter
// opens the results page.
import { byId } from '../base/elements.ts'

type Result = {
  readonly title: string
  readonly page: string
  readonly path: string
  readonly excerpt: string
}

const pauseMs = 120
const shown = 8

export function followSearch(): void {
  const input = byId('docs-query', HTMLInputElement)
  const list = byId('docs-results', HTMLUListElement)
  const status = byId('docs-search-status', HTMLParagraphElement)
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  const close = () => {
    clearTimeout(timer)
    latest += 1
    list.hidden = true
    status.textContent = ''
  }
  const search = async () => {
    const query = input.value.trim()
    latest += 1
    const own = latest
    if (query === '') return close()
    const results = await find(query).catch(() => null)
    // The query has changed, or the service does not respond. Enter still opens the page.
    if (own !== latest || results === null) return
    list.replaceChildren(...results.slice(0, shown).map(itemOf))
    list.hidden = results.length === 0
    status.textContent = statusOf(query, list.children.length)
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), pauseMs)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      const wasOpen = !list.hidden
      close()
      if (wasOpen) input.focus()
    }
    if (event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, input, list)
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !list.contains(target) && target !== input) close()
  })
}

/** Handles the arrow keys, which move from the field through the results and back. */
function move(event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement): void {
  if (list.hidden) return
  const stops: HTMLElement[] = [input, ...list.querySelectorAll('a')]
  const place = stops.findIndex((stop) => stop.matches(':focus'))
  if (place < 0) return
  event.preventDefault()
  stops[place + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

function statusOf(query: string, shownResults: number): string {
  if (shownResults === 0) return `Nothing matches ${query}.`
  return shownResults === 1 ? '1 result below.' : `${shownResults} results below.`
}

async function find(query: string): Promise<readonly Result[]> {
  const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`)
  if (!response.ok) throw new Error(`The search responded with ${response.status}.`)
  const body: unknown = await response.json()
  const results = typeof body === 'object' && body !== null && 'results' in body && body.results
  if (!Array.isArray(results) || !results.every(isResult)) {
    throw new Error('The search responded with something else than results.')
  }
  return results
}

const members = ['title', 'page', 'path', 'excerpt'] as const
const isResult = (value: unknown): value is Result =>
  typeof value === 'object' &&
  value !== null &&
  members.every((member) => typeof Reflect.get(value, member) === 'string')

function itemOf({ title, page, path, excerpt }: Result): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = path
  link.append(textIn('strong', title), textIn('span', page), textIn('span', excerpt))
  item.append(link)
  return item
}

function textIn(name: 'strong' | 'span', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
