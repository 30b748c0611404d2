// A local mail server that accepts everything and stores it as .eml files. It supports the few SMTP commands that a client needs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type MailSink = { readonly url: string; readonly close: () => Promise<void> }

/** Starts the server. `folder` gets one file per mail, named by its number and recipient. */
export async function startMailSink(folder: string): Promise<MailSink> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const keep = (to: string, text: string) => {
    count += 1
    const name = to.replaceAll(/[^\w.@+-]/g, '_')
    writeFileSync(join(folder, `${Date.now()}-${count}-${name}.eml`), text, { mode: 0o600 })
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, keep)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail sink has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const lineEnd = '\r\n'
const textEnd = '\r\n.\r\n'

function converse(socket: Socket, keep: (to: string, text: string) => void): void {
  let pending = ''
  let to = ''
  let isText = false
  const say = (line: string) => socket.write(line + lineEnd)
  const command = (line: string) => {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'RCPT') to ||= line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'))
    if (word === 'DATA') {
      isText = true
      return say('354 End with a dot on a line of its own')
    }
    if (word === 'QUIT') {
      say('221 Bye')
      return socket.end()
    }
    if (word === 'RSET' || word === 'MAIL') to = ''
    return say('250 OK')
  }
  /** Handles one command or one text. Returns false when it is still incomplete. */
  const next = (): boolean => {
    // An empty text ends with its first line.
    const whole = isText && !pending.startsWith('.\r\n') ? textEnd : isText ? '.\r\n' : lineEnd
    const end = pending.indexOf(whole)
    if (end < 0) return false
    const piece = pending.slice(0, end)
    pending = pending.slice(end + whole.length)
    if (isText) {
      isText = false
      keep(to, `${piece.replaceAll(/^\.\./gm, '.')}${lineEnd}`)
      say('250 Kept')
    } else {
      command(piece)
    }
    return true
  }
  say('220 mail sink')
  socket.on('data', (bytes) => {
    pending += bytes.toString('latin1')
    while (next()) {}
  })
}
