// Texts of the operator in Markdown. HTML in them is text, and links lead to pages, addresses of ours and mail addresses only.
import { renderProse } from '../../html/prose.ts'

/** A link to anything else shows only its words. */
const allowedTarget = /^(https:\/\/|mailto:|\/(?!\/)|#)/

export const Markdown = ({ text }: { readonly text: string }) =>
  renderProse(text, {
    anchorOf: sectionAnchors(),
    hrefOf: (target) => (allowedTarget.test(target) ? target : null),
    plainHeadings: true,
  })

/** Anchors of one text's headings, which no other id of a page has: the words, with a number where an earlier heading has the same. */
export function sectionAnchors(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const name = ['section', ...words].join('-')
    const number = (taken.get(name) ?? 0) + 1
    taken.set(name, number)
    return number === 1 ? name : `${name}-${number}`
  }
}
