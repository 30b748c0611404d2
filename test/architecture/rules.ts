// The architecture as data: which area imports which, the floors of the domain and of the database, and folders that hold folders only.

export type Rule = {
  /** Areas of our own that may be imported, besides the area itself. */
  readonly ours: readonly string[]
  /** Areas that may only be loaded on demand, by `import()`. */
  readonly onDemand?: readonly string[]
  /** npm packages: all of them, or only those named. */
  readonly packages: 'any' | readonly string[]
  /** node: and bun modules. */
  readonly builtins: boolean
}

const outside = { packages: 'any', builtins: true } as const
const everyArea = [
  'server/config',
  'server/html',
  'server/http',
  'server/pages',
  'server/domain',
  'server/db',
  'server/adapters',
  'mcp',
  'geometry',
  'slicer-bridge',
]

/** What each area may import. An area is a folder, or a file named without its extension. */
export const areas: Readonly<Record<string, Rule>> = {
  // Loads the program of its role, and nothing of the others.
  'server/main': {
    ours: ['server/config', 'server/process'],
    onDemand: ['server/main-service', 'server/main-slicing'],
    ...outside,
  },
  'server/main-slicing': {
    ours: ['server/config', 'server/adapters', 'server/wiring', 'server/process'],
    ...outside,
  },
  'server/main-service': {
    ours: [...everyArea, 'server/wiring', 'server/process'],
    // A production process never loads these.
    onDemand: ['server/local'],
    ...outside,
  },
  'server/wiring': { ours: everyArea, ...outside },
  'server/process': { ours: ['server/domain'], ...outside },
  'server/config': { ours: ['server/domain'], packages: ['valibot'], builtins: true },
  'server/local': {
    ours: ['server/domain', 'server/html', 'server/config', 'server/process'],
    ...outside,
  },
  'server/html': { ours: [], packages: [], builtins: false },
  'server/http': { ours: ['server/domain', 'server/html', 'server/pages'], ...outside },
  'server/pages': { ours: ['server/domain', 'server/html'], ...outside },
  // Runs in the browser: the rules of the domain, the templates of the pages and the geometry core, and nothing of a server.
  'server/browser': {
    ours: ['server/domain', 'server/html', 'server/pages', 'geometry'],
    packages: ['three'],
    builtins: false,
  },
  mcp: { ours: ['server/domain'], ...outside },
  'server/db': { ours: ['server/domain'], ...outside },
  'server/adapters': { ours: ['server/domain'], ...outside },
  'server/domain': { ours: [], packages: [], builtins: false },
  // The package: it runs in browsers as well, so only a path loads the file system.
  'client/typescript/src/read-file': { ours: [], packages: [], builtins: true },
  'client/typescript/src/index': {
    ours: ['client/typescript/src'],
    packages: ['openapi-fetch'],
    builtins: false,
  },
  'client/typescript/src/shared': {
    ours: ['client/typescript/src'],
    packages: [],
    builtins: false,
  },
  'client/typescript/src': {
    ours: [],
    onDemand: ['client/typescript/src/read-file'],
    packages: ['openapi-fetch'],
    builtins: false,
  },
  'client/cli/src': {
    // The entry points of the package, and none of its inner files.
    ours: ['client/typescript/src/index', 'client/typescript/src/shared', 'geometry'],
    packages: ['valibot'],
    builtins: true,
  },
  // Programs of their own: the farm client is copied to the printers' machine without the rest of the repository.
  'client/farm': { ours: [], packages: [], builtins: true },
  'deploy/monitoring': { ours: ['server/local'], ...outside },
  'deploy/supply-chain': { ours: ['server/local'], ...outside },
  geometry: { ours: [], ...outside },
  'slicer-bridge': { ours: [], ...outside },
}

/** The areas of server/domain, lowest first: each imports those before it and none after it. */
export const domainFloors = [
  'base',
  'idempotency',
  'money',
  'models',
  'catalog',
  'pricing',
  'measurement',
  'planning',
  'payments',
  'limits',
  'accounts',
  'gift-cards',
  'lead-time',
  'orders',
  'cart',
  'agents',
  'printability',
  'slicing',
  'uploads',
  'farm',
  'fulfillment',
  'quotes',
  'generation',
  'colors',
  'images',
  'gallery',
  'changes',
  'metrics',
  'billing',
  'books',
  'operators',
  'tickets',
  'support',
  'notifications',
  'desk',
  'errors',
]

/** The areas of server/db, lowest first: each imports those before it and none after it. */
export const databaseFloors = [
  'schema',
  'migrations',
  'core',
  'accounts',
  'idempotency',
  'limits',
  'money',
  'orders',
  'models',
  'farm',
  'printers',
  'fulfillment',
  'gift-cards',
  'disputes',
  'gallery',
  'generation',
  'uploads',
  'cart',
  'quotes',
  'billing',
  'books',
  'operators',
  'tickets',
  'personal-data',
  'notifications',
  'metrics',
  'maintenance',
  'desk',
]

/** What serves development, lowest first: each floor imports those before it and none after it. */
export const workshopFloors: readonly (readonly string[])[] = [
  ['testing'],
  ['bench', 'lab'],
  ['test'],
]

/** Folders whose files all stand in subfolders, but for these. */
export const folderContents: Readonly<Record<string, readonly string[]>> = {
  server: ['main.ts', 'main-service.ts', 'main-slicing.ts', 'README.md'],
  'server/domain': ['README.md'],
  'server/db': ['README.md'],
  'server/http': ['README.md'],
  'server/adapters': ['README.md'],
}
