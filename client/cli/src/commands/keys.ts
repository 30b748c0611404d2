// svc keys: the keys in use, their sources, and whether the service accepts the API key.
import type { Command } from '../command/command.ts'
import { credentialsPath } from '../service/credentials.ts'
import { isKeyValid, type Secret } from '../service/session.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { readTimeoutMs } from '../terminal/options.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Show which key is used and whether it works; never the key itself.',
  words: '',
  maxWords: 0,
  options: [],
  notes: [
    'Keys are issued, replaced and revoked on the account page: the API lets no key do that.',
  ],
  run: async ({ session, environment, args }) => {
    const opened = await session()
    const { apiKey, extensionToken, baseUrl } = opened
    const isValid =
      apiKey === null ? null : await isKeyValid(opened, apiKey.value, readTimeoutMs(args))
    return {
      exitCode: isValid === true ? exitCodes.done : exitCodes.credentials,
      json: {
        url: baseUrl,
        apiKey:
          apiKey === null ? null : { prefix: prefixOf(apiKey), source: apiKey.source, isValid },
        extensionToken:
          extensionToken === null
            ? null
            : { prefix: prefixOf(extensionToken), source: extensionToken.source },
        path: credentialsPath(environment),
        accountPage: `${baseUrl}/account`,
      },
      lines: [
        `service          ${baseUrl}`,
        apiKey === null
          ? 'API key          none: run svc login, or set SVC_API_KEY'
          : `API key          ${prefixOf(apiKey)}... from ${apiKey.source}, ${isValid ? 'valid' : 'not known to the service'}`,
        extensionToken === null
          ? 'extension token  none (svc generate needs one for --image, --style and --notify)'
          : `extension token  ${prefixOf(extensionToken)}... from ${extensionToken.source}`,
        `account page     ${baseUrl}/account`,
      ],
    }
  },
}

/** Returns the prefix of a key, with the length that the account page shows. */
const prefixOf = ({ value }: Secret): string => value.slice(0, 14)
