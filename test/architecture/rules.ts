// The architecture as data: the imports of each area, the layers of the domain and of the database, and folders that
// contain folders only.

export type Rule = {
  /** Areas of this repository that may be imported, in addition to the area itself. */
  readonly ours: readonly string[]
  /** Areas that may be loaded only on demand, by `import()`. */
  readonly onDemand?: readonly string[]
  /** npm packages: all of them, or only the named ones. */
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

/** Imports that each area may have. An area is a folder, or a file named without its extension. */
export const areas: Readonly<Record<string, Rule>> = {
  // Loads the program of its role, and no other.
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
  // Runs in the browser: the rules of the domain, the templates of the pages and the geometry core, without server
  // code.
  'server/browser': {
    ours: ['server/domain', 'server/html', 'server/pages', 'geometry'],
    packages: ['three'],
    builtins: false,
  },
  mcp: { ours: ['server/domain'], ...outside },
  'server/db': { ours: ['server/domain'], ...outside },
  'server/adapters': { ours: ['server/domain'], ...outside },
  'server/domain': { ours: [], packages: [], builtins: false },
  // The package runs in browsers as well, so only a path loads the file system.
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
  // An independent program, which imports nothing else from the repository.
  'client/farm': { ours: [], packages: ['basic-ftp', 'fflate', 'mqtt'], builtins: true },
  'deploy/monitoring': { ours: ['server/local'], ...outside },
  'deploy/supply-chain': { ours: ['server/local'], ...outside },
  geometry: { ours: [], ...outside },
  'slicer-bridge': { ours: [], ...outside },
}

/** The areas of server/domain in tiers, lowest first: each area imports only earlier ones, of its tier or of a lower one. */
export const domainTiers: Readonly<Record<string, readonly string[]>> = {
  basics: ['base', 'branding', 'idempotency', 'money', 'models', 'catalog', 'pricing', 'terms'],
  'needed for an order': [
    'measurement',
    'planning',
    'payments',
    'limits',
    'accounts',
    'gift-cards',
    'lead-time',
  ],
  orders: ['orders', 'cart', 'agents'],
  production: ['printability', 'slicing', 'uploads', 'farm', 'fulfillment', 'carriers'],
  'quotes and models': ['quotes', 'ucp', 'generation', 'colors', 'images', 'gallery', 'changes'],
  operation: [
    'metrics',
    'billing',
    'books',
    'operators',
    'tickets',
    'support',
    'notifications',
    'desk',
    'errors',
  ],
}

export const domainAreas = Object.values(domainTiers).flat()

/** The areas of server/db, lowest first: each imports only earlier ones. */
export const databaseAreas = [
  'schema',
  'migrations',
  'core',
  'accounts',
  'idempotency',
  'terms',
  'branding',
  'limits',
  'money',
  'orders',
  'models',
  'farm',
  'printers',
  'spools',
  'fulfillment',
  'carriers',
  'gift-cards',
  'disputes',
  'gallery',
  'generation',
  'uploads',
  'cart',
  'quotes',
  'ucp',
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

/** Folders of development, lowest first: each layer imports only earlier ones. */
export const workshopTiers: readonly (readonly string[])[] = [
  ['testing'],
  ['bench', 'lab'],
  ['test'],
]

/** Folders that contain only subfolders, with these exceptions. */
export const folderContents: Readonly<Record<string, readonly string[]>> = {
  server: ['main.ts', 'main-service.ts', 'main-slicing.ts', 'README.md'],
  'server/domain': ['README.md'],
  'server/db': ['README.md'],
  'server/http': ['README.md'],
  'server/adapters': ['README.md'],
  'server/http/routes/operators': [],
}
