// postgresql.conf and pg_hba.conf. Both are replaced before each start, so that an old data folder gets the current settings.
import { randomUUID } from 'node:crypto'
import { chmod, rename, writeFile } from 'node:fs/promises'
import type { ClusterPaths } from './cluster-paths.ts'
import type { HostApplication } from './host-application.ts'

export type UnixSocketAddress = { socketFolder: string; port: number }

export async function writeConfigFiles(
  paths: ClusterPaths,
  { socketFolder, port }: UnixSocketAddress,
  { title }: HostApplication,
): Promise<void> {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port,
    hba_file: paths.access,
    max_connections: 100,

    // The defaults, stated so that nothing overrides them: committed rows survive a crash.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    ...(process.platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),

    // For small machines: little memory, nothing in /dev/shm (64 MB in a container), no I/O worker processes.
    shared_buffers: '64MB',
    dynamic_shared_memory_type: 'mmap',
    min_dynamic_shared_memory: '1MB',
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    io_method: 'sync',
    jit: 'off',

    // Cancels the statements of a killed application, which would keep their locks.
    client_connection_check_interval: process.platform === 'linux' ? '2s' : 0,

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',

    // Server events only: the application reports failed statements, and their text contains personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: -1,
    log_line_prefix: '%m [%p] ',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`)
  const header = `# Written by ${title} at each start.`
  await replaceFile(paths.settings, [header, ...lines, ''].join('\n'))
  await replaceFile(paths.access, `${header} Entering the socket's folder is the permission.\nlocal all all trust\n`)
}

/** Atomic: a PostgreSQL that starts at the same moment never reads half a file. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  await writeFile(temporary, text)
  await chmod(temporary, 0o644)
  await rename(temporary, file)
}
