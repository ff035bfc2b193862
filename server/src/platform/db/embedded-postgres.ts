// Starts the PostgreSQL of the workspace embedded-postgres, with Gaffer's names.

import {
  prepareConnectionOptions,
  startEmbedded,
  type EmbeddedOptions,
  type HostApplication,
} from '@gaffer/embedded-postgres'

const host: HostApplication = {
  title: 'Gaffer',
  name: 'gaffer',
  database: 'gaffer',
  role: 'gaffer',
  settings: { dataDir: 'DATA_DIR', databaseUrl: 'DATABASE_URL' },
}

export const startEmbeddedPostgres = (options: Omit<EmbeddedOptions, 'host'>) => startEmbedded({ ...options, host })

/** The connection to the PostgreSQL of the server that runs on the data folder. */
export const getEmbeddedDatabaseAddress = (dataDir: string) => prepareConnectionOptions({ dataDir, host })
