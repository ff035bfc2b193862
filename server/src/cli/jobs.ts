import type { DatabaseAddress, Db } from '#platform/db/connection.ts'
import { createJobTables } from '#platform/jobs.ts'
import { listFailedJobs, retryFailedJobs, type FailedJob } from '#platform/failed-jobs.ts'
import { CommandError, type Command } from './run-command.ts'

type JobsAction = { verb: 'list' } | { verb: 'retry'; id: string }

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Lists the jobs that failed after their last retry, or retries one or all of them. */
export const jobsCommand: Command<JobsAction> = {
  usage: `npm run jobs                 lists the jobs that failed after their last retry, with their queue, ids, time and cause
npm run jobs retry ID        runs one of them again
npm run jobs retry all       runs all of them again`,
  parse([verb, id = '', ...more]) {
    if (verb === undefined) return { verb: 'list' }
    return verb === 'retry' && (id === 'all' || uuidPattern.test(id)) && more.length === 0 ? { verb, id } : null
  },
  async run({ db, address }, action) {
    if (action.verb === 'retry') return retryJobs(address, action.id)
    await createJobTables(address)
    return listJobs(db)
  },
}

async function listJobs(db: Db): Promise<string> {
  const jobs = await listFailedJobs(db)
  if (jobs.length === 0) return 'No job has failed for good in the last 14 days.'
  return [...jobs.map(describeJob), 'Run one again with: npm run jobs retry ID'].join('\n')
}

function describeJob({ id, queue, payload, failedAt, cause }: FailedJob): string {
  return `${failedAt.toISOString()}  ${id}  ${queue} ${JSON.stringify(payload)}\n    ${cause ?? 'The server stopped, or the job ran for too long.'}`
}

async function retryJobs(address: DatabaseAddress, id: string): Promise<string> {
  const count = await retryFailedJobs(address, id === 'all' ? undefined : [id])
  if (count === 0 && id !== 'all')
    throw new CommandError(`No failed job has the id ${id}. \`npm run jobs\` lists them.`)
  return count === 1 ? '1 job runs again.' : `${count} jobs run again.`
}
