// Regular expressions whose steps may grow faster than their input, or whose text is built, each with the reason why it is safe.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source text

export type Bounded = {
  /** The start of the expression as written in the file, on one line. */
  readonly text: string
  readonly path: string
  /** Input of the expression. */
  readonly because: string
  /** The file and the name that enforce the bound; none when the text is never untrusted. */
  readonly enforced?: { readonly path: string; readonly name: string }
  /** Patterns as they are built; judged instead of a text that cannot be read. */
  readonly examples?: readonly string[]
}

const agentText = {
  because: 'words for an order, at most 2,000 characters',
  enforced: { path: 'server/http/routes/agents/agent-order.ts', name: 'maxText' },
} as const
const sample = { because: 'code samples of our own documents' } as const
const standIn = { because: 'the stand-in of the card processor, on a developer’s machine' } as const
const draft = {
  because: 'a reply of our language model, at most 1,200 characters',
  enforced: { path: 'server/domain/support/check-draft.ts', name: 'maxReplyCharacters' },
} as const
const prompt = {
  because: 'at most 4,000 characters',
  enforced: { path: 'server/adapters/language/spellings.ts', name: 'maxCharacters' },
} as const
const vendor = {
  because: 'at most 2,000 characters of a vendor’s error',
  enforced: { path: 'server/adapters/engines/failures.ts', name: 'maxReadCharacters' },
} as const
const sizeWords = {
  path: 'server/domain/generation/request/size-words.ts',
  because: 'at most 2,000 characters of a prompt',
  enforced: {
    path: 'server/domain/generation/request/size-words.ts',
    name: 'words.slice(0, maxReadCharacters)',
  },
} as const
const document = {
  because: 'our own documents, and legal texts that the operator configures',
} as const
const preset = { because: 'presets that are installed with the slicer' } as const
const setting = { because: 'an address that the operator configures' } as const

const numbers = 'server/domain/agents/read-numbers.ts'
const highlight = 'server/pages/docs/highlight.tsx'
const checkDraft = 'server/domain/support/check-draft.ts'

