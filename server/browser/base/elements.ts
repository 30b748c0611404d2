// Finds the elements of a page that its script uses. A missing one is a bug of the page.

export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${kind.name} #${id}.`)
}
