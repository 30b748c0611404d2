// Number of parts in the basket, as the page's header shows it.

const link = 'header nav a[href="/basket"]'

export const basketCount = (shown: Document = document): number =>
  Number(/\d+/.exec(shown.querySelector(`${link} .count`)?.textContent ?? '')?.[0] ?? 0)

/** Copies the number from another page of this service to the header. */
export function showCount(other: Document): void {
  const counted = other.querySelector(link)
  if (counted !== null) document.querySelector(link)?.replaceWith(counted)
}
