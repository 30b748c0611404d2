// Encrypts a key of the service under a secret of the configuration, so that the secret can change while the key stays the same.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const idBytes = 8

/** Identifies a secret without revealing it: 16 hex digits. */
export const secretIdOf = (secret: string): string =>
  derive(secret, 'svc secret id 1', idBytes).toString('hex')

/** Encrypts with AES-256-GCM under HKDF-SHA-256 of the secret. Returns nonce, ciphertext and tag in base64. */
export function seal(key: Uint8Array, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', sealingKeyOf(secret), nonce)
  const text = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64')
}

/** Decrypts. Throws when the text was sealed under another secret or was changed. */
export function unseal(sealed: string, secret: string): Uint8Array {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', sealingKeyOf(secret), nonce)
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const text = bytes.subarray(nonceBytes, -tagBytes)
  return new Uint8Array(Buffer.concat([decipher.update(text), decipher.final()]))
}

const sealingKeyOf = (secret: string) => derive(secret, 'svc sealed keys 1', keyBytes)

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
