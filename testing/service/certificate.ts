// A self-signed certificate for a test's https server, made for each run: the minimum of DER (X.509 v3, RSA,
// SHA-256).
import { generateKeyPairSync, sign } from 'node:crypto'

const dayMs = 24 * 3_600_000

/** `days` count from now; negative ones are past. */
export function selfSigned(
  hosts: readonly string[],
  days: { readonly from: number; readonly until: number } = { from: -30, until: 365 },
): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05, Buffer.alloc(0)))
  const name = sequence(der(0x31, sequence(oid('550403'), utf8(hosts[0] ?? 'test'))))
  const at = (day: number) => utcTime(Date.now() + day * dayMs)
  const validity = sequence(at(days.from), at(days.until))
  const names = hosts.map((host) => der(0x82, Buffer.from(host)))
  const extensions = sequence(
    extension('551d11', sequence(...names)),
    extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, 2, 3, 4])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').replaceAll(/(.{64})(?=.)/g, '$1\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))
const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))
