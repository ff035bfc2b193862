// A DATABASE_URL with several hosts: which of them takes writes is found out anew for every connection, so that a standby
// which took over is used from then on. Knows nothing of who promotes it.

import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { postgres } from './driver.ts'

export type Host = { host: string; port: number; url: string }

/** An address with several hosts as that many addresses, whatever they are worth. */
export function addressesIn(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(address) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}

/** Each host, and its address without what only a choice between hosts means. */
export function hostsOf(address: string): Host[] {
  return addressesIn(address).map((each) => {
    const url = new URL(each)
    url.searchParams.delete('target_session_attrs')
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    return { host, port: Number(url.port || 5432), url: url.href }
  })
}

const patienceSeconds = 1

/** What postgres.js calls for each connection that it makes. */
export function socketToPrimary(hosts: readonly Host[]): () => Promise<Duplex> {
  let looking: Promise<Host> | null = null
  /** Those who look at the same moment look once. */
  const look = () => {
    looking ??= Promise.any(hosts.map(refuseStandby)).finally(() => (looking = null))
    return looking
  }
  return async () => {
    try {
      const { host, port } = await look()
      // By the name the certificate is checked.
      return Object.assign(connect(port, host), { host })
    } catch {
      return aFailure()
    }
  }
}

/**
 * postgres.js loses the connection for good when no socket comes, and the process when it is closed already: it takes one
 * that fails a moment later.
 */
function aFailure(): Duplex {
  const socket = new Duplex({ read: () => undefined, write: () => undefined })
  const away = Object.assign(new Error('No host of DATABASE_URL takes writes'), { code: 'ECONNREFUSED' })
  setTimeout(() => socket.destroy(away), 10)
  return socket
}

async function refuseStandby(host: Host): Promise<Host> {
  const connection = postgres(host.url, {
    max: 1,
    connect_timeout: patienceSeconds,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'gaffer looking', statement_timeout: patienceSeconds * 1000 },
  })
  try {
    const [row] = await connection`select pg_is_in_recovery() as "isStandby"`
    if (row?.['isStandby'] !== false) throw new Error(`${host.host} is a standby`)
    return host
  } finally {
    await connection.end({ timeout: 0 })
  }
}
