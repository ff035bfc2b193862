// A fake mail server: SMTP with a login, without TLS by default. Parses and stores mail instead of delivering it.

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { createMessageStore, type DeliveryCount } from './received-messages.ts'

/** `to` has the recipients of the envelope, `headers` names in lower case. `sentAt` is ISO-8601 UTC. */
export type ReceivedMail = {
  id: string
  to: string[]
  from: string
  subject: string | null
  text: string | null
  html: string | null
  headers: Record<string, string>
  sentAt: string
}

/** Fails this step with a reply code, no reply, or a closed connection. At `data` the last two come after the mail is stored. */
export type SmtpFault = {
  at: 'greeting' | 'sender' | 'recipient' | 'data'
  how: 'hang' | 'drop' | number
  times?: number
}

export type FakeSmtp = {
  /** The URL of the server, with user and password. */
  url: string
  from: string
  /** The received mails, oldest first. */
  messages(): ReceivedMail[]
  /** How often each mail arrived, by recipient and Message-ID. */
  deliveries(): DeliveryCount[]
  clear(): void
  fail(fault: SmtpFault | null): void
  close(): Promise<void>
}

const maxMailBytes = 1024 * 1024

type NextCallback = (error?: Error | null) => void

/** Listens on 127.0.0.1 with new credentials. `secure`: implicit TLS with an untrusted certificate. */
export async function startFakeSmtp({ secure = false } = {}): Promise<FakeSmtp> {
  const user = 'gaffer'
  const password = randomBytes(12).toString('hex')
  const sockets = new Map<number | undefined, Socket>()
  const received = createMessageStore<ReceivedMail>()
  let current: SmtpFault | null = null

  /** Calls `next` unless a fault is set for this step. */
  function runStep(at: SmtpFault['at'], session: SMTPServerSession, next: NextCallback): void {
    if (current?.at !== at) return next()
    const fault = current
    if (fault.times !== undefined && --fault.times <= 0) current = null
    if (fault.how === 'hang') return
    if (fault.how === 'drop') {
      sockets.get(session.remotePort)?.destroy()
      return
    }
    next(Object.assign(new Error('injected failure'), { responseCode: fault.how }))
  }

  function storeMail(mail: ReceivedMail): void {
    received.add(mail)
    for (const to of mail.to) received.countDelivery(to, mail.headers['message-id'] ?? mail.id)
  }

  const server = new SMTPServer({
    secure,
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: maxMailBytes,
    onAuth(auth, _session, done) {
      const known = auth.username === user && auth.password === password
      if (known) done(null, { user })
      else done(Object.assign(new Error('Invalid username or password'), { responseCode: 535 }))
    },
    onConnect: (session, done) => runStep('greeting', session, done),
    onMailFrom: (_address, session, done) => runStep('sender', session, done),
    onRcptTo: (_address, session, done) => runStep('recipient', session, done),
    async onData(stream, session, done) {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const mail = await parseMail(Buffer.concat(chunks), session)
        // Stored unless refused: without a reply or with a closed connection only the response is lost.
        if (current?.at !== 'data' || typeof current.how !== 'number') storeMail(mail)
        runStep('data', session, done)
      } catch (error) {
        done(error instanceof Error ? error : new Error('unreadable mail'))
      }
    },
  })
  // Ignores the errors of aborted connections, which the fault tests cause.
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => {
    const port = socket.remotePort
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `${secure ? 'smtps' : 'smtp'}://${user}:${password}@127.0.0.1:${port}`,
    from: 'Gaffer <gaffer@pretend.test>',
    messages: received.messages,
    deliveries: received.deliveries,
    clear: received.clear,
    fail: (fault) => {
      current = fault === null ? null : { ...fault }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

async function parseMail(raw: Buffer, session: SMTPServerSession): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  const { mailFrom, rcptTo } = session.envelope
  return {
    id: randomUUID(),
    to: rcptTo.map((recipient) => recipient.address),
    from: mail.from?.address ?? (mailFrom === false ? '' : mailFrom.address),
    subject: mail.subject ?? null,
    text: mail.text ?? null,
    html: mail.html ?? null,
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    sentAt: new Date().toISOString(),
  }
}
