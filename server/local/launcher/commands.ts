// `npm run commands`: describes every npm script of the project. README.md lists the six that users need.

type Command = { readonly name: string; readonly what: string }
type Group = { readonly title: string; readonly commands: readonly Command[] }

/** Every script of package.json, exactly once. */
export const commandGroups: readonly Group[] = [
  {
    title: 'Every day',
    commands: [
      { name: 'start', what: 'starts everything in local mode' },
      { name: 'test', what: 'runs the tests; `-- test/domain` only these, `-- -t name` by name' },
      { name: 'check', what: 'format, lint, types, tests' },
      { name: 'format', what: 'formats the code' },
      {
        name: 'bench',
        what: 'every scenario beside its baseline; `-- price` one, `-- --list`, `-- --quick` in 3 minutes',
      },
      { name: 'commands', what: 'this list' },
    ],
  },
  {
    title: 'Going live (docs/going-live.md)',
    commands: [
      {
        name: 'rehearse',
        what: 'production mode on this machine, with stand-ins of PostgreSQL, Stripe and mail',
      },
      {
        name: 'doctor',
        what: 'checks a set-up and says how to fix what is broken; `-- --env FILE --mail-to ADDRESS --json`',
      },
    ],
  },
  {
    title: 'Evidence (docs/evidence.md)',
    commands: [
      { name: 'simulate', what: 'random histories of the money on three hosts with faults' },
      { name: 'agree', what: '1,000 random orders: every figure of them agrees, to the cent' },
      { name: 'plates', what: '500 plates for 20 printers, each carried out on a simulated one' },
      { name: 'farm-day', what: '40 printers, 300 orders and a day of faults, in virtual time' },
      { name: 'generation-sim', what: '500 histories of generations while vendors and hosts fail' },
      {
        name: 'octoprint',
        what: '20 orders on two real OctoPrints, while clients and printers break',
      },
      { name: 'klipper', what: 'the same on two real Klippers (lab/klipper/README.md)' },
      { name: 'kills', what: '2,000 orders while the service is killed 40 times' },
      { name: 'drill', what: 'backs up, loses and restores a database, and checks every order' },
      { name: 'rig', what: 'three hosts, broken in eight ways under load; root on Linux' },
      { name: 'evaluate', what: 'agents of many habits buy while things go wrong' },
      {
        name: 'test:mutations',
        what: 'breaks the product in chosen places and expects a test to fail',
      },
      {
        name: 'mutate',
        what: 'the same with every operator, condition and word of the money code',
      },
      { name: 'judge', what: 'foreign judges of the API that take minutes' },
      { name: 'judge:install', what: 'installs the foreign judges' },
      { name: 'soak', what: 'an hour of mixed traffic: what grows (`-- --minutes N`)' },
      { name: 'capacity', what: 'what one process carries (docs/capacity.md)' },
    ],
  },
  {
    title: 'More tests',
    commands: [
      {
        name: 'test:system',
        what: 'kills, overloads and cuts off real processes, slices for real, and tries the pages in Chromium',
      },
      { name: 'test:image', what: 'builds the container image and starts it' },
      { name: 'test:client', what: 'the packed TypeScript client and command line' },
      { name: 'test:python', what: 'the Python client against the service' },
      { name: 'test:clients', what: 'foreign MCP clients and frameworks (lab/clients/README.md)' },
      {
        name: 'first-order',
        what: 'a first order by curl, TypeScript, Python and MCP, in seconds',
      },
      { name: 'lint:openapi', what: 'lints the OpenAPI document' },
    ],
  },
  {
    title: 'Measurements (bench/README.md)',
    commands: [
      { name: 'bench:compare', what: 'what changed between two runs: `-- A B`, files or commits' },
      { name: 'bench:report', what: 'one HTML page with charts of all runs' },
      {
        name: 'bench:peers',
        what: 'installs the programs that the geometry core is compared with',
      },
      { name: 'bench:ledgers', what: 'random histories of gift cards and credits' },
    ],
  },
  {
    title: 'Generated files',
    commands: [
      { name: 'build:geometry', what: 'geometry/pkg; needs Rust, installs the rest' },
      { name: 'build:client', what: 'the types of the TypeScript client, and its package' },
      {
        name: 'build:client:python',
        what: 'the generated part of the Python client; needs Python 3.11',
      },
      { name: 'build:cli', what: 'the command line svc, into client/cli/dist' },
      { name: 'build:boards', what: 'the Grafana boards' },
      { name: 'screenshot', what: 'the pictures of docs, from a running `npm start`' },
      { name: 'audit', what: 'asks for advisories on the packages in use' },
      { name: 'sbom', what: 'the list of the packages in the image' },
    ],
  },
]

/** Returns one block per group and one line per command. */
export function commandsText(): string {
  const names = commandGroups.flatMap(({ commands }) => commands.map(({ name }) => lineOf(name)))
  const width = Math.max(...names.map(({ length }) => length))
  return commandGroups
    .map(({ title, commands }) =>
      [title, ...commands.map(({ name, what }) => `  ${lineOf(name).padEnd(width)}  ${what}`)].join(
        '\n',
      ),
    )
    .join('\n\n')
}

/** Returns the command line. npm runs two of the scripts without `run`. */
const lineOf = (name: string): string =>
  name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`

if (import.meta.main) console.log(commandsText())
