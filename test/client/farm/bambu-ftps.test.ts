// Files on a stand-in for a Bambu Lab printer, whose server accepts only data connections that resume the TLS session of the
// control connection.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { Client } from 'basic-ftp'
import { removeByFtps, uploadByFtps } from '../../../client/farm/bambu/ftps.ts'
import { createTrust, tlsOptions } from '../../../client/farm/bambu/trust.ts'
import { type BambuStandIn, bambuAccessCode, bambuStandIn } from '../../system/farm-client/bambu.ts'

const trust = createTrust('insecure', { read: () => null, write: () => {} })

let printer: BambuStandIn
beforeEach(async () => {
  printer = await bambuStandIn()
})
afterEach(() => printer.close())

const portOf = ({ settings }: BambuStandIn) => Number(settings['ftpsPort'])

test('data connections resume the session', async () => {
  const address = { host: '127.0.0.1', ftpsPort: portOf(printer), accessCode: bambuAccessCode }
  const bytes = new TextEncoder().encode('G28')
  await uploadByFtps(address, trust, 'a.gcode.3mf', bytes)
  expect(printer.files.get('a.gcode.3mf')).toEqual(Buffer.from(bytes))
  await removeByFtps(address, trust, 'a.gcode.3mf')
  expect(printer.files.size).toBe(0)
  await removeByFtps(address, trust, 'a.gcode.3mf')
})

test('the stand-in refuses a data connection with the session of another server', async () => {
  const other = await bambuStandIn()
  const [foreign, client] = [new Client(), new Client()]
  try {
    for (const [each, { settings }] of [
      [foreign, other],
      [client, printer],
    ] as const) {
      await each.connectImplicitTLS('127.0.0.1', Number(settings['ftpsPort']), { ...tlsOptions })
      await each.login('bblp', bambuAccessCode)
      await each.useDefaultSettings()
    }
    client.ftp.tlsSessionStore = foreign.ftp.tlsSessionStore
    await expect(client.uploadFrom(Readable.from(['G28']), 'a')).rejects.toThrow(/^522 /)
    expect(printer.files.size).toBe(0)
  } finally {
    for (const each of [foreign, client]) each.close()
    await other.close()
  }
})
