// The parts of the page as a row of tabs with their prices.
import { money } from '../../pages/base/money.ts'
import type { Elements } from './elements.ts'
import type { PartState } from './part-state.ts'
import { explainPart } from './render-price.ts'

export function renderPartList(
  page: Elements,
  {
    parts,
    active,
    country,
  }: {
    readonly parts: readonly PartState[]
    readonly active: PartState | null
    readonly country: string
  },
): void {
  page.partList.hidden = parts.length === 0
  page.partList.replaceChildren(
    ...parts.map((part) => chip(part, { isActive: part === active, country })),
    addButton(),
  )
}

function chip(
  part: PartState,
  { isActive, country }: { readonly isActive: boolean; readonly country: string },
): HTMLElement {
  const item = document.createElement('div')
  item.className = 'part-chip'
  const open = document.createElement('button')
  open.type = 'button'
  open.dataset['open'] = String(part.id)
  open.setAttribute('aria-pressed', String(isActive))
  const name = document.createElement('span')
  name.className = 'part-name'
  name.textContent = part.file.name
  const price = document.createElement('span')
  price.className = 'part-price'
  price.textContent = priceText(part, country)
  open.append(name, price)
  const remove = document.createElement('button')
  remove.type = 'button'
  remove.className = 'remove'
  remove.dataset['remove'] = String(part.id)
  remove.setAttribute('aria-label', `Remove ${part.file.name}`)
  remove.textContent = '×'
  item.append(open, remove)
  return item
}

function priceText(part: PartState, country: string): string {
  if (part.finding.state === 'reading') return '…'
  const price = explainPart(part, country)?.price
  return price === undefined ? 'no price' : money(price.printCents)
}

function addButton(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'add-part'
  button.dataset['choose'] = ''
  button.textContent = '+ Add a part'
  return button
}
