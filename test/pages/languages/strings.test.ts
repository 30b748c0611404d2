// Pages in the catalog have no text of their own.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expectTranslated } from '../../../testing/people/translated-page.ts'

const root = join(import.meta.dir, '../../..')

/** Pages that stay in English: the desk, the documentation, and what describes the API. */
const englishFolders = ['operators', 'docs', 'reference']

/**
 * Files with pages of the shop that are not in the catalog yet. The list only gets shorter: a file without text of its
 * own may not be in it, and no file may be added.
 */
const notYet: readonly string[] = [
  'accounts/card.tsx',
  'accounts/credentials.tsx',
  'accounts/delete-account.tsx',
  'accounts/developer.tsx',
  'accounts/frame.tsx',
  'accounts/generations-page.tsx',
  'accounts/generations.tsx',
  'accounts/invoices-page.tsx',
  'accounts/order-line.tsx',
  'accounts/orders-page.tsx',
  'accounts/overview.tsx',
  'accounts/own-requests-page.tsx',
  'accounts/packing-slips.tsx',
  'accounts/picture-list.tsx',
  'accounts/pictures-page.tsx',
  'accounts/second-factor.tsx',
  'accounts/security.tsx',
  'accounts/sign-out-form.tsx',
  'accounts/signed-out.tsx',
  'accounts/spending.tsx',
  'base/not-found.tsx',
  'base/withdraw-form.tsx',
  'billing/document.tsx',
  'gallery/entry-page.tsx',
  'gallery/gallery-page.tsx',
  'generation/generate-page.tsx',
  'generation/request-form.tsx',
  'generation/size-prices.tsx',
  'gift-cards/gift-cards.tsx',
  'images/draw-page.tsx',
  'mail/mail-page.tsx',
  'models/change-model.tsx',
  'models/delete-panel.tsx',
  'models/draft-panel.tsx',
  'models/drafts-page.tsx',
  'models/model-page.tsx',
  'models/model-stage.tsx',
  'models/order-form.tsx',
  'models/progress.tsx',
  'models/publish.tsx',
  'models/repaint.tsx',
  'models/size-choice.tsx',
  'models/verdict.tsx',
  'orders/receipt.tsx',
  'orders/too-many.tsx',
  'support/ask-box.tsx',
  'support/contact.tsx',
  'support/help-page.tsx',
  'support/ticket.tsx',
  'ucp/continue.tsx',
  'uploads/hand-in-page.tsx',
]

/** Text that is the same in every language: names of formats, languages and files. */
const names = new Set([
  'curl',
  'TypeScript',
  'Python',
  'MCP',
  'openapi.json',
  'llms.txt',
  'SVC_API_KEY',
  'modelUrl',
  '#2f6f4f',
  'mm',
  '/g',
])

const readAttributes = new Set([
  'alt',
  'aria-label',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
  'unit',
])

/** Returns the values of the file's constants that are text. */
function textConstantsOf(
  program: ReturnType<typeof parseSync>['program'],
): ReadonlyMap<string, object> {
  const constants = new Map<string, object>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || init === null) return
      if (init.type === 'Literal' || init.type === 'TemplateLiteral') constants.set(id.name, init)
    },
  }).visit(program)
  return constants
}

/** Returns the texts that a page shows: those between tags, and those of attributes that are read. */
function textsOf(path: string, source = readFileSync(join(root, path), 'utf8')): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: string[] = []
  const constants = textConstantsOf(program)
  const add = (text: string) => {
    const trimmed = text.replaceAll('&nbsp;', ' ').trim()
    if (/\p{L}/u.test(trimmed) && !names.has(trimmed)) found.push(trimmed)
  }
  const addOf = (node: { readonly type: string } & Record<string, unknown>): void => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node['value'])
    if (node.type === 'TemplateLiteral') {
      const { quasis } = node as unknown as { quasis: { value: { cooked: string } }[] }
      for (const { value } of quasis) add(value.cooked)
    }
    if (node.type === 'ConditionalExpression') {
      addOf(node['consequent'] as never)
      addOf(node['alternate'] as never)
    }
    if (node.type === 'LogicalExpression') {
      addOf(node['left'] as never)
      addOf(node['right'] as never)
    }
    if (node.type === 'Identifier') {
      const value = constants.get(String(node['name']))
      if (value !== undefined) addOf(value as never)
    }
  }
  new Visitor({
    JSXText: ({ value }) => add(value),
    JSXElement: ({ children }) => {
      for (const child of children) {
        if (child.type === 'JSXExpressionContainer') addOf(child.expression as never)
      }
    },
    JSXFragment: ({ children }) => {
      for (const child of children) {
        if (child.type === 'JSXExpressionContainer') addOf(child.expression as never)
      }
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !readAttributes.has(name.name)) return
      if (value?.type === 'Literal') add(String(value.value))
      if (value?.type === 'JSXExpressionContainer') addOf(value.expression as never)
    },
  }).visit(program)
  return found
}

const pages = [...new Bun.Glob('server/pages/**/*.tsx').scanSync(root)]
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !englishFolders.some((folder) => path.startsWith(`server/pages/${folder}/`)))
  .toSorted()

test('no translated page has text outside the catalog', () => {
  const withText = pages.filter((path) => textsOf(path).length > 0)
  expect(withText.map((path) => path.replace('server/pages/', ''))).toEqual([...notYet])
})

test.each([
  ['<p>Text</p>', ['Text']],
  ["<p>{isOpen && 'Open'}</p>", ['Open']],
  ["<p>{name ?? 'No name'}</p>", ['No name']],
  ["<p>{isOpen ? 'Open' : name || 'Closed'}</p>", ['Open', 'Closed']],
  ['<p title={`Hint`} />', ['Hint']],
  ['<p>{label}</p>', ['Label']],
  ["<p>{words.text('key')}</p>", []],
])('the texts of %s are %j', (jsx, texts) => {
  expect(textsOf('page.tsx', `const label = 'Label'\nexport const page = ${jsx}\n`)).toEqual(texts)
})

test('English in a composed sentence is found', () => {
  const page = (language: string, text: string) =>
    `<!doctype html><html lang="${language}"><body><p>${text}</p></body></html>`
  const english = page('en', 'The parcel was delivered. Arrives today: look outside, please.')
  const translated = (text: string) => () => {
    expectTranslated('de', english, page('de', text))
  }
  expect(translated('Das Paket wurde zugestellt. Ankunft heute: bitte nachsehen.')).not.toThrow()
  expect(translated('Das Paket ist da. Arrives today: bitte nachsehen.')).toThrow()
  expect(translated('The parcel was delivered. Ankunft heute.')).toThrow()
  expect(translated('Ankunft heute: schauen Sie nach, please.')).toThrow()
})
