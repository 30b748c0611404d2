// `npm start` and `npm test` on a machine with only Node and npm: finds or installs Bun and the packages, then runs Bun. It is
// plain Node without packages, because nothing else is installed yet.
//   launch.mjs <script> [arguments]   runs a script with Bun
//   launch.mjs --run <tool> [...]     runs a tool of node_modules/.bin
//   launch.mjs --test [paths]         runs the tests          launch.mjs --check   runs every check but Rust's
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
/** Read immediately, because the parent may have ended when the id is needed. */
const parentPid = process.ppid
const tools = join(root, '.tools')
const commands = {
  '--test': ['server/local/launcher/run-tests.ts'],
  '--check': ['server/local/launcher/run-checks.ts'],
  '--run': ['run'],
}

/** A problem of the machine rather than a bug, for which the message without a stack is sufficient. */
class SetUpError extends Error {}

try {
  const [first = '', ...rest] = process.argv.slice(2)
  const bun = findBun() ?? installBun()
  installPackages(bun)
  runBun(bun, [...(commands[first] ?? [first]), ...rest])
} catch (error) {
  if (!(error instanceof SetUpError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Returns the version of Bun's types, so that the two cannot diverge. */
function bunVersion() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return devDependencies['bun-types']
}

/** Checks the project's Bun first, because its version needs no check. */
function findBun() {
  const own = join(tools, `bun-${bunVersion()}`)
  if (existsSync(join(own, 'path'))) {
    const program = join(own, readFileSync(join(own, 'path'), 'utf8'))
    if (existsSync(program)) return program
  }
  const name = process.platform === 'win32' ? 'bun.exe' : 'bun'
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return onPath.find((path) => existsSync(path) && isRightBun(path)) ?? null
}

function isRightBun(path) {
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.trim() === bunVersion()
}

/** Installs Bun next to its final location and renames it once it works, so that an incomplete installation is never used. */
function installBun() {
  const version = bunVersion()
  const fresh = join(tools, `new-${process.pid}`)
  say(`Installing Bun ${version} (once, about 100 MB) ...`)
  mkdirSync(fresh, { recursive: true })
  writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n')
  const options =
    '--no-save --no-package-lock --no-audit --no-fund --include=optional --loglevel=error'
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  runQuietly('Bun', npm, ['install', ...options.split(' '), '--prefix', fresh, `bun@${version}`], {
    cwd: fresh,
    env: withoutNpmRun(process.env),
    shell: process.platform === 'win32',
  })
  const modules = join(fresh, 'node_modules')
  const vendors = existsSync(join(modules, '@oven')) ? readdirSync(join(modules, '@oven')) : []
  // npm may be configured to run no install scripts. The program is then only in the package for this system.
  const candidates = [
    ...vendors.flatMap((vendor) => [`@oven/${vendor}/bin/bun`, `@oven/${vendor}/bin/bun.exe`]),
    'bun/bin/bun.exe',
  ].map((path) => join('node_modules', path))
  const working = candidates.find(
    (path) => existsSync(join(fresh, path)) && isRightBun(join(fresh, path)),
  )
  if (working === undefined) {
    rmSync(fresh, { recursive: true, force: true })
    throw new SetUpError(`npm installed Bun ${version}, but it does not run on this system.`)
  }
  writeFileSync(join(fresh, 'path'), working)
  const own = join(tools, `bun-${version}`)
  rmSync(own, { recursive: true, force: true })
  renameSync(fresh, own)
  return join(own, working)
}

/**
 * Removes npm's variables. `npm start` tells its children which package it runs, and a nested npm must not use this folder as its own.
 */
function withoutNpmRun(env) {
  const hidden = /^npm_(package|lifecycle|config_(local_)?prefix)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !hidden.test(name)))
}

/** The stamp contains the digest of the lockfile. While the digest is unchanged, nothing is installed. */
function installPackages(bun) {
  const stamp = join(root, 'node_modules', '.installed')
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'bun.lock')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  say('Installing packages (once, about a minute) ...')
  runQuietly('The packages', bun, ['install', '--frozen-lockfile', '--no-progress'], { cwd: root })
  writeFileSync(stamp, digest)
}

function runQuietly(what, command, args, options) {
  const done = spawnSync(command, args, { ...options, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (done.status === 0) return
  const words = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`.trim()
  throw new SetUpError(
    `${what} could not be installed. Is the network, or the registry that npm is set to, reachable? Its output:\n${words}`,
  )
}

function runBun(bun, args) {
  let child
  // Registered before the child starts. Without a handler, a signal would terminate only the launcher.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C reaches the child anyway, because the terminal signals the whole foreground process group.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal)
    })
  }
  child = spawn(bun, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ''}`,
      LAUNCHER_PID: String(process.pid),
    },
  })
  child.on('error', (error) => {
    console.error(`Bun could not be started: ${error.message}`)
    process.exitCode = 1
  })
  followNpm(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** Calls `onGone` when npm ends. A killed npm forwards no signal; its server must not keep running and hold the port. */
function followNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(timer)
    onGone()
  }, 1_000)
  timer.unref()
}

/** Prints progress to stderr, because stdout belongs to the program. */
function say(sentence) {
  console.error(sentence)
}
