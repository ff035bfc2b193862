// Messages between a test worker of the browser journeys and the process of its servers. `id` is the worker's number of the server.

/** What a server has at the start: no account, or the demo band. */
export type Seed = 'empty' | 'demo'

export type HostCommand =
  /** Runs the PostgreSQL of all journeys in the folder, with the seeds, until `stop`. */
  | { id: number; kind: 'create-seeds'; folder: string }
  /** Starts a server on a copy of the seed. */
  | { id: number; kind: 'start'; folder: string; seed: Seed; environment: Record<string, string> }
  | { id: number; kind: 'stop' }

/** What the server printed and logged, and then the end of the command. */
export type HostReply =
  | { id: number; kind: 'output'; text: string }
  | { id: number; kind: 'done'; error: string | null }
