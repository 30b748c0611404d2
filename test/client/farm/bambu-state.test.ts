// The states of a stand-in for a Bambu Lab printer.
import { expect, test } from 'bun:test'
import { connectBambu } from '../../../client/farm/bambu/bambu.ts'
import { bambuAccessCode, bambuStandIn } from '../../system/farm-client/bambu.ts'

const memo = { read: () => null, write: () => {} }

test.each(['INIT', 'PREPARE', 'SLICING', 'RUNNING', 'PAUSE'])(
  'a printer that is %s without naming its print is offline until it names one',
  async (word) => {
    const standIn = await bambuStandIn()
    const { mqttPort, ftpsPort, serial } = standIn.settings
    const ports = { mqttPort: Number(mqttPort), ftpsPort: Number(ftpsPort) }
    const login = { serial: String(serial), accessCode: bambuAccessCode }
    const rest = { host: '127.0.0.1', certificate: 'insecure', ams: null, model: null } as const
    const printer = connectBambu(
      { ...ports, ...login, ...rest },
      { plate: memo, certificate: memo },
    )
    try {
      standIn.setWord(word)
      expect(await printer.state()).toMatchObject({ kind: 'offline' })
      standIn.startOther('vase')
      standIn.setWord('RUNNING')
      await printer.close?.()
      expect(await printer.state()).toMatchObject({ kind: 'printing', file: 'vase.gcode.3mf' })
    } finally {
      await printer.close?.()
      await standIn.close()
    }
  },
)
