// Messages between a test worker of the browser journeys and the process of its servers. `id` is the worker's number of the server.

export type HostCommand =
  | { id: number; kind: 'start'; hasBand: boolean; environment: Record<string, string> }
  | { id: number; kind: 'stop' }

/** What the server printed and logged, and then the end of the command. */
export type HostReply =
  | { id: number; kind: 'output'; text: string }
  | { id: number; kind: 'done'; error: string | null }
