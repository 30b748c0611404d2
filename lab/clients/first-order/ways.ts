// The ways to a first order, each as the commands that a user types in a folder with only part.stl. $SVC_URL,
// $SVC_API_KEY and the packages' addresses are in the environment.

export type Way = {
  readonly name: string
  /** Files that are written before the last command, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly commands: readonly string[]
}

const address = {
  recipientName: 'Your Name',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
}

const form = Object.entries({ material: 'pla', color: 'Black', ...address })
  .map(([name, value]) => `-F '${name}=${value}'`)
  .join(' ')

export const curl: Way = {
  name: 'curl',
  commands: [
    `curl -sS "$SVC_URL/api/print/orders" -H "x-api-key: $SVC_API_KEY" -F file=@part.stl ${form}`,
  ],
}

/** Returns the way of the Python client. `program`: the first block of Python in its README. */
export const python = (program: string): Way => ({
  name: 'Python',
  files: { 'order.py': program },
  commands: [
    'python3 -m venv venv',
    'venv/bin/pip install --quiet $PIP_OPTIONS "$SVC_PYTHON_PACKAGE"',
    'venv/bin/python order.py',
  ],
})

/** Returns the way of the TypeScript client. `program`: the first block of JavaScript in its README. */
export const typescript = (program: string): Way => ({
  name: 'TypeScript',
  files: { 'order.mjs': program },
  commands: ['npm install --silent --no-fund --no-audit "$SVC_NPM_PACKAGE"', 'node order.mjs'],
})

/** Its packages are bundled, so nothing else is installed. */
export const commandLine: Way = {
  name: 'svc',
  files: { 'address.json': `${JSON.stringify({ ...address, email: 'you@example.com' })}\n` },
  commands: [
    'npm install --silent --no-fund --no-audit "$SVC_CLI_PACKAGE"',
    'npx svc order part.stl --color Black --address address.json --yes',
  ],
}

const mcp = (method: string) =>
  `mcp-inspector --cli "$SVC_URL/api/mcp" --transport http --header "Authorization: Bearer $SVC_API_KEY" --format json ${method}`
const tool = (name: string, args: Readonly<Record<string, string>>) =>
  mcp(
    `--method tools/call --tool-name ${name} ${Object.entries(args)
      .map(([key, value]) => `--tool-arg ${key}=${value}`)
      .join(' ')}`,
  )

/** A local file reaches the agent endpoint through an upload; then a quote, then the order. */
export const inspector: Way = {
  name: 'MCP (Inspector CLI)',
  commands: [
    'MODEL=$(curl -sS "$SVC_URL/api/print-upload" -H "x-api-key: $SVC_API_KEY" -F file=@part.stl | grep -o "gs://[^\\"]*")',
    `QUOTE=$(${tool('quote_print', { model_url: '"$MODEL"', color: 'Black' })} | grep -oE "quote_[0-9A-Za-z_-]{12,}" | head -1)`,
    tool('create_print_order', {
      quote_id: '"$QUOTE"',
      confirm: 'true',
      recipient_name: "'Your Name'",
      email: 'you@example.com',
      street1: "'1 Main Street'",
      city: 'Springfield',
      state: 'IL',
      // The Inspector parses arguments as JSON when possible, and a zip code is text.
      zip: `'"62701"'`,
      country: 'US',
    }),
  ],
}
