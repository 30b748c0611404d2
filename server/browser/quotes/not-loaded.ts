// Notes that a part of the page's script or its words did not arrive.
import { NotLoaded, type NotLoadedProps } from '../../pages/quotes/parts/part-rows.tsx'
import { words } from '../base/page-words.ts'
import { showMarkup } from '../base/show-markup.ts'
import type { Elements } from './form/elements.ts'

export function sayNotLoaded({ addNote }: Elements, what: NotLoadedProps['what']): void {
  const note = document.createElement('p')
  note.className = 'failed'
  note.setAttribute('role', 'alert')
  showMarkup(note, NotLoaded({ words, what }))
  addNote.replaceChildren(note)
}
