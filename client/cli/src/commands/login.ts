// svc login and svc logout: the file that stores the keys.
import type { Command, Context } from '../command/command.ts'
import {
  credentialsPath,
  readCredentials,
  removeCredentials,
  type SecretKind,
  secretForms,
  writeCredentials,
} from '../service/credentials.ts'
import { createFetch } from '../service/fetch.ts'
import { isKeyValid, readBaseUrl, refusePlainHttp } from '../service/session.ts'
import { CliError, exitCodes, usageError } from '../terminal/exit-codes.ts'
import { readTimeoutMs } from '../terminal/options.ts'

export const loginCommand: Command = {
  name: 'login',
  summary: 'Store the API key, or an extension token, in a file that only you can read.',
  words: '[URL]',
  maxWords: 1,
  options: [],
  notes: [
    'Asks for the key without showing it; from a pipe it reads the key from standard input. It is not accepted as an argument, where',
    'other users of the machine and the history of the shell would see it. An API key is checked with the service before it is stored.',
    '',
    'Example: svc login https://print.example.com < key.txt',
  ],
  run: async (context) => {
    const { args, terminal, environment, version } = context
    const [word] = args.words
    if (word !== undefined && secretKindOf(word) !== null) {
      throw usageError(
        'The key is not accepted as an argument: the history of your shell now has it. Replace it on the account page, and run svc login without it.',
      )
    }
    const baseUrl = readBaseUrl(
      word ?? args.text('url') ?? (environment['SVC_URL'] || (await keptUrl(environment))),
    )
    refusePlainHttp(baseUrl, environment)
    const secret = await terminal.readSecret(
      `API key or extension token of ${baseUrl} (it is not shown): `,
    )
    const kind = secretKindOf(secret)
    if (kind === null) {
      throw new CliError(
        exitCodes.credentials,
        `That is neither an API key (svc_live_ and 48 hexadecimal digits) nor an extension token (svc_ext_...). Both are on ${baseUrl}/account.`,
      )
    }
    if (
      kind === 'apiKey' &&
      !(await isKeyValid({ baseUrl, fetch: createFetch(version) }, secret, readTimeoutMs(args)))
    ) {
      throw new CliError(
        exitCodes.credentials,
        `${baseUrl} does not know this key, so it was not stored. Issue one at ${baseUrl}/account`,
      )
    }
    return store(context, baseUrl, kind, secret)
  },
}

async function store({ environment }: Context, baseUrl: string, kind: SecretKind, secret: string) {
  const path = credentialsPath(environment)
  const before = await readCredentials(path)
  // Replaces keys of another service, because a file belongs to one service.
  const kept = before !== null && before.url === baseUrl ? before : { url: baseUrl }
  await writeCredentials(path, { ...kept, [kind]: secret })
  const variable = kind === 'apiKey' ? 'SVC_API_KEY' : 'SVC_EXTENSION_TOKEN'
  const isOverridden = Boolean(environment[variable])
  return {
    json: { url: baseUrl, path, stored: kind },
    lines: [
      `${kind === 'apiKey' ? 'The key works and' : 'The token'} is stored in ${path}, which only you can read.`,
      ...(isOverridden ? [`${variable} is set and takes precedence over it.`] : []),
    ],
  }
}

const keptUrl = async (environment: NodeJS.ProcessEnv): Promise<string> =>
  (await readCredentials(credentialsPath(environment)))?.url ?? 'http://localhost:3000'

function secretKindOf(text: string): SecretKind | null {
  if (secretForms.apiKey.test(text)) return 'apiKey'
  return secretForms.extensionToken.test(text) ? 'extensionToken' : null
}

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'Remove the stored keys from this machine. They stay valid.',
  words: '',
  maxWords: 0,
  options: [],
  run: async ({ environment }) => {
    const path = credentialsPath(environment)
    const wasThere = await removeCredentials(path)
    return {
      json: { removed: wasThere, path },
      lines: [
        wasThere
          ? `${path} is removed. To make the key invalid, revoke it on the account page.`
          : 'No key was stored.',
      ],
    }
  },
}
