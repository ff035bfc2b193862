// The two files that tell PostgreSQL how to behave here. Written whole before each start, so that an old data folder gets new
// settings with a new Gaffer.
import { randomUUID } from 'node:crypto'
import { chmod, rename, writeFile } from 'node:fs/promises'
import type { Places } from './places.ts'

/** `socketFolder` is empty where the platform has no Unix sockets: then it is a port on loopback. */
export type Address = { socketFolder: string; port: number }

export async function writeSettings(places: Places, { socketFolder, port }: Address): Promise<void> {
  const settings: Record<string, string | number> = {
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port,
    hba_file: places.access,
    max_connections: 100,

    // Durability is the default and stays so, whatever somebody thinks would be faster.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    ...(process.platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),

    // Small machines: little memory, nothing in /dev/shm (64 MB in a container), no helper processes for input.
    shared_buffers: '64MB',
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
    min_dynamic_shared_memory: '1MB',
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    io_method: 'sync',
    jit: 'off',

    // A killed Gaffer's waiting statements end instead of holding on to their locks.
    client_connection_check_interval: process.platform === 'linux' ? '2s' : 0,

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',

    // Only the server's own life. Refused statements are the application's to report, and would put members' data here.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: -1,
    log_line_prefix: '%m [%p] ',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`)
  await replaceFile(places.settings, ['# Written by Gaffer at each start.', ...lines, ''].join('\n'))
  const access = socketFolder ? 'local all all trust' : 'host all all 127.0.0.1/32 scram-sha-256'
  await replaceFile(
    places.access,
    `# Written by Gaffer at each start. Entering the socket's folder is the permission.\n${access}\n`,
  )
}

/** Whole or not at all: a PostgreSQL that another start launches this very moment must not read half of it. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text)
  await chmod(draft, 0o644)
  await rename(draft, file)
}
