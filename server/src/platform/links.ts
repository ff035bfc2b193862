// Signs and verifies the links that work without a session. Keys are derived from SECRET_KEY and the rows of link_keys, so that all
// servers of one database agree.

import { hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { feedKinds, type FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import type { Db } from './db/connection.ts'
import { manyRows, oneRow, sql } from './db/statement.ts'
import { hmac, timingSafeEqual } from './keys.ts'

/** The purpose of each link. A changed text changes the key. */
const purposes = {
  answer: 'answer link',
  dep: 'dep link',
  enquiry: 'enquiry link',
  feed: 'feed address',
  sheet: 'gig sheet link',
  unsubscribe: 'unsubscribe link',
}
type Purpose = keyof typeof purposes
/** Links whose token has the key id and the expiry in it. */
export type SignedPurpose = 'answer' | 'enquiry' | 'sheet' | 'unsubscribe'

/**
 * `expiresAt`: 13 months from now unless given; null for a link that ends in the database or with its key, and whose address must stay
 * the same. `boundTo` is signed too, but not part of the token: the reader passes it to `isGenuine`.
 */
export type SignOptions = { expiresAt?: Date | null; boundTo?: string | undefined }

export type LinkClaim = { ids: string[]; isGenuine: (boundTo?: string) => boolean }

export type Feed = { subscriberId: string; kind: FeedKind; version: number }
export type FeedClaim = { subscriberId: string; kind: FeedKind; isGenuine: (version: number) => boolean }

const LinkKey = z.strictObject({ id: z.int(), salt: z.instanceof(Buffer), createdAt: z.date() })
type LinkKey = z.infer<typeof LinkKey>

const listLinkKeys = manyRows(LinkKey, sql`select id, salt, created_at as "createdAt" from link_keys order by id`)

const insertLinkKey = oneRow(
  z.strictObject({ id: z.int() }),
  sql<{ salt: Buffer }>`
    insert into link_keys (id, salt, created_at) select coalesce(max(id), 0) + 1, $salt, $now from link_keys returning id`,
)

const dayMs = 86_400_000
/** 13 months: how long a link works after it was signed, and how long a key works after the next key was created. */
const linkLifetimeMs = 396 * dayMs
/** A link that a server signs after this time makes it read the keys again in the background. Until then it signs with the keys that it has. */
const keyCacheMs = 30_000

const [keyIdBytes, expiryBytes, idBytes] = [2, 4, 16]
/** HMAC-SHA-256 cut to its first half, as RFC 4868 does: 128 bits cannot be guessed, and the address stays short. */
const macBytes = 16
const idCounts: Record<SignedPurpose, number> = { answer: 2, enquiry: 2, sheet: 2, unsubscribe: 1 }
/** 96 bits cannot be guessed, and take only 16 characters in base64url: a text message has 160. */
const depTokenBytes = 12
const feedLetters: Record<FeedKind, string> = { full: 'f', public: 'p', member: 'm', personal: 'a' }

/** Key 0. Releases up to 2.0.0 derived the keys of their links from it. */
const firstKey: LinkKey = { id: 0, salt: Buffer.from('gaffer'), createdAt: new Date(0) }

/** The latest time until which a link signed at `from` works. */
export function computeLatestLinkEnd(from: Date): Date {
  return new Date(from.getTime() + linkLifetimeMs)
}

export class Links {
  #keys: readonly LinkKey[] = [firstKey]
  #loadedAt = 0
  #derivedKeys = new Map<string, Buffer>()

  readonly #secret: string
  readonly #db: Db
  readonly #log: Pick<FastifyBaseLogger, 'warn'>

  constructor(secret: string, db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#secret = secret
    this.#db = db
    this.#log = log
  }

  /** Reads the keys. Must be called before the first use. */
  async load(): Promise<void> {
    this.#loadedAt = this.#now()
    this.#keys = [firstKey, ...(await listLinkKeys(this.#db, {}))]
  }

  /** The token of a link with these ids. It works until `expiresAt`, and at most until 13 months after its key was replaced. */
  signLink(
    purpose: SignedPurpose,
    ids: string[],
    { expiresAt = computeLatestLinkEnd(this.#db.clock.now()), boundTo = '' }: SignOptions = {},
  ): string {
    const key = this.#newestKey()
    const head = Buffer.alloc(keyIdBytes + expiryBytes)
    head.writeUInt16BE(key.id)
    head.writeUInt32BE(expiresAt === null ? 0 : Math.floor(expiresAt.getTime() / 1000), keyIdBytes)
    const body = Buffer.concat([head, ...ids.map(encodeId)])
    return Buffer.concat([body, this.#macOf(purpose, key, body, boundTo)]).toString('base64url')
  }

  /** Returns null for another format, an unknown or ended key, and an expired link. The claim is unverified until `isGenuine`. */
  async readLink(purpose: SignedPurpose, token: string): Promise<LinkClaim | null> {
    const claim = this.#readLinkOfFirstKey(purpose, token)
    if (claim) return claim
    const bytes = decodeToken(token)
    const bodyLength = keyIdBytes + expiryBytes + idCounts[purpose] * idBytes
    if (bytes?.length !== bodyLength + macBytes) return null
    const expiresAt = bytes.readUInt32BE(keyIdBytes) * 1000
    if (expiresAt !== 0 && expiresAt <= this.#now()) return null
    const key = await this.#findKey(bytes.readUInt16BE())
    if (!key || this.#hasEnded(key)) return null
    const [body, mac] = [bytes.subarray(0, bodyLength), bytes.subarray(bodyLength)]
    return {
      ids: decodeIds(body.subarray(keyIdBytes + expiryBytes)),
      isGenuine: (boundTo = '') => timingSafeEqual(mac, this.#macOf(purpose, key, body, boundTo)),
    }
  }

  /** The token of a new ask's link, and the key to store with the ask. */
  signDepLink(askId: string): { token: string; linkKeyId: number } {
    const key = this.#newestKey()
    return { token: this.#depTokenOf(key, askId), linkKeyId: key.id }
  }

  /** The token that `signDepLink` returned for this ask and key. Tokens are not stored, but derived again. */
  async recreateDepToken(askId: string, linkKeyId: number): Promise<string> {
    const key = await this.#findKey(linkKeyId)
    if (!key) throw new Error(`The link of ask ${askId} was signed with key ${linkKeyId}, which is not in link_keys`)
    return this.#depTokenOf(key, askId)
  }

  /** Feeds stay with key 0: calendar programs hold their addresses for years. A new version replaces an address. */
  signFeed(feed: Feed): string {
    const letter = Buffer.from(feedLetters[feed.kind])
    return Buffer.concat([encodeId(feed.subscriberId), letter, this.#feedMacOf(feed)]).toString('base64url')
  }

  /** Returns null if the format is wrong. The claim is unverified until `isGenuine`. */
  readFeed(token: string): FeedClaim | null {
    const bytes = decodeToken(token)
    if (bytes?.length !== idBytes + 1 + macBytes) return null
    const kind = feedKinds.find((one) => feedLetters[one].charCodeAt(0) === bytes[idBytes])
    if (!kind) return null
    const [subscriberId = ''] = decodeIds(bytes.subarray(0, idBytes))
    const mac = bytes.subarray(idBytes + 1)
    return {
      subscriberId,
      kind,
      isGenuine: (version) => timingSafeEqual(mac, this.#feedMacOf({ subscriberId, kind, version })),
    }
  }

  /** Reads the token formats of releases up to 2.0.0, which have no key id and no expiry. They are accepted until key 0 ends. */
  #readLinkOfFirstKey(purpose: SignedPurpose, token: string): LinkClaim | null {
    const found = purpose === 'unsubscribe' ? readUnsubscribeOfFirstKey(token) : readIdsOfFirstKey(token)
    if (!found || this.#hasEnded(firstKey)) return null
    const { ids, group, mac } = found
    const isGenuine = (boundTo?: string) => {
      const expected = hmac(this.#deriveKey(purpose, firstKey), ...ids, ...(boundTo === undefined ? [] : [boundTo]))
      return (group === undefined || group === boundTo) && timingSafeEqual(mac, expected.subarray(0, mac.length))
    }
    return { ids, isGenuine }
  }

  #newestKey(): LinkKey {
    if (this.#now() - this.#loadedAt > keyCacheMs) {
      this.load().catch((err: unknown) =>
        this.#log.warn({ err }, 'Link keys not read: links are signed with the last known key'),
      )
    }
    return this.#keys.at(-1) as LinkKey
  }

  /** Reads the keys again for an unknown id: another process may have added the key. */
  async #findKey(id: number): Promise<LinkKey | undefined> {
    const known = this.#keys.find((key) => key.id === id)
    if (known) return known
    await this.load()
    return this.#keys.find((key) => key.id === id)
  }

  #hasEnded({ id }: LinkKey): boolean {
    const next = this.#keys.find((key) => key.id > id)
    return next !== undefined && computeLatestLinkEnd(next.createdAt).getTime() <= this.#now()
  }

  #now(): number {
    return this.#db.clock.now().getTime()
  }

  #deriveKey(purpose: Purpose, { id, salt }: LinkKey): Buffer {
    const name = `${purpose} ${id}`
    const derived =
      this.#derivedKeys.get(name) ?? Buffer.from(hkdfSync('sha256', this.#secret, salt, purposes[purpose], 32))
    this.#derivedKeys.set(name, derived)
    return derived
  }

  #macOf(purpose: SignedPurpose, key: LinkKey, body: Buffer, boundTo: string): Buffer {
    return hmac(this.#deriveKey(purpose, key), purpose, body.toString('hex'), boundTo).subarray(0, macBytes)
  }

  #depTokenOf(key: LinkKey, askId: string): string {
    return hmac(this.#deriveKey('dep', key), askId).subarray(0, depTokenBytes).toString('base64url')
  }

  #feedMacOf({ subscriberId, kind, version }: Feed): Buffer {
    return hmac(this.#deriveKey('feed', firstKey), subscriberId, kind, version).subarray(0, macBytes)
  }
}

/** Adds a key and returns its id. Every server signs links with the key once it has read the keys again (`keyCacheMs`). */
export async function rotateLinkKey(db: Db): Promise<number> {
  return (await insertLinkKey(db, { salt: randomBytes(32) })).id
}

type TokenOfFirstKey = { ids: string[]; group?: string; mac: Buffer }

function readIdsOfFirstKey(token: string): TokenOfFirstKey | null {
  const bytes = decodeToken(token)
  if (bytes?.length !== 2 * idBytes + macBytes) return null
  return { ids: decodeIds(bytes.subarray(0, 2 * idBytes)), mac: bytes.subarray(2 * idBytes) }
}

function readUnsubscribeOfFirstKey(token: string): TokenOfFirstKey | null {
  const [, userId, group, mac = ''] = /^([\da-f-]{36})\.([a-z]+)\.([\w-]{43})$/.exec(token) ?? []
  const bytes = decodeToken(mac)
  return userId && group && bytes ? { ids: [userId], group, mac: bytes } : null
}

/** Returns null unless the token is the only base64url text of its bytes, so that a claim has exactly one token. */
function decodeToken(token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  return bytes.toString('base64url') === token ? bytes : null
}

function encodeId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function decodeIds(bytes: Buffer): string[] {
  const hex = bytes.toString('hex').match(/.{32}/g) ?? []
  return hex.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}