export const bounded: readonly Bounded[] = [
  { text: 'new RegExp( `${boundary}', ...sizeWords },
  { text: 'new RegExp(`(${number})', ...sizeWords },
  { text: "/(?<![\\p{L}\\p{N}'\"])['‘]([^", ...sizeWords },
  { text: 'new RegExp( `(?<!\\\\p{L})${ofPart}', ...sizeWords },
  { text: 'new RegExp(`^(?:${pattern})$`', ...sizeWords },
  { text: '/^(\\d+(?:[.,]', ...sizeWords },
  { path: highlight, text: '/"(?:', ...sample },
  { path: highlight, text: "/'(?:", ...sample },
  { path: highlight, text: '/`(?:', ...sample },
  { path: highlight, text: '/\\b\\d+(?:', ...sample },
  { path: highlight, text: '/"""[', ...sample },
  {
    path: highlight,
    text: 'new RegExp(`\\\\b(?:${list',
    examples: ['\\b(?:import|from)\\b'],
    ...sample,
  },
  { path: highlight, text: 'new RegExp(rules.map', ...sample },
  { path: 'server/html/prose.ts', text: '/<[^>]*>/g', ...document },
  { path: 'server/html/prose.ts', text: '/<h1>', ...document },
  { path: 'server/html/prose.ts', text: '/<h[2-6]', ...document },
  { path: 'server/pages/base/money.ts', text: '/\\B(?=', because: 'a number, at most 20 digits' },
  {
    path: 'server/adapters/language/moderate-by-rules.ts',
    text: 'new RegExp(`\\\\b(?:${parts',
    examples: ['\\b(?:one word|two words)\\b'],
    ...prompt,
  },
  { path: 'server/adapters/language/spellings.ts', text: '/(?<![\\p{L}', ...prompt },
  { path: 'server/adapters/language/spellings.ts', text: '/(\\p{L})', ...prompt },
  {
    path: 'server/adapters/language/enhance-by-rules.ts',
    text: '/\\b(?:text',
    because: 'a prompt, at most 500 characters',
    enforced: {
      path: 'server/domain/generation/request/read-request.ts',
      name: 'maxPromptCharacters',
    },
  },
  { path: 'server/adapters/engines/tripo.ts', text: '/\\/+$/', ...setting },
  { path: 'server/adapters/engines/fal.ts', text: '/\\/+$/', ...setting },
  { path: 'server/adapters/engines/failures.ts', text: '/\\b(?=', ...vendor },
  { path: 'server/adapters/engines/failures.ts', text: '/[\\s.]+$/', ...vendor },
  {
    path: 'server/domain/measurement/part-changes.ts',
    text: '/Not hollowed',
    because: 'sentences of the geometry core, without foreign text',
  },
  {
    path: 'mcp/tools/foreign-text.ts',
    text: '/^(The file needs',
    because: 'the sentence has no line ends, so the end of the pattern always matches',
    enforced: { path: 'mcp/tools/foreign-text.ts', name: 'singleLine(message)' },
  },
  { path: checkDraft, text: '/[\\p{L}\\p{N}]*\\d', ...draft },
  { path: checkDraft, text: '/\\p{L}[', ...draft },
  {
    path: checkDraft,
    text: 'new RegExp( `(?<!',
    examples: ['(?<![\\p{L}\\p{N}])(?<!\\d[.,])1\\.5(?![\\p{L}\\p{N}])(?![.,]\\d)'],
    ...draft,
  },
  {
    path: 'server/domain/support/read-question.ts',
    text: '/[^\\s@,;:<>()[\\]"\\\\]+@',
    because: 'a message to support, at most 2,000 characters',
    enforced: { path: 'server/http/routes/support/support-json.ts', name: 'maxSupportCharacters' },
  },
  {
    path: 'server/domain/fulfillment/tracking-lines.ts',
    text: '/\\s*(?:"((?:',
    because: 'sticky, and its second choice reads to the next separator and matches always',
  },
  {
    path: 'server/domain/orders/record/code.ts',
    text: 'new RegExp(`^(',
    because: 'of fixed length',
    examples: ['^(SVC|ORD)-[A-Z]{6}$'],
  },
  {
    path: 'server/domain/accounts/mailed-code.ts',
    text: 'new RegExp(`^',
    because: 'of fixed length',
    examples: ['^\\d{8}$'],
  },
  {
    path: 'server/domain/gift-cards/code.ts',
    text: 'new RegExp(`^GIFT',
    because: 'of fixed length',
    examples: ['^GIFT(-[A-Z]{4}){3}$'],
  },
  { path: numbers, text: '/\\b(?:infill', ...agentText },
  { path: numbers, text: '/(?<![\\d.,])(\\d?[.,]\\d+)\\s*(?:mm)?[\\s-]*(?:thick', ...agentText },
  { path: numbers, text: '/\\blayers?(?:', ...agentText },
  { path: numbers, text: '/(?<![\\d.,])(\\d?[.,]\\d+|\\d)', ...agentText },
  { path: numbers, text: '/\\bnozzle', ...agentText },
  { path: 'server/domain/agents/other-numbers.ts', text: '/', ...agentText },
  { path: 'server/domain/agents/other-numbers.ts', text: 'new RegExp(', ...agentText },
  { path: 'server/domain/agents/read-quantity.ts', text: '/\\p{N}', ...agentText },
  {
    path: 'server/http/requests/body.ts',
    text: '/"[^"]*"|',
    because: 'the words of our own schemas',
  },
  { path: 'server/domain/agents/read-material.ts', text: '/\\b(?:standard', ...agentText },
  { path: 'server/domain/agents/read-material.ts', text: 'new RegExp( `(?<!', ...agentText },
  { path: 'server/domain/agents/read-country.ts', text: 'new RegExp(`${towards}', ...agentText },
  { path: 'server/local/stripe/faults.ts', text: 'new RegExp(`^${path', ...standIn },
  { path: 'server/local/stripe/hosted/complete.ts', text: '/^\\s*(\\d{1,2})', ...standIn },
  {
    path: 'server/local/launcher/test-report.ts',
    text: '/<testsuites',
    because: 'the report of the test runner',
  },
  {
    path: 'server/local/launcher/test-report.ts',
    text: '/<testsuite name',
    because: 'the report of the test runner',
  },
  {
    path: 'server/local/launcher/test-report.ts',
    text: 'new RegExp(` ${name}',
    because: 'the report of the test runner',
    examples: [' tests="(\\d+)"'],
  },
  {
    path: 'server/http/docs/entrance-markdown.ts',
    text: '/(#.*)?$/',
    because: 'paths of our own documents',
  },
  {
    path: 'server/http/middleware/path-pattern.ts',
    text: 'new RegExp(`^${escaped}',
    because: 'paths of routes',
    examples: ['^/orders/[^/]+/pay/?$', '^/account/.*/?$'],
  },
  { path: 'slicer-bridge/vendor/condition.ts', text: '/\\/((?:[^', ...preset },
  {
    path: 'slicer-bridge/vendor/condition.ts',
    text: 'new RegExp(`^(?:${right',
    ...preset,
  },
]
