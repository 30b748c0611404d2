// Operator's texts in Markdown. HTML is shown as text, and links may only lead to https pages, paths of this service
// and email addresses.
import { renderProse } from '../../html/prose.ts'

/** A link to any other target shows only its text. */
const allowedTarget = /^(https:\/\/|mailto:|\/(?!\/)|#)/

export const Markdown = ({ text }: { readonly text: string }) =>
  renderProse(text, {
    anchorOf: sectionAnchors(),
    hrefOf: (target) => (allowedTarget.test(target) ? target : null),
    plainHeadings: true,
  })

/**
 * Returns a function that creates anchors for one text's headings: the words, with a number if an earlier heading has
 * the same words. No other id on a page uses these anchors.
 */
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
