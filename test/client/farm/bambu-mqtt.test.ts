// The MQTT connection to a stand-in for a Bambu Lab printer, whose reports may stop while the connection stays open.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type BambuMqtt, createBambuMqtt } from '../../../client/farm/bambu/mqtt.ts'
import { createTrust, openTls } from '../../../client/farm/bambu/trust.ts'
import { type BambuStandIn, bambuAccessCode, bambuStandIn } from '../../system/farm-client/bambu.ts'

const trust = createTrust('insecure', { read: () => null, write: () => {} })

let printer: BambuStandIn
let mqtt: BambuMqtt
beforeEach(async () => {
  printer = await bambuStandIn()
  const { mqttPort, serial } = printer.settings
  const address = { host: '127.0.0.1', mqttPort: Number(mqttPort), serial: String(serial) }
  const times = { answerMs: 5000, silenceMs: 0 }
  mqtt = createBambuMqtt({ ...address, accessCode: bambuAccessCode }, trust, times)
})
afterEach(async () => {
  await mqtt.close()
  await printer.close()
})

test('a printer that does not respond to a request for a report is connected again', async () => {
  await mqtt.status()
  printer.silence(true)
  printer.setWord('FINISH')
  await expect(mqtt.status()).rejects.toThrow('The printer has stopped reporting.')
  printer.silence(false)
  expect(await mqtt.status()).toMatchObject({ gcode_state: 'FINISH' })
  expect(printer.logins()).toBe(2)
})

test('a printer gets no command while it reports nothing', async () => {
  await mqtt.status()
  printer.silence(true)
  printer.startOther('vase')
  await expect(mqtt.command('stop', {})).rejects.toThrow('The printer has stopped reporting.')
  expect(printer.current().word).toBe('RUNNING')
})

test('a printer that reports on request keeps its connection', async () => {
  await mqtt.status()
  await mqtt.status()
  expect(await mqtt.command('stop', {})).toMatchObject({ result: 'success' })
  expect(printer.logins()).toBe(1)
})

test('the first report has state and name from the same moment', async () => {
  printer.startOther('vase')
  printer.on(async (what, moment) => {
    if (what === 'pushall' && moment === 'before') printer.report({ gcode_state: 'FINISH' })
  })
  expect(await mqtt.status()).toMatchObject({ gcode_state: 'RUNNING', subtask_name: 'vase' })
})

test('a printer that does not confirm the subscription counts as not responding', async () => {
  const held = Promise.withResolvers<void>()
  printer.on(async (what) => {
    if (what === 'subscribe') await held.promise
  })
  await expect(mqtt.status()).rejects.toThrow('The printer does not respond.')
  held.resolve()
  printer.on(async () => {})
  expect(await mqtt.status()).toMatchObject({ gcode_state: 'IDLE' })
})

test.each([
  ['takes the connection and says nothing', false, 'The printer does not respond.'],
  ['ends the connection', true, ''],
])('a server that %s', async (_name, ends, message) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (ends) socket.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(openTls('127.0.0.1', port, 300)).rejects.toThrow(message)
  server.close()
})
