// Files of a Bambu Lab printer: FTP over implicit TLS.
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { Client, enterPassiveModeIPv4, FTPError } from 'basic-ftp'
import { Refused } from '../http.ts'
import { Unavailable } from '../refusals.ts'
import { type Trust, tlsOptions, wrongCodeText } from './trust.ts'

export type FtpsAddress = {
  readonly host: string
  readonly ftpsPort: number
  readonly accessCode: string
}

const ftpTimeoutMs = 60_000
const noSuchFile = 550

/** Stores the file in the root folder. Throws Refused if the printer refuses this file, and Unavailable if it accepts none. */
export const uploadByFtps = (
  address: FtpsAddress,
  trust: Trust,
  file: string,
  bytes: Uint8Array,
): Promise<void> =>
  withClient(address, trust, async (client) => {
    await client.uploadFrom(Readable.from([bytes]), file)
    const size = await client.size(file)
    if (size !== bytes.length) throw new Error(`The printer stored ${size} of ${bytes.length} B.`)
  })

/** Returns the size of the file in the root folder, 0 without it. */
export async function sizeByFtps(
  address: FtpsAddress,
  trust: Trust,
  file: string,
): Promise<number> {
  let size = 0
  await withClient(address, trust, async (client) => {
    try {
      size = await client.size(file)
    } catch (error) {
      if (!(error instanceof FTPError) || error.code !== noSuchFile) throw error
    }
  })
  return size
}

/** Deletes the file from the root folder if it exists. */
export const removeByFtps = (address: FtpsAddress, trust: Trust, file: string): Promise<void> =>
  withClient(address, trust, async (client) => {
    await client.remove(file, true)
  })

async function withClient(
  { host, ftpsPort, accessCode }: FtpsAddress,
  trust: Trust,
  act: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client(ftpTimeoutMs)
  try {
    await client.connectImplicitTLS(host, ftpsPort, { ...tlsOptions })
    checkSocket(trust, client.ftp.socket)
    await client.login('bblp', accessCode)
    await client.useDefaultSettings()
    client.prepareTransfer = async (context) => {
      const response = await enterPassiveModeIPv4(context)
      // The listener is added before the upload begins, which waits for the same event.
      const { dataSocket } = context
      dataSocket?.prependOnceListener('secureConnect', () => {
        try {
          checkSocket(trust, dataSocket)
        } catch (error) {
          dataSocket.destroy(error instanceof Error ? error : undefined)
        }
      })
      return response
    }
    await act(client)
  } catch (error) {
    throw error instanceof FTPError ? toPrinterError(error) : error
  } finally {
    client.close()
  }
}

function checkSocket(trust: Trust, socket: unknown): void {
  if (!(socket instanceof TLSSocket)) throw new Error('The printer offers no TLS.')
  trust.check('ftps', socket)
}

/** In RFC 959, 452 and 552 mean full storage, and 530 a failed login. In RFC 4217, 522 means missing protection. Other 5xx are final. */
function toPrinterError({ code, message }: FTPError): Error {
  if (code === 452 || code === 552) {
    return new Unavailable(`The printer's SD card is full: ${message}`)
  }
  if (code === 522) return new Unavailable(`The printer refuses the data connection: ${message}`)
  if (code === 530) return new Error(wrongCodeText)
  if (code >= 500) return new Refused(code, message)
  return new Error(message)
}
