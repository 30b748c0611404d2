// Forms of the basket that are sent without leaving the page, and the pages that they return.
export const pageOf = async (response: Response): Promise<Document> =>
  new DOMParser().parseFromString(await response.text(), 'text/html')

export function bodyOf(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.append(name, String(value))
  return body
}

/**
 * Whether a response's page is in the language of the open page. A failure may be in English only, and another
 * tab may have chosen another language. Parts of such a response do not replace parts of the open page.
 */
export const isInSameLanguage = (page: Document): boolean =>
  page.documentElement.lang === document.documentElement.lang

export function replaceContent(place: Element, page: Document): void {
  const shown = page.getElementById(place.id)
  if (shown !== null) place.replaceChildren(...shown.childNodes)
}
